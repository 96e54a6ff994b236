/** Ends tokens at the wish of the client that holds them (RFC 7009). */
import { report } from '../events/report.ts';
import type { Source } from '../protocol/event.ts';
import { attempt, stale } from '../storage/attempt.ts';
import { must } from '../storage/sql.ts';
import { revokeFamily } from '../storage/tables/tokens/families.ts';
import { findHolding, revokePair } from '../storage/tables/tokens/pairs.ts';
import type { World } from '../world.ts';
import { findAccess, findRefresh, type Held } from './inspect.ts';

/**
 * Revokes a token of this client. Unknown tokens and tokens of other clients are left alone without a word
 * (RFC 7009 §2.2). The token says by itself what it is, so a wrong hint cannot hide it (RFC 7009 §2.1).
 *
 * Our choice where RFC 7009 §2.1 leaves one: either token ends the whole family, since whoever revokes wants the
 * application signed out; a client's own token (client credentials) ends alone.
 */
export async function revokeToken(world: World, token: string, clientId: number, source: Source): Promise<void> {
  const held = (await findAccess(world, token)) ?? (await findRefresh(world, token));
  if (!held || held.clientId !== clientId) return;
  await endHeld(world, held, source, 'revoked_by_client');
}

/** Of several calls at once one ends it and says so in an event; the others find it ended. */
export async function endHeld(
  world: World,
  held: Held,
  source: Source,
  because: 'revoked_by_client' | 'revoked_by_operator',
): Promise<void> {
  let seen: Held | undefined = held;
  await attempt(async () => {
    seen ??= await findHolding(world.database, held.pairId);
    if (!seen || isEnded(seen)) return;
    const { accountId, clientId, familyId, pairId } = seen;
    const now = world.now();
    const written = await world.database.write([
      must(accountId === null ? revokePair(pairId, now) : revokeFamily(familyId, because, now)),
      report(world, source, 'token.revoked', { accountId, clientId, familyId, detail: because }),
    ]);
    seen = undefined;
    return written === null ? stale : undefined;
  });
}

function isEnded(held: Held): boolean {
  return (held.accountId === null ? held.pairRevokedAt : held.familyRevokedAt) !== null;
}
