/** Finds the token behind a presented string and says whether it is live now. */
import { isSecretOf } from '../protocol/digest.ts';
import type { Source } from '../protocol/event.ts';
import { accessLiveUntil, type Holding } from '../protocol/tokens/liveness.ts';
import { parseToken } from '../protocol/tokens/token-string.ts';
import { attempt, stale } from '../storage/attempt.ts';
import { onceAMinute } from '../storage/later/once-a-minute.ts';
import { type Bearer, findHolding, supersedePair, usePair } from '../storage/tables/tokens/pairs.ts';
import type { World } from '../world.ts';
import { noteLastUse } from './last-use.ts';

export type Held = Holding & Bearer;

/** The record of an access token, dead or alive, or undefined when the string is none of ours. */
export async function findAccess(world: World, token: string): Promise<Held | undefined> {
  const id = parseToken('access', token);
  if (id === undefined) return undefined;
  const held = await findHolding(world.database, id);
  return held && isSecretOf(token, held.accessDigest) ? held : undefined;
}

/** The record of a refresh token, dead or alive, or undefined when the string is none of ours. */
export async function findRefresh(world: World, token: string): Promise<Held | undefined> {
  const id = parseToken('refresh', token);
  if (id === undefined) return undefined;
  const held = await findHolding(world.database, id);
  if (!held || held.refreshDigest === null) return undefined;
  return isSecretOf(token, held.refreshDigest) ? held : undefined;
}

/**
 * A protected request presents an access token: the live record, or undefined.
 *
 * SPEC D5: the first use of a successor ends its parent's time, durably, before the request is answered. It is noticed
 * by the row itself, so later requests write nothing. The last use is noted off the request's path (SPEC D7).
 */
export async function useAccess(world: World, token: string, source: Source): Promise<Held | undefined> {
  const held = await findAccess(world, token);
  const now = world.now();
  if (!held || !isLiveAt(held, now)) return undefined;
  if (isFirstUse(held) && !(await markFirstUse(world, token))) return undefined;
  if (isFirstThisMinute(held, now)) noteLastUse(world, held, source);
  return held;
}

const ends = new WeakMap<Held, number>();

/** Judged once for each record read: while storage hands out the same record, only the time goes on. */
export function isLiveAt(held: Held, now: number): boolean {
  let end = ends.get(held);
  if (end === undefined) {
    end = accessLiveUntil(held);
    ends.set(held, end);
  }
  return now < end;
}

const isFirstThisMinute = onceAMinute<Held>();

function isFirstUse(held: Held): held is Held & { readonly parentId: number } {
  return held.usedAt === null && held.parentId !== null;
}

/** False when the token died in between: a sibling took its place, or something above it was revoked. */
async function markFirstUse(world: World, token: string): Promise<boolean> {
  return await attempt(async () => {
    const held = await findAccess(world, token);
    const now = world.now();
    if (!held || !isLiveAt(held, now)) return false;
    if (!isFirstUse(held)) return true;
    const written = await world.database.write([usePair(held.pairId, now), supersedePair(held.parentId, now)]);
    return written === null ? stale : true;
  });
}
