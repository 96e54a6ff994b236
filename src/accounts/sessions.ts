/** Sessions: a random cookie value, kept as a digest, judged at every use. */
import { reportBounded } from '../events/report-bounded.ts';
import { digest } from '../protocol/digest.ts';
import type { Source } from '../protocol/event.ts';
import { picturePath } from '../protocol/people/picture.ts';
import { attempt, stale, writeUnguarded } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { remember, rememberedBelow } from '../storage/tables/limits.ts';
import { noteOnline } from '../storage/tables/people/accounts.ts';
import {
  endOtherSessionsOf,
  endSession,
  findLiveSession,
  insertSession,
  type Liveness,
  listLiveSessions,
  makeRoom,
  noteSeen,
  type SessionRow,
  settleSession,
} from '../storage/tables/people/sessions.ts';
import { forgetSignInLinkOf } from '../storage/tables/people/sign-in-links.ts';
import type { World } from '../world.ts';
import type { Authenticated } from './authentication/way.ts';

/** An account that is signed in, in one browser. */
export interface SignedIn {
  readonly id: number;
  readonly nickname: string;
  /** The uploaded picture, on this service; null where the drawn one stands in for it. */
  readonly picturePath: string | null;
  /** The language tag of the profile; empty when it says none. */
  readonly locale: string;
  readonly isAdmin: boolean;
  /** May register applications where not everybody may. */
  readonly isDeveloper: boolean;
  readonly session: Session;
}

export type Session = SessionRow;

interface Opening {
  readonly confirmedFor?: string | null | undefined;
  readonly replaces?: string | null | undefined;
}

/** A session that is not written yet: the cookie's value, and its row. */
interface OpenedSession {
  readonly value: string;
  readonly insert: Sql;
}

/** Twelve hours, used or not. */
const SESSION_SECONDS = 43_200;
/** Two hours without a request. */
const IDLE_SECONDS = 7200;
/** The last use is written once a minute and some seconds late, so an idle session may live longer by this much. */
const SEEN_GRAIN_SECONDS = 120;
/** How long after proving the account somebody may do dangerous things. */
const CONFIRMED_SECONDS = 300;
export const MOST_SESSIONS = 50;

const VALUE_BYTES = 32;
const VALUE = /^[A-Za-z0-9_-]{43}$/;

/**
 * The value is always new: one that was planted in the browser before the sign-in is worthless (session fixation).
 * `confirmedFor` names the authorization request on whose way the account was proved, `replaces` the session that goes on until
 * this one is used; null for none.
 */
export function openSession(
  world: World,
  { accountId, method, at }: Authenticated,
  source: Source,
  { confirmedFor = null, replaces = null }: Opening = {},
): OpenedSession {
  const now = world.now();
  const value = world.randomBytes(VALUE_BYTES).toString('base64url');
  const session = {
    digest: digest(value),
    accountId,
    createdAt: now,
    seenAt: now,
    authTime: at,
    amr: method,
    expiresAt: now + SESSION_SECONDS,
    address: source.address,
    userAgent: source.userAgent,
    confirmedFor,
    replaces,
  };
  return { value, insert: insertSession(session) };
}

/** Ends the session that the browser had until now, of any account, and the account's expired and oldest ones. */
export function makeRoomFor(world: World, accountId: number, replaced: string | null): Sql {
  // Beside the new one.
  const most = MOST_SESSIONS - 1;
  return makeRoom({ replaced, kept: null, accountId, most, now: world.now() });
}

/** The same for a session that takes the place of another, which goes on beside it. */
export function makeRoomBeside(world: World, { id, session }: SignedIn): Sql {
  const most = MOST_SESSIONS - 2;
  return makeRoom({ replaced: null, kept: session.digest, accountId: id, most, now: world.now() });
}

/**
 * The browser has the session that took the place of another, and uses it: the other one ends. Not sooner, since an answer may
 * never arrive: whoever closes the page, goes back or sends a form twice has the cookie from before.
 */
export async function settle({ database }: World, { session }: SignedIn): Promise<void> {
  const { replaces, digest: successor, expiresAt } = session;
  if (replaces === null) return;
  // Nothing is written where another request of this browser was quicker.
  await database.write([...settleSession(session), remember(`${movedFrom(replaces)}/${successor}`, expiresAt)]);
}

/** Whoever ends a session by a list from before means the browser, which has another one by now. */
function movedFrom(session: string): string {
  return `session-moved/${session}`;
}

/** So many times a browser can prove its account anew in the life of a session, and more than anybody does. */
const MOST_MOVES = SESSION_SECONDS / CONFIRMED_SECONDS;

/** This session of the account, or the one that took its place since; undefined where that has ended. */
export async function findFollowing(world: World, accountId: number, session: string): Promise<string | undefined> {
  const own = new Set((await listSessions(world, accountId)).map((each) => each.digest));
  let found: string | undefined = VALUE.test(session) ? session : undefined;
  for (let moves = 0; found !== undefined && !own.has(found); moves += 1) {
    if (moves === MOST_MOVES) return undefined;
    found = await rememberedBelow(world.database, movedFrom(found), world.now());
  }
  return found;
}

/** The account of a cookie's value; null when the session is unknown, ended, idle or expired, or the account ended. */
export async function findSignedIn(world: World, value: string, source: Source): Promise<SignedIn | null> {
  if (!VALUE.test(value)) return null;
  const now = world.now();
  const found = await findLiveSession(world.database, digest(value), livenessAt(now));
  if (!found) return null;
  const { nickname, pictureDigest, locale, adminAt, developerAt, ...session } = found;
  // Two deferred writes, since they are rows of two tables; either may be lost without harm.
  world.deferred.defer(`session:${session.digest}`, now, () => noteSeen(session.digest, now, source));
  world.deferred.defer(`online:${session.accountId}`, now, () => noteOnline(session.accountId, now));
  const account = { id: session.accountId, nickname, picturePath: picturePath(pictureDigest), locale };
  return { ...account, isAdmin: adminAt !== null, isDeveloper: developerAt !== null, session };
}

/** True while the account was proved recently enough for a dangerous act. */
export function isConfirmed(session: Session, now: number): boolean {
  return now - session.authTime <= CONFIRMED_SECONDS;
}

export async function isStillLive(world: World, sessionDigest: string): Promise<boolean> {
  return (await findLiveSession(world.database, sessionDigest, livenessAt(world.now()))) !== undefined;
}

export function listSessions(world: World, accountId: number): Promise<readonly Session[]> {
  return listLiveSessions(world.database, accountId, livenessAt(world.now()));
}

export async function signOut(world: World, who: SignedIn, source: Source): Promise<void> {
  await endOwn(world, who.id, who.session.digest, (ended) => [
    ...endSession(ended, who.id),
    ...reportBounded(world, source, 'account.signed_out', { accountId: who.id }),
  ]);
}

/** Ends one session of the account, or what took its place; succeeds also when it had ended before. */
export async function endOneSession(world: World, who: SignedIn, session: string, source: Source): Promise<void> {
  await endOwn(world, who.id, session, (ended) => [
    ...endSession(ended, who.id),
    ...reportBounded(world, source, 'account.session_ended', { accountId: who.id, detail: 'one' }),
  ]);
}

export async function endOtherSessions(world: World, who: SignedIn, source: Source): Promise<void> {
  await writeUnguarded(world.database, () => [
    ...endOtherSessionsOf(who.id, who.session.digest),
    forgetSignInLinkOf(who.id),
    ...reportBounded(world, source, 'account.session_ended', { accountId: who.id, detail: 'all others' }),
  ]);
}

/** Done when the session and what took its place have ended, by this batch or by another. */
async function endOwn(
  world: World,
  accountId: number,
  session: string,
  batch: (ended: string) => readonly Sql[],
): Promise<void> {
  await attempt(async () => {
    const ended = await findFollowing(world, accountId, session);
    return ended === undefined || (await world.database.write(batch(ended))) ? undefined : stale;
  });
}

/** What makes a session live at this second. */
export function livenessAt(now: number): Liveness {
  return { now, seenAfter: now - IDLE_SECONDS - SEEN_GRAIN_SECONDS };
}
