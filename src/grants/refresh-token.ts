/** The refresh-token grant (RFC 6749 §6) with the rotation of SPEC D5. */

import { overLimit } from '../events/refusal-record.ts';
import { report } from '../events/report.ts';
import type { Refusal } from '../protocol/refusal.ts';
import { accept, andThen, refuse } from '../protocol/result.ts';
import { grantEndsAt } from '../protocol/tokens/liveness.ts';
import { judgeRefresh, type RefreshScope, refreshScope } from '../protocol/tokens/rotation.ts';
import { attemptSoon, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { revokeFamily } from '../storage/tables/tokens/families.ts';
import { renewPair, revokeUnusedSiblings, supersedePair } from '../storage/tables/tokens/pairs.ts';
import { findRefresh, mayHaveEnded, readRefreshAhead, type TokenRecord } from '../tokens/inspect.ts';
import { issuePair } from '../tokens/issue.ts';
import { noteLastUse, noteScopeUses } from '../tokens/last-use.ts';
import { factsOfRefresh } from './facts.ts';
import { type Attempt, type Grant, type Redeemed, recordOf, refuseToken, type TokenCall, written } from './grant.ts';
import { judgeTarget } from './target.ts';

const REFRESH_USES: readonly string[] = ['offline_access'];

export const refreshToken: Grant = {
  type: 'refresh_token',
  required: ['refresh_token'],
  optional: ['scope', 'resource'],
  secretParameters: ['refresh_token'],
  activity: 'tokens_refreshed',
  mayUse: () => true,
  readAhead: (world, form) => ({ refresh: readRefreshAhead(world, form.get('refresh_token') ?? '') }),
  redeem: (call) => attemptSoon(() => redeemOnce(call)),
};

function redeemOnce(call: TokenCall): Attempt | Promise<Attempt> {
  const ahead = call.ahead?.refresh;
  call.ahead = undefined;
  const found = ahead ?? findRefresh(call.world, call.form.get('refresh_token') ?? '');
  return andThen(found, (record) => judge(call, record));
}

function judge(call: TokenCall, record: TokenRecord | undefined): Attempt | Promise<Attempt> {
  const { world, client, form } = call;
  if (!record) return refuseRefresh(call, { reason: 'refresh_token_unknown' });
  // Somebody else's token changes nothing: otherwise any client could sign out another's users.
  if (record.clientId !== client.id) return refuseRefresh(call, { reason: 'refresh_token_of_another_client' });
  const verdict = judgeRefresh(record, world.now(), world.settings.refreshLeewaySeconds);
  if (verdict.may === 'not') {
    if (verdict.because === 'refresh_token_reused') return endReusedFamily(call, record);
    return refuseRefresh(call, { reason: verdict.because }, record);
  }
  return andThen(judgeTarget(call, record.resourceId), (target) => {
    if (!target.ok) return refuseRefresh(call, { reason: target.refusal }, record);
    const scope = refreshScope(form.get('scope'), record);
    if (!scope.ok) return refuseRefresh(call, { reason: scope.refusal }, record);
    return andThen(call.spendSuccess(), (allowance) =>
      allowance.allowed ? renew(call, record, scope.value, verdict) : refuse(overLimit(allowance, client)),
    );
  });
}

async function renew(
  call: TokenCall,
  record: TokenRecord,
  { granted, narrowed }: RefreshScope,
  how: { readonly isRetry: boolean; readonly isFirstUse: boolean },
): Promise<Attempt> {
  const { world, client, source } = call;
  const now = world.now();
  const leeway = world.settings.refreshLeewaySeconds;
  const issued = issuePair(world, {
    familyId: record.familyId,
    parent: record,
    scope: granted,
    narrowedScope: narrowed,
    endsAt: grantEndsAt(record),
    hasRefreshToken: true,
    binding: null,
    audience: record,
  });
  const about = { accountId: record.accountId, clientId: client.id, familyId: record.familyId };
  const batch: Sql[] = [renewPair(record.pairId, now, leeway), ...issued.writes];
  // Using this refresh token is a use of its pair: its own parent's time ends.
  if (how.isFirstUse && record.parentId !== null) batch.push(supersedePair(record.parentId, now));
  if (how.isRetry) batch.push(revokeUnusedSiblings(record.familyId, record.pairId, now - leeway, now));
  batch.push(report(world, source, how.isRetry ? 'token.retried' : 'token.refreshed', about));
  if ((await world.database.write(batch)) === null) return stale;
  noteLastUse(world, record, source);
  // Keeping access while its user is away is what this permission is for.
  noteScopeUses(world, record, granted.split(' '), REFRESH_USES);
  return accept(issued.answer);
}

/** RFC 9700 §4.14.2: a refresh token after its time means two parties hold it. */
async function endReusedFamily(call: TokenCall, record: TokenRecord): Promise<Attempt> {
  const { world, client, source } = call;
  const refusal = { reason: 'refresh_token_reused' } as const;
  const facts = await factsOfRefresh(call, refusal, record);
  const rows = await world.database.write([
    revokeFamily(record.familyId, 'refresh_token_reused', world.now()),
    report(world, source, 'token.reuse_detected', {
      accountId: record.accountId,
      clientId: client.id,
      familyId: record.familyId,
    }),
    ...recordOf(call, { refusal, isOwn: true, accountId: record.accountId, facts }),
  ]);
  return rows === null ? stale : refuse(written(call, refusal));
}

/** `record` is this client's own token; about another client's it learns nothing. */
async function refuseRefresh(call: TokenCall, refusal: Refusal, record?: TokenRecord): Promise<Redeemed> {
  const presented = call.form.get('refresh_token') ?? '';
  return await refuseToken(call, {
    refusal,
    kind: 'token.refused',
    isGuess: record === undefined && !(await mayHaveEnded(call.world, 'refresh', presented)),
    isOwn: record !== undefined,
    accountId: record?.accountId ?? null,
    familyId: record?.familyId ?? null,
    facts: await factsOfRefresh(call, refusal, record),
  });
}
