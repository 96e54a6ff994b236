/** The reusable guard of protected endpoints: a bearer token, and the scopes the endpoint needs. */

import type { Source } from '../protocol/event.ts';
import { isTokenFor, type Resource } from '../protocol/resources/resource.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { parsePresented } from '../protocol/tokens/presentation.ts';
import { parseToken } from '../protocol/tokens/token-string.ts';
import { firstIdOf, type World } from '../world.ts';
import { findAccess, scopeListOf, type TokenRecord, useAccess } from './inspect.ts';
import { noteScopeUses } from './last-use.ts';

export type BearerRefusal =
  /** RFC 6750 §3: no credentials, so no error code. */
  | { readonly reason: 'token_absent' }
  /** Unknown, malformed, expired, revoked or for another resource: one answer, so that it tells nothing. */
  | {
      readonly reason: 'token_invalid';
      /** True for one that this service issued, which is no guess and counts toward no limit. */
      readonly wasIssued: boolean;
    }
  | { readonly reason: 'scope_missing'; readonly scope: readonly string[] }
  /** A client's own token where an endpoint speaks of a user (SPEC D27). */
  | { readonly reason: 'account_missing' };

interface Needs {
  /** What a token must have, or it is refused. */
  readonly scope: readonly string[];
  /** What the endpoint makes use of where the token has it; noted for the person whose permission it is. */
  readonly uses: readonly string[];
  readonly account: boolean;
  /** Whom the token must be for; null for the service's own API, where only those without a resource are good. */
  readonly resource: Pick<Resource, 'id' | 'scope' | 'isPlain'> | null;
}

interface Admission {
  readonly record: TokenRecord;
  readonly scope: readonly string[];
}

export async function admit(
  world: World,
  authorization: string | undefined,
  source: Source,
  needs: Needs,
): Promise<Result<Admission, BearerRefusal>> {
  const presented = parsePresented(authorization);
  if (presented.kind === 'absent') return refuse({ reason: 'token_absent' });
  if (presented.kind === 'malformed') return INVENTED;
  const record = await findAccess(world, presented.token);
  if (!record) return mayHaveExpired(world, presented.token) ? ENDED : INVENTED;
  const scope = scopeListOf(record);
  // Judged before it is used: a token that was shown to the wrong resource has not been used.
  if (!isMeantFor(needs.resource, record, scope)) return ENDED;
  if (!(await useAccess(world, presented.token, record, source))) return ENDED;
  const lacking = needs.scope.some((name) => !scope.includes(name));
  if (lacking) return refuse({ reason: 'scope_missing', scope: needs.scope });
  if (needs.account && record.accountId === null) return refuse({ reason: 'account_missing' });
  noteScopeUses(world, record, scope, needs.uses);
  return accept({ record, scope });
}

const INVENTED = refuse<BearerRefusal>({ reason: 'token_invalid', wasIssued: false });
const ENDED = refuse<BearerRefusal>({ reason: 'token_invalid', wasIssued: true });

function isMeantFor(resource: Needs['resource'], { resourceId }: TokenRecord, scope: readonly string[]): boolean {
  return resource === null ? resourceId === null : isTokenFor(resource, { resourceId, scope });
}

/** No access token expires sooner, and only then is its record removed. */
const LEAST_LIFETIME_SECONDS = 60;

/**
 * Expired tokens are removed in time, and then look like invented ones but for their number, which tells their age.
 * Gateways present many of them, and none is an attack.
 */
function mayHaveExpired(world: World, token: string): boolean {
  const id = parseToken('access', token);
  return id !== undefined && id < firstIdOf(world.now() - LEAST_LIFETIME_SECONDS);
}
