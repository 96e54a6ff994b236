/** Finds the token behind a presented string and says whether it is live now. */
import { perKeptRecord } from '../per-record.ts';
import { digest, isSecretOf } from '../protocol/digest.ts';
import type { Source } from '../protocol/event.ts';
import { andThen } from '../protocol/result.ts';
import { accessLiveUntil, scopeOf, type TokenState } from '../protocol/tokens/liveness.ts';
import { claimedKind, parseToken, type TokenKind } from '../protocol/tokens/token-string.ts';
import { attempt, readingAhead, stale } from '../storage/database.ts';
import { oncePerMinute } from '../storage/later/once-per-minute.ts';
import { findRun, TAKEOVER } from '../storage/tables/imports/runs.ts';
import { findImported, type ImportedKind } from '../storage/tables/imports/tokens.ts';
import { supersedePair, usePair } from '../storage/tables/tokens/pairs.ts';
import { findTokenRecord, type TokenHolder } from '../storage/tables/tokens/token-record.ts';
import { firstIdOf, type World } from '../world.ts';
import { noteLastUse } from './last-use.ts';

export type TokenRecord = TokenState & TokenHolder;

/** The record of an access token, dead or alive, or undefined when the string is none that we made or imported. */
export function findAccess(world: World, token: string, number = parseToken('access', token)): Found | Promise<Found> {
  return andThen(findNumbered(world, number ?? findForeign(world, 'access', token)), (record) =>
    record && isSecretOf(token, record.accessDigest) ? record : undefined,
  );
}

type Found = TokenRecord | undefined;

function findNumbered(world: World, number: number | Promise<number | undefined>): Found | Promise<Found> {
  return andThen(number, (id) => (id === undefined ? undefined : findTokenRecord(world.database, id)));
}

/** The record of a refresh token, dead or alive, or undefined when the string is none that we made or imported. */
export function findRefresh(
  world: World,
  token: string,
  number = parseToken('refresh', token),
): Found | Promise<Found> {
  return andThen(findNumbered(world, number ?? findForeign(world, 'refresh', token)), (record) => {
    if (!record || record.refreshDigest === null) return undefined;
    return isSecretOf(token, record.refreshDigest) ? record : undefined;
  });
}

/**
 * Begins to look for a token before its caller has proved itself, so that both are read in one round trip. Only strings that
 * look like ours are looked for; nothing is judged or told by it.
 */
export function readAccessAhead(world: World, token: string): Found | Promise<Found> {
  const number = parseToken('access', token);
  return number === undefined ? undefined : readingAhead(findAccess(world, token, number));
}

export function readRefreshAhead(world: World, token: string): Found | Promise<Found> {
  const number = parseToken('refresh', token);
  return number === undefined ? undefined : readingAhead(findRefresh(world, token, number));
}

const DAY_SECONDS = 86_400;

/**
 * No pair is swept before its number is smaller than this, however short its tokens live: those for an API may live for
 * seconds, and their clients still come late.
 */
export function firstKeptPair({ settings, now }: World): number {
  const seconds = Math.min(settings.accessTokenSeconds, DAY_SECONDS);
  return firstIdOf(now() - seconds + 1);
}

/**
 * True for a string without a record that may have been good once, and is therefore no guess: a client that comes back late
 * is no attacker. Of our own it is one whose number was given out so long ago that its pair may have been swept (storage/
 * sweeps.ts); nobody gains by inventing an old number. After a takeover it is every string of a foreign form, since what
 * had expired or was revoked over there stayed there (decision 0052).
 */
export async function mayHaveEnded(world: World, kind: TokenKind, text: string): Promise<boolean> {
  if (claimedKind(text) === undefined) return (await findRun(world.database, TAKEOVER)) !== undefined;
  const id = parseToken(kind, text);
  return id !== undefined && id < firstKeptPair(world);
}

/**
 * The record of a string that another service has made and that was imported. Whatever begins like one of ours is none,
 * so our own tokens, mistyped ones too, never cost this lookup.
 */
export async function findForeign(world: World, kind: ImportedKind, token: string): Promise<number | undefined> {
  return claimedKind(token) === undefined ? await findImported(world.database, digest(token), kind) : undefined;
}

/**
 * A protected request presents the access token of this record: true while it is live.
 *
 * SPEC D5: the first use of a successor ends its parent's time, durably, before the request is answered. It is noticed
 * by the row itself, so later requests write nothing and are answered without a promise. The last use is noted off the
 * request's path (SPEC D7).
 */
export function useAccess(
  world: World,
  token: string,
  record: TokenRecord,
  source: Source,
): boolean | Promise<boolean> {
  const now = world.now();
  if (!isLiveAt(record, now)) return false;
  if (isFirstUse(record)) return useFirst(world, token, record, source);
  if (claimMinute(record, now)) noteLastUse(world, record, source);
  return true;
}

async function useFirst(world: World, token: string, record: TokenRecord, source: Source): Promise<boolean> {
  if (!(await markFirstUse(world, token, record))) return false;
  if (claimMinute(record, world.now())) noteLastUse(world, record, source);
  return true;
}

/** The scope of the access token, as a list. */
export const scopeListOf = perKeptRecord((record: TokenRecord): readonly string[] => scopeOf(record).split(' '));

/** In seconds: from then on the access token is dead, if nothing else ends it. */
export const liveUntil = perKeptRecord((record: TokenRecord) => accessLiveUntil(record));

export function isLiveAt(record: TokenRecord, now: number): boolean {
  return now < liveUntil(record);
}

const claimMinute = oncePerMinute<TokenRecord>();

function isFirstUse(record: TokenRecord): record is TokenRecord & { readonly parentId: number } {
  return record.usedAt === null && record.parentId !== null;
}

/** False when the token died in between: a sibling took its place, or something above it was revoked. */
async function markFirstUse(world: World, token: string, found: TokenRecord): Promise<boolean> {
  let seen: TokenRecord | undefined = found;
  return await attempt(async () => {
    seen ??= await findAccess(world, token);
    const now = world.now();
    if (!seen || !isLiveAt(seen, now)) return false;
    if (!isFirstUse(seen)) return true;
    const { pairId, parentId } = seen;
    seen = undefined;
    const written = await world.database.write([usePair(pairId, now), supersedePair(parentId, now)]);
    return written === null ? stale : true;
  });
}
