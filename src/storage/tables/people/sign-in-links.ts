/** The table of sign-in links: each lets one person in once, and is kept as the digest of its secret. */
import type { Database } from '../../database.ts';
import { insertRow, must, type Sql, sql } from '../../sql.ts';
import type { SweepByIndex } from '../sweep.ts';

interface FoundLink {
  readonly accountId: number;
  readonly createdAt: number;
}

export async function findSignInLink(database: Database, digest: string, now: number): Promise<FoundLink | undefined> {
  const rows = await database.read<FoundLink>(sql`select account_id as "accountId", created_at as "createdAt"
    from sign_in_links where digest = ${digest} and expires_at > ${now}`);
  return rows[0];
}

/** An account has one link at most: a new one takes the place of the one before. */
export function forgetSignInLinkOf(accountId: number): Sql {
  return sql`delete from sign_in_links where account_id = ${accountId}`;
}

interface NewLink {
  readonly digest: string;
  readonly accountId: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export const insertSignInLink = insertRow('sign_in_links', (link: NewLink) => ({
  digest: link.digest,
  account_id: link.accountId,
  created_at: link.createdAt,
  expires_at: link.expiresAt,
}));

/** A guard: of several who use a link, one touches the row; a used link is gone. */
export function takeSignInLink(digest: string, accountId: number, now: number): Sql {
  return must(sql`delete from sign_in_links
    where digest = ${digest} and account_id = ${accountId} and expires_at > ${now}`);
}

export const sweepSignInLinks: SweepByIndex = {
  table: 'sign_in_links',
  ends: 'when they were used, or at their expiry',
  step: ({ now }, most) => sql`delete from sign_in_links where digest in
    (select digest from sign_in_links where expires_at <= ${now} order by expires_at limit ${most})`,
};
