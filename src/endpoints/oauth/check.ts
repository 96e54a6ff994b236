/** GET /oauth/check: a proxy asks whether the request that it holds may pass (SPEC D77), before the API behind it is asked. */
import { jsonReply } from '../../http/replying/replies.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { perKeptRecord, perRecord } from '../../per-record.ts';
import { type Resource, scopeFor } from '../../protocol/resources/resource.ts';
import { findTarget } from '../../resources/find.ts';
import { admit } from '../../tokens/guard.ts';
import { scopeListOf, type TokenRecord } from '../../tokens/inspect.ts';
import { refuseBearer } from './bearer-refused.ts';

/**
 * Nothing but the token of the request decides: proxies pass on whatever else a caller sends. `scope` and `resource` are
 * written by the operator into the configuration of the proxy.
 */
export const check: Handler = async (request, world) => {
  const read = request.query.read();
  if (!read.ok) return wrongSetting('The query of the check cannot be read.');
  const query = read.value;
  // What a template of a proxy leaves empty must not ask for less than its author meant.
  for (const name of ['resource', 'scope'])
    if (query.all(name).some((value) => value.trim() === '')) return wrongSetting(`The check names an empty ${name}.`);
  if (query.all('resource').length > 1) return wrongSetting('The check names more than one resource.');
  const target = await findTarget(world, query.get('resource'));
  if (target.kind === 'unknown') return wrongSetting('The check names a resource that does not exist.');
  // However they are written, every scope that is named is needed.
  const scope = query.all('scope').flatMap((names) => names.split(' ').filter(Boolean));
  const resource = target.kind === 'resource' ? target.resource : null;
  const needs = { scope, uses: scope, account: false, resource };
  const admitted = await admit(world, request.headers.authorization, request.source, needs);
  if (!admitted.ok) return await refuseBearer(world, request, 'check', admitted.refusal, resource);
  const { record } = admitted.value;
  return resource === null ? replyFor(record) : replyOf(resource)(record, resource);
};

/** Whoever configured the proxy finds out at the first request; nobody is let in meanwhile. */
function wrongSetting(description: string): Reply {
  return jsonReply(400, { error: 'invalid_target', error_description: description });
}

/** Each resource is told its own part of a record; the answer to each is made once. */
const replyOf = perRecord((_resource: Resource) =>
  perKeptRecord((record: TokenRecord, resource: Resource) => formatReply(record, resource)),
);

const replyFor = perKeptRecord((record: TokenRecord) => formatReply(record, null));

/** Names and numbers that this service has given, so that nothing in them can break a header. */
function formatReply(record: TokenRecord, resource: Resource | null): Reply {
  return {
    status: 204,
    headers: {
      // Empty where there is no user: what is absent, some proxies replace with a caller's own or with a placeholder.
      'X-Latchkey-User': record.accountId === null ? '' : String(record.accountId),
      'X-Latchkey-Client': record.clientPublicId,
      'X-Latchkey-Scope': scopeFor(resource, scopeListOf(record)).join(' '),
      'X-Latchkey-Token-Id': String(record.pairId),
    },
    client: record.clientPublicId,
    activity: { clientId: record.clientId, kind: 'checked', familyId: record.familyId } as const,
  };
}
