/** The authorization-code grant (RFC 6749 §4.1.3): a code becomes a token family, once. */
import { redirectUrisOf } from '../clients/find.ts';
import { recordRefusal } from '../events/refusal-record.ts';
import { report } from '../events/report.ts';
import { trustRedirect } from '../protocol/clients/redirect-uri.ts';
import { isSecretOf } from '../protocol/digest.ts';
import { type Refusal, toWire } from '../protocol/refusal.ts';
import { accept, refuse } from '../protocol/result.ts';
import { type CodeState, type CodeVerdict, codeScope, judgeCode } from '../protocol/tokens/code.ts';
import { parseToken } from '../protocol/tokens/token-string.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { findCode, redeemCode } from '../storage/tables/tokens/codes.ts';
import { markPlaygroundFamily, revokeFamily } from '../storage/tables/tokens/families.ts';
import { findForeign } from '../tokens/inspect.ts';
import { issueFamily } from '../tokens/issue.ts';
import { factsOfCode } from './facts.ts';
import { type Grant, type Redeemed, type TokenCall, written } from './grant.ts';

export const authorizationCode: Grant = {
  type: 'authorization_code',
  required: ['code', 'redirect_uri'],
  secretParameters: ['code', 'code_verifier'],
  mayUse: () => true,
  redeem: (call) => attempt(() => redeemOnce(call)),
};

async function redeemOnce(call: TokenCall): Promise<Redeemed | typeof stale> {
  const code = await findPresented(call);
  if (!code) return await refuseCode(call, 'code_unknown');
  const redirectUri = call.form.get('redirect_uri') ?? '';
  const verdict = judgeCode(code, {
    clientId: call.client.id,
    redirectUri,
    verifier: call.form.get('code_verifier'),
    now: call.world.now(),
  });
  if (verdict === 'code_replayed') return await endReplayedFamily(call, code);
  if (verdict !== 'exchange') return await refuseCode(call, verdict, code);
  // A code for the playground's own address is good inside the playground alone.
  if (redirectUri === call.playground?.callback) return await exchangeCode(call, code);
  // A URI taken off the application since then does not live on in its codes.
  const registered = await redirectUrisOf(call.client.id, call.world);
  if (!trustRedirect(redirectUri, registered))
    return await refuseCode(call, 'code_redirect_uri_removed', code, registered);
  return await exchangeCode(call, code);
}

/** The digest of the whole string decides; its number alone proves nothing and touches nothing. */
async function findPresented({ form, world }: TokenCall): Promise<CodeState | undefined> {
  const presented = form.get('code') ?? '';
  const id = parseToken('code', presented) ?? (await findForeign(world, 'code', presented));
  if (id === undefined) return undefined;
  const code = await findCode(world.database, id);
  return code && isSecretOf(presented, code.digest) ? code : undefined;
}

async function exchangeCode(call: TokenCall, code: CodeState): Promise<Redeemed | typeof stale> {
  const { world, client, source } = call;
  const familyId = world.nextId();
  const { consentId, consentEndsAt } = code;
  const scope = codeScope(code);
  const issued = issueFamily(world, {
    familyId,
    consentId,
    clientId: client.id,
    scope,
    consentEndsAt,
    binding: code,
  });
  const rows = await world.database.write([
    redeemCode(code, familyId, world.now()),
    ...issued.writes,
    ...(call.playground ? [markPlaygroundFamily(familyId, world.now())] : []),
    report(world, source, 'code.exchanged', { accountId: code.accountId, clientId: client.id, familyId }),
  ]);
  return rows === null ? stale : accept(issued.answer);
}

/** RFC 6749 §4.1.2, RFC 9700 §4.5: somebody holds everything the client holds, so what came of the code ends. */
async function endReplayedFamily(call: TokenCall, code: CodeState): Promise<Redeemed | typeof stale> {
  const { world, client, source } = call;
  const about = { accountId: code.accountId, clientId: client.id, familyId: code.familyId };
  const family = code.familyId === null ? [] : [revokeFamily(code.familyId, 'code_replayed', world.now())];
  const rows = await world.database.write([
    ...family,
    report(world, source, 'code.replayed', about),
    recordOf(call, { reason: 'code_replayed' }, { accountId: code.accountId, code }),
  ]);
  return rows === null ? stale : refuse(written(call, { reason: 'code_replayed' }));
}

async function refuseCode(
  call: TokenCall,
  reason: Exclude<CodeVerdict, 'exchange' | 'code_replayed'> | 'code_unknown' | 'code_redirect_uri_removed',
  code?: CodeState,
  registered?: readonly string[],
): Promise<Redeemed | typeof stale> {
  const { world, client, source } = call;
  // Another client's code is none of this client's business: its account is not named in this client's events.
  const accountId = code && code.clientId === client.id ? code.accountId : null;
  const rows = await world.database.write([
    report(world, source, 'code.refused', { accountId, clientId: client.id, detail: reason }),
    recordOf(call, { reason }, { accountId, code, registered }),
  ]);
  return rows === null ? stale : refuse(written(call, { reason }));
}

function recordOf(
  call: TokenCall,
  refusal: Refusal,
  found: {
    readonly accountId: number | null;
    readonly code: CodeState | undefined;
    readonly registered?: readonly string[] | undefined;
  },
): Sql {
  const { world, client, sent } = call;
  const because = { reason: refusal.reason, error: toWire(refusal).error };
  const facts = factsOfCode(call, refusal.reason, found);
  return recordRefusal(world, sent, because, {
    clientId: client.id,
    isProven: true,
    accountId: found.accountId,
    facts,
  });
}
