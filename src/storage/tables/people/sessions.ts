/** The table of sessions: who is signed in, in which browser, since when. An ended session is a deleted row. */
import type { Source } from '../../../protocol/event.ts';
import type { Database } from '../../database.ts';
import { insertRow, leading, locking, must, type Sql, sql } from '../../sql.ts';
import type { SweepByIndex } from '../sweep.ts';
import { forgetSignInLinkOf } from './sign-in-links.ts';

export interface SessionRow {
  readonly digest: string;
  readonly accountId: number;
  readonly createdAt: number;
  readonly seenAt: number;
  /** When the account was last proved, at sign-in or at /confirm. */
  readonly authTime: number;
  /** How: Authentication Method References (RFC 8176 §2), separated by spaces. */
  readonly amr: string;
  readonly expiresAt: number;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** The authorization request that the password was given for (requestDigest), until it is answered; null for none. */
  readonly confirmedFor: string | null;
  /**
   * The digest of the session that this one takes the place of, or of the form that opened it, until it is used for the first
   * time; null from then on.
   */
  readonly replaces: string | null;
}

interface LiveSession extends SessionRow {
  readonly nickname: string;
  readonly pictureDigest: string | null;
  readonly locale: string;
  readonly adminAt: number | null;
  readonly developerAt: number | null;
}

/** What makes a session live at a moment: not over, and seen since. */
export interface Liveness {
  readonly now: number;
  readonly seenAfter: number;
}

/** Expiry and the account's state are judged here, at every use, whatever the sweeper did or did not do. */
export async function findLiveSession(
  database: Database,
  digest: string,
  { now, seenAfter }: Liveness,
): Promise<LiveSession | undefined> {
  const rows = await database.read<LiveSession>(sql`select s.digest, s.account_id as "accountId",
      s.created_at as "createdAt", s.seen_at as "seenAt", s.auth_time as "authTime", s.amr,
      s.expires_at as "expiresAt", s.address, s.user_agent as "userAgent", s.confirmed_for as "confirmedFor",
      s.replaces, a.nickname, a.picture_digest as "pictureDigest", a.locale, a.admin_at as "adminAt", a.developer_at as "developerAt"
    from sessions s join accounts a on a.id = s.account_id
    where s.digest = ${digest} and s.expires_at > ${now} and s.seen_at > ${seenAfter}
      and a.disabled_at is null and a.deleted_at is null`);
  return rows[0];
}

/** Without those that no browser has used yet while the one that such a session takes the place of is listed for it. */
export function listLiveSessions(
  database: Database,
  accountId: number,
  { now, seenAfter }: Liveness,
): Promise<readonly SessionRow[]> {
  return database.read<SessionRow>(sql`select digest, account_id as "accountId", created_at as "createdAt",
      seen_at as "seenAt", auth_time as "authTime", amr, expires_at as "expiresAt", address,
      user_agent as "userAgent", confirmed_for as "confirmedFor", replaces
    from sessions
    where account_id = ${accountId} and expires_at > ${now} and seen_at > ${seenAfter}
      and (replaces is null or not exists (select 1 from sessions s where s.digest = sessions.replaces
        and s.expires_at > ${now} and s.seen_at > ${seenAfter}))
    order by seen_at desc, digest`);
}

export const insertSession = insertRow('sessions', (session: SessionRow) => ({
  digest: session.digest,
  account_id: session.accountId,
  created_at: session.createdAt,
  seen_at: session.seenAt,
  auth_time: session.authTime,
  amr: session.amr,
  expires_at: session.expiresAt,
  address: session.address,
  user_agent: session.userAgent,
  confirmed_for: session.confirmedFor,
  replaces: session.replaces,
}));

/**
 * A session that has just been used for the first time: the one before it ends with that. What else was opened in its place is
 * a session like any other from then on.
 */
export function settleSession({ replaces }: SessionRow): readonly Sql[] {
  return [
    leading(sql`delete from sessions where digest = ${replaces}`),
    must(sql`update sessions set replaces = null where replaces = ${replaces}`),
  ];
}

/** A guard: the session has not ended. The only column that is in no index, and whose change is not counted on SQLite. */
export function remainsSignedIn(digest: string): Sql {
  return must(sql`update sessions set created_at = created_at where digest = ${digest}`);
}

/** The request was answered, so that the same one sent again asks for a proof again. A guard, too: the session has not ended. */
export function clearConfirmedFor(digest: string): Sql {
  return must(sql`update sessions set confirmed_for = null where digest = ${digest}`);
}

/** A session that takes the place of this one, or names the form that opened it here, and that no browser has used yet. */
export async function findSuccessor(
  database: Database,
  digest: string,
  { now, seenAfter }: Liveness,
): Promise<Pick<SessionRow, 'digest' | 'accountId' | 'authTime' | 'amr' | 'confirmedFor'> | undefined> {
  const rows =
    await database.read<SessionRow>(sql`select digest, account_id as "accountId", auth_time as "authTime", amr,
      confirmed_for as "confirmedFor"
    from sessions
    where replaces = ${digest} and expires_at > ${now} and seen_at > ${seenAfter} limit 1`);
  return rows[0];
}

/** A guard: no browser has used it. The same column as of `remainsSignedIn`. */
export function remainsUnused(digest: string, replaces: string): Sql {
  return must(sql`update sessions set created_at = created_at where digest = ${digest} and replaces = ${replaces}`);
}

export async function hasSession(database: Database, digest: string): Promise<boolean> {
  const rows = await database.read(sql`select digest from sessions where digest = ${digest}`);
  return rows.length > 0;
}

interface Room {
  /** The session that this browser had until now, of any account. */
  readonly replaced: string | null;
  /** The session of this account that stays, however old it is. */
  readonly kept: string | null;
  readonly accountId: number;
  /** How many of the account's sessions may stay. */
  readonly most: number;
  readonly now: number;
}

/** Ends what a new session takes the place of: the browser's old one, the account's dead ones, and its oldest. */
export function makeRoom({ replaced, kept, accountId, most, now }: Room): Sql {
  const spared = kept ?? '';
  return sql`delete from sessions where digest = ${replaced} or (account_id = ${accountId} and digest <> ${spared}
    and (expires_at <= ${now} or digest in (select digest from sessions where account_id = ${accountId}
      and digest <> ${spared} order by created_at desc, digest limit 1000 offset ${most})))`;
}

/**
 * The first is a guard: it touches no row when the session had ended already or is somebody else's. What was to take its place ends
 * too, also what was written while the end waited for it.
 */
export function endSession(digest: string, accountId: number): readonly Sql[] {
  return [
    leading(must(sql`delete from sessions where digest = ${digest} and account_id = ${accountId}`)),
    sql`delete from sessions where replaces = ${digest} and account_id = ${accountId}`,
  ];
}

/**
 * Twice, since whoever signs in holds the row of the account: with the password that this batch replaces, they are waited for and
 * their session ends too, or they find another password. Not only then: a form holds its session first, and then perhaps the account.
 */
export function endSessionsOf(accountId: number): readonly Sql[] {
  return [
    leading(sql`delete from sessions where account_id = ${accountId}`),
    locking(sql`update accounts set online_at = online_at where id = ${accountId}`, {
      table: 'accounts',
      id: accountId,
    }),
    sql`delete from sessions where account_id = ${accountId}`,
  ];
}

/** Every session, and the link that would open another one. */
export function endSignInsOf(accountId: number): readonly Sql[] {
  return [...endSessionsOf(accountId), forgetSignInLinkOf(accountId)];
}

/** Twice, since what takes the place of one of them may be written while the end waits for it. */
export function endOtherSessionsOf(accountId: number, kept: string): readonly Sql[] {
  return [
    leading(sql`delete from sessions where account_id = ${accountId} and digest <> ${kept}`),
    sql`delete from sessions where account_id = ${accountId} and digest <> ${kept}`,
  ];
}

export function noteSeen(digest: string, now: number, source: Source): Sql {
  return sql`update sessions set seen_at = ${now}, address = ${source.address}, user_agent = ${source.userAgent}
    where digest = ${digest} and seen_at < ${now}`;
}

/** No more than `most` are counted. */
export async function countLiveSessions(
  database: Database,
  { now, seenAfter }: Liveness,
  most: number,
): Promise<number> {
  const rows = await database.list<{ count: number }>(sql`select count(*) as "count" from (
      select 1 as one from sessions where expires_at > ${now} and seen_at > ${seenAfter} limit ${most}) as counted`);
  return rows[0]?.count ?? 0;
}

export const sweepSessions: SweepByIndex = {
  table: 'sessions',
  ends: 'at their expiry',
  step: ({ now }, most) => sql`delete from sessions where digest in
    (select digest from sessions where expires_at <= ${now} order by expires_at limit ${most})`,
};
