/** Ends tokens at the wish of the client that holds them (RFC 7009). */
import { report } from '../events/report.ts';
import type { Source } from '../protocol/event.ts';
import { revokeFamily } from '../storage/families.ts';
import { revokePair } from '../storage/pairs.ts';
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

export async function endHeld(
  world: World,
  held: Held,
  source: Source,
  because: 'revoked_by_client' | 'revoked_by_operator',
): Promise<void> {
  const now = world.now();
  const end = held.accountId === null ? revokePair(held.pairId, now) : revokeFamily(held.familyId, because, now);
  const isEnded = held.accountId === null ? held.pairRevokedAt !== null : held.familyRevokedAt !== null;
  if (isEnded) return;
  const about = { accountId: held.accountId, clientId: held.clientId, familyId: held.familyId, detail: because };
  await world.database.write([end, report(world, source, 'token.revoked', about)]);
}
