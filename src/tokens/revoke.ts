/** Ends tokens at the wish of the client that holds them (RFC 7009), of the operator, or because they leaked. */

import { type ActingAdministrator, byWords, mayAdminister, remainsPowerful } from '../events/administering.ts';
import { report } from '../events/report.ts';
import type { Source } from '../protocol/event.ts';
import { attempt, stale } from '../storage/database.ts';
import { must } from '../storage/sql.ts';
import { revokeFamily } from '../storage/tables/tokens/families.ts';
import { revokePair } from '../storage/tables/tokens/pairs.ts';
import { findTokenRecord } from '../storage/tables/tokens/token-record.ts';
import type { World } from '../world.ts';
import { findAccess, findRefresh, type TokenRecord } from './inspect.ts';

/**
 * Revokes a token of this client. Unknown tokens and tokens of other clients are left alone without a word
 * (RFC 7009 §2.2). The token says by itself what it is, so a wrong hint cannot hide it (RFC 7009 §2.1).
 *
 * Our choice where RFC 7009 §2.1 leaves one: either token ends the whole family, since a client that revokes means to be
 * signed out; a client's own token (client credentials) ends alone.
 */
export async function revokeToken(world: World, token: string, clientId: number, source: Source): Promise<void> {
  const record = (await findAccess(world, token)) ?? (await findRefresh(world, token));
  if (!record || record.clientId !== clientId) return;
  await endTokens(world, record, source, 'revoked_by_client');
}

/**
 * Of several calls at once one ends it and says so in an event; the others find it ended. False where `by` may no longer do
 * this.
 */
export async function endTokens(
  world: World,
  record: TokenRecord,
  source: Source,
  because: 'leaked' | 'revoked_by_client' | 'revoked_by_operator',
  by?: ActingAdministrator,
): Promise<boolean> {
  let seen: TokenRecord | undefined = record;
  return await attempt(async () => {
    if (by && !(await mayAdminister(world, by))) return false;
    seen ??= await findTokenRecord(world.database, record.pairId);
    if (!seen || isEnded(seen)) return true;
    const { accountId, clientId, familyId, pairId } = seen;
    const now = world.now();
    const written = await world.database.write([
      ...(by ? remainsPowerful(by) : []),
      must(accountId === null ? revokePair(pairId, now) : revokeFamily(familyId, because, now)),
      report(world, source, because === 'leaked' ? 'token.leaked' : 'token.revoked', {
        accountId,
        clientId,
        familyId,
        detail: by ? `${because}; ${byWords(by)}` : because,
      }),
    ]);
    seen = undefined;
    return written === null ? stale : true;
  });
}

function isEnded(record: TokenRecord): boolean {
  return (record.accountId === null ? record.pairRevokedAt : record.familyRevokedAt) !== null;
}
