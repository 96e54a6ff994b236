/** The refresh-token grant (RFC 6749 §6) with the rotation of SPEC D5. */
import { report } from '../events/report.ts';
import type { Refusal } from '../protocol/refusal.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { judgeRefresh } from '../protocol/rotation.ts';
import { formatScope, isWithin, parseScope } from '../protocol/scope.ts';
import type { TokenAnswer } from '../protocol/token-answer.ts';
import { attempt, stale } from '../storage/attempt.ts';
import { noteUse, revokeFamily } from '../storage/families.ts';
import { renewPair, revokeUnusedSiblings, supersedePair } from '../storage/pairs.ts';
import type { Sql } from '../storage/sql.ts';
import { findRefresh, type Held } from '../tokens/inspect.ts';
import { issuePair } from '../tokens/issue.ts';
import type { Grant, TokenCall } from './grant.ts';

export const refreshToken: Grant = {
  type: 'refresh_token',
  required: ['refresh_token'],
  mayUse: () => true,
  redeem: (call) => attempt(() => redeemOnce(call)),
};

async function redeemOnce(call: TokenCall): Promise<Result<TokenAnswer, Refusal> | typeof stale> {
  const { world, client, form } = call;
  const held = await findRefresh(world, form.get('refresh_token') ?? '');
  if (!held) return await refused(call, { reason: 'refresh_token_unknown' });
  // Somebody else's token changes nothing: otherwise any client could sign out another's users.
  if (held.clientId !== client.id) return await refused(call, { reason: 'refresh_token_of_another_client' });
  const verdict = judgeRefresh(held, world.now(), world.settings.refreshLeewaySeconds);
  if (verdict.may === 'not') {
    if (verdict.because === 'refresh_token_reused') return await reused(call, held);
    return await refused(call, { reason: verdict.because }, held);
  }
  const narrowed = narrowScope(form.get('scope'), held.familyScope);
  if (!narrowed.ok) return await refused(call, narrowed.refusal, held);
  return await renewed(call, held, narrowed.value, verdict);
}

/** RFC 6749 §6: the scope may shrink for this access token, never grow beyond what was granted. */
function narrowScope(requested: string | undefined, granted: string): Result<string | null, Refusal> {
  if (requested === undefined) return accept(null);
  const parsed = parseScope(requested);
  if (!parsed.ok) return refuse({ reason: 'scope_malformed' });
  if (!isWithin(parsed.value, granted.split(' '))) return refuse({ reason: 'scope_exceeds_grant' });
  const scope = formatScope(parsed.value);
  return accept(scope === granted ? null : scope);
}

async function renewed(
  call: TokenCall,
  held: Held,
  narrowedScope: string | null,
  how: { readonly isRetry: boolean; readonly isFirstUse: boolean },
): Promise<Result<TokenAnswer, Refusal> | typeof stale> {
  const { world, client, source } = call;
  const now = world.now();
  const leeway = world.settings.refreshLeewaySeconds;
  const issued = issuePair(world, {
    familyId: held.familyId,
    parentId: held.pairId,
    scope: held.familyScope,
    narrowedScope,
    familyEndsAt: held.familyEndsAt,
    hasRefreshToken: true,
  });
  const about = { accountId: held.accountId, clientId: client.id, familyId: held.familyId };
  const batch: Sql[] = [renewPair(held.pairId, now, leeway), ...issued.writes];
  // Using this refresh token is a use of its pair: its own parent's time ends.
  if (how.isFirstUse && held.parentId !== null) batch.push(supersedePair(held.parentId, now));
  if (how.isRetry) batch.push(revokeUnusedSiblings(held.familyId, held.pairId, now - leeway, now));
  batch.push(report(world, source, how.isRetry ? 'token.retried' : 'token.refreshed', about));
  const written = await world.database.write(batch);
  if (written === null) return stale;
  world.notebook.note(`use:${held.familyId}`, now, () => noteUse(held.familyId, now, source.address, source.userAgent));
  return accept(issued.answer);
}

/** RFC 9700 §4.14.2: a refresh token after its time means two parties hold it. */
async function reused(call: TokenCall, held: Held): Promise<Result<TokenAnswer, Refusal>> {
  const { world, client, source } = call;
  await world.database.write([
    revokeFamily(held.familyId, 'refresh_token_reused', world.now()),
    report(world, source, 'token.reuse_detected', {
      accountId: held.accountId,
      clientId: client.id,
      familyId: held.familyId,
    }),
  ]);
  return refuse({ reason: 'refresh_token_reused' });
}

async function refused(call: TokenCall, refusal: Refusal, held?: Held): Promise<Result<TokenAnswer, Refusal>> {
  const { world, client, source } = call;
  const about = { accountId: held?.accountId ?? null, clientId: client.id, familyId: held?.familyId ?? null };
  await world.database.write([report(world, source, 'token.refused', { ...about, detail: refusal.reason })]);
  return refuse(refusal);
}
