/** How the endpoints that clients call say no: one JSON body and the challenges that go with it. */
import { jsonReply } from '../../http/replying/replies.ts';
import type { Reply, Request } from '../../http/route.ts';
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import { type Refusal, toWire } from '../../protocol/refusal.ts';
import { errorUri } from '../../protocol/refusals/short-trace.ts';
import type { Resource } from '../../protocol/resources/resource.ts';
import { basicChallenge, bearerChallenge } from '../../protocol/tokens/bearer.ts';
import type { BearerRefusal } from '../../tokens/guard.ts';
import type { World } from '../../world.ts';

interface Trace {
  /** The name of this one request. */
  readonly traceId: string;
  /** What `error_uri` carries; undefined where the answer may not show whose request it was. */
  readonly short: string | undefined;
}

/**
 * RFC 6749 §5.2. SPEC D15: `WWW-Authenticate` on every error, since one known client detects failure by it alone,
 * and Basic beside it where Basic was tried, or is what a server has to try.
 */
export function refusalReply(
  world: World,
  refusal: Refusal,
  { namesBasic, trace }: { readonly namesBasic: boolean; readonly trace: Trace },
): Reply {
  const wire = toWire(refusal);
  const realm = world.settings.name;
  const bearer = bearerChallenge({ realm, error: wire.error, description: wire.description });
  const headers: Record<string, string | readonly string[]> = {
    pragma: 'no-cache',
    'x-request-id': trace.traceId,
    'www-authenticate': namesBasic ? [basicChallenge(realm), bearer] : bearer,
  };
  if (refusal.reason === 'rate_limited') headers['retry-after'] = String(refusal.retryAfterSeconds);
  // RFC 6749 §5.2: leads to what the error means, and the application's owner to what was wrong. It is the same for
  // equal requests, so that answers stay equal byte for byte; the trace of this one request is in the header. A caller
  // that could not prove to be the application is told nothing about it.
  const traced = wire.error === 'invalid_client' ? undefined : trace.short;
  const error_uri = errorUri(world.settings.url, wire.error, traced);
  return jsonReply(wire.status, { error: wire.error, error_description: wire.description, error_uri }, headers);
}

/** SPEC D7: User-Agent is wanted only where the operator requires it. */
export function lacksUserAgent(world: World, request: Request): boolean {
  return world.settings.userAgent === 'required' && !request.source.userAgent;
}

const INVALID = 'The access token is invalid';

/**
 * Seed specification §7, RFC 6750 §3, SPEC D12, D13. The body is the same whatever made the token invalid. Whoever protects
 * an API with it is named by that API, as the guard does (RFC 9728 §3.3: the document has to be about what was asked for).
 */
export function bearerRefusalReply(world: World, refusal: BearerRefusal, resource: Resource | null = null): Reply {
  const { name, url } = world.settings;
  const own = url + ENDPOINT_PATHS.resourceMetadata;
  const from =
    resource === null
      ? { realm: name, resourceMetadata: own }
      : { realm: resource.identifier, resourceMetadata: `${own}/${encodeURIComponent(resource.publicId)}` };
  switch (refusal.reason) {
    case 'token_absent':
      return unauthorized(bearerChallenge(from));
    case 'token_invalid':
      return unauthorized(bearerChallenge({ ...from, error: 'invalid_token', description: INVALID }));
    case 'scope_missing':
      return forbidden(from, `The access token lacks the scope ${refusal.missing.join(' ')}`, refusal.scope.join(' '));
    case 'account_missing':
      return forbidden(from, 'The access token belongs to an application, not to a user', undefined);
  }
}

/** Who refuses: the name of the protected endpoint's realm, and where it is described. */
interface Challenger {
  readonly realm: string;
  readonly resourceMetadata: string;
}

function unauthorized(challenge: string): Reply {
  const body = { error: 'invalid_token', error_description: INVALID, state: 'unauthorized' };
  return jsonReply(401, body, { 'www-authenticate': challenge });
}

function forbidden(from: Challenger, description: string, scope: string | undefined): Reply {
  const error = 'insufficient_scope';
  const body = { error, error_description: description, state: 'forbidden' };
  return jsonReply(403, body, { 'www-authenticate': bearerChallenge({ ...from, error, description, scope }) });
}
