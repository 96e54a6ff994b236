/** The client-credentials grant (RFC 6749 §4.4): an application's own token, without a user and without refresh. */
import { overLimit, unwritten } from '../events/refusal-record.ts';
import { report } from '../events/report.ts';
import { type Resource, scopesFor, type Target } from '../protocol/resources/resource.ts';
import { accept, andThen, refuse } from '../protocol/result.ts';
import { ADMIN_SCOPE, formatScope, resolveScope } from '../protocol/scope.ts';
import { findTarget } from '../resources/find.ts';
import { attemptSoon, stale } from '../storage/database.ts';
import { issuePair } from '../tokens/issue.ts';
import type { Attempt, Grant, TokenCall } from './grant.ts';

export const clientCredentials: Grant = {
  type: 'client_credentials',
  required: [],
  optional: ['scope', 'resource'],
  secretParameters: [],
  activity: 'client_token',
  // RFC 6749 §4.4: only a client that can keep a secret speaks for itself.
  mayUse: (client) => client.isConfidential,
  redeem: (call) => attemptSoon(() => redeemOnce(call)),
};

/** SPEC D70: the scope of the management API is in no catalogue, and only a token that asks for it by name has it. */
function offerFor(
  { settings }: TokenCall['world'],
  { mayManage }: TokenCall['client'],
  { scope, asked }: { readonly scope: readonly string[]; readonly asked: string | undefined },
) {
  const isAsked = mayManage && asked?.split(' ').includes(ADMIN_SCOPE) === true;
  if (!isAsked) return { catalogue: settings.scopes, allowed: scope };
  return {
    catalogue: { ...settings.scopes, [ADMIN_SCOPE]: { description: '', default: false } },
    allowed: [...scope, ADMIN_SCOPE],
  };
}

function redeemOnce(call: TokenCall): Attempt | Promise<Attempt> {
  const { world, client, form } = call;
  // No person stands behind these tokens whom somebody could ask: docs/decisions/0047.
  if (client.isUnapproved) return refuse(unwritten({ reason: 'client_unapproved' }, client));
  return andThen(findTarget(world, form.get('resource')), (target) => judge(call, target));
}

function judge(call: TokenCall, target: Target): Attempt | Promise<Attempt> {
  const { world, client, form } = call;
  if (target.kind === 'unknown') return refuse(unwritten({ reason: 'resource_unknown' }, client));
  const resource = target.kind === 'resource' ? target.resource : null;
  const asked = form.get('scope');
  const within = (scope: readonly string[]) =>
    resolveScope({
      requested: asked,
      ...offerFor(world, client, { scope, asked }),
      resource: resource ? { own: resource.scope, all: scopesFor(resource) } : undefined,
    });
  const resolved = within(client.approvedScope);
  if (!resolved.ok) {
    // What it has been given since, it gets with the approval.
    const reason = within(client.scope).ok ? 'client_unapproved' : resolved.refusal;
    return refuse(unwritten({ reason }, client));
  }
  const scope = formatScope(resolved.value);
  const familyId = client.machineFamilyId;
  // The family is written with the application; without one the application has just been made public.
  if (familyId === null) return refuse(unwritten({ reason: 'grant_not_allowed' }, client));
  return andThen(call.spendSuccess(), (allowance) =>
    allowance.allowed ? issue(call, { familyId, scope, resource }) : refuse(overLimit(allowance, client)),
  );
}

interface Entitled {
  readonly familyId: number;
  readonly scope: string;
  readonly resource: Resource | null;
}

async function issue({ world, client, source }: TokenCall, { familyId, scope, resource }: Entitled): Promise<Attempt> {
  const issued = issuePair(world, {
    familyId,
    parent: null,
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
