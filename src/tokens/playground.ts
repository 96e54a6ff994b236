/** What the playground may do to tokens that its own runs made: find them, and let their time run out on purpose. */
import { report } from '../events/report.ts';
import type { Source } from '../protocol/event.ts';
import { type PlaygroundCall, RUN_SECONDS } from '../protocol/playground/run.ts';
import { isRefreshLive } from '../protocol/tokens/rotation.ts';
import { endPlaygroundLeeway, expirePlaygroundAccess, isPlaygroundFamily } from '../storage/tables/tokens/families.ts';
import type { World } from '../world.ts';
import { findAccess, findRefresh, isLiveAt, type TokenRecord } from './inspect.ts';

/**
 * The record behind a token, dead or alive, if a run of this account and application made it within the hour. The
 * stand-in secret opens nothing else: a stolen session must not make another user's tokens usable.
 */
export async function findOwnToken(
  world: World,
  token: string,
  call: PlaygroundCall,
): Promise<TokenRecord | undefined> {
  const record = (await findAccess(world, token)) ?? (await findRefresh(world, token));
  if (!record || record.accountId !== call.accountId || record.clientId !== call.clientId) return undefined;
  return (await isPlaygroundFamily(world.database, record.familyId, startedAfter(world))) ? record : undefined;
}

/** Which of the tokens of a run can no longer be used; a string that is no token of a run cannot either. */
export async function findEnded(
  world: World,
  { access, refresh }: { readonly access: string; readonly refresh: string },
  call: PlaygroundCall,
): Promise<{ readonly access: boolean; readonly refresh: boolean }> {
  const [one, other] = [await findOwnToken(world, access, call), await findOwnToken(world, refresh, call)];
  const now = world.now();
  return {
    access: !one || !isLiveAt(one, now),
    refresh: !other || !isRefreshLive(other, now, world.settings.refreshLeewaySeconds),
  };
}

/** False when it could not be done any more. */
export async function expireAccess(world: World, record: TokenRecord, source: Source): Promise<boolean> {
  const { accountId, clientId, familyId } = record;
  const written = await world.database.write([
    expirePlaygroundAccess(record.pairId, world.now(), startedAfter(world)),
    report(world, source, 'playground.access_expired', { accountId, clientId, familyId }),
  ]);
  return written !== null;
}

/** As if the leeway had passed since a successor of this refresh token was first used. */
export async function endLeeway(world: World, record: TokenRecord, source: Source): Promise<boolean> {
  const { accountId, clientId, familyId } = record;
  const supersededAt = world.now() - world.settings.refreshLeewaySeconds;
  const written = await world.database.write([
    endPlaygroundLeeway(record.pairId, supersededAt, startedAfter(world)),
    report(world, source, 'playground.leeway_ended', { accountId, clientId, familyId }),
  ]);
  return written !== null;
}

function startedAfter(world: World): number {
  return world.now() - RUN_SECONDS;
}
