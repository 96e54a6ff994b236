/** The client-credentials grant (RFC 6749 §4.4): an application's own token, without a user and without refresh. */
import { overLimit, unwritten } from '../events/refusal-record.ts';
import { report } from '../events/report.ts';
import { scopesFor } from '../protocol/resources/resource.ts';
import { accept, refuse } from '../protocol/result.ts';
import { formatScope, resolveScope } from '../protocol/scope.ts';
import { findTarget } from '../resources/find.ts';
import { attempt, stale } from '../storage/database.ts';
import { issuePair } from '../tokens/issue.ts';
import type { Grant, Redeemed, TokenCall } from './grant.ts';

export const clientCredentials: Grant = {
  type: 'client_credentials',
  required: [],
  secretParameters: [],
  activity: 'client_token',
  // RFC 6749 §4.4: only a client that can keep a secret speaks for itself.
  mayUse: (client) => client.isConfidential,
  redeem: (call) => attempt(() => redeemOnce(call)),
};

async function redeemOnce({ world, client, form, source, spendSuccess }: TokenCall): Promise<Redeemed | typeof stale> {
  const target = await findTarget(world, form.get('resource'));
  if (target.kind === 'unknown') return refuse(unwritten({ reason: 'resource_unknown' }, client));
  const resource = target.kind === 'resource' ? target.resource : null;
  const resolved = resolveScope({
    requested: form.get('scope'),
    catalogue: world.settings.scopes,
    allowed: client.scope,
    resource: resource ? { own: resource.scope, all: scopesFor(resource) } : undefined,
  });
  if (!resolved.ok) return refuse(unwritten({ reason: resolved.refusal }, client));
  const scope = formatScope(resolved.value);
  const familyId = client.machineFamilyId;
  // The family is written with the application; without one the application has just been made public.
  if (familyId === null) return refuse(unwritten({ reason: 'grant_not_allowed' }, client));
  const allowance = spendSuccess();
  if (!allowance.allowed) return refuse(overLimit(allowance, client));
  const issued = issuePair(world, {
    familyId,
    parentId: null,
    scope,
    narrowedScope: scope,
    endsAt: null,
    hasRefreshToken: false,
    binding: null,
    audience: { resourceId: resource?.id ?? null, resourceSeconds: resource?.seconds ?? null },
  });
  const event = report(world, source, 'token.issued', { clientId: client.id, familyId });
  const written = await world.database.write([...issued.writes, event]);
  return written === null ? stale : accept(issued.answer);
}
