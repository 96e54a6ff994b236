/** The table of accounts: people who sign in. */
import type { Database } from '../../database.ts';
import { changeRow, insertRow, must, type Sql, set, sql, where } from '../../sql.ts';

export interface AccountRow {
  readonly id: number;
  readonly nickname: string;
  readonly email: string;
  readonly emailVerifiedAt: number | null;
  readonly name: string;
  readonly website: string;
  /** An address elsewhere, which applications are given where no picture was uploaded; empty for none. */
  readonly avatarUrl: string;
  /** Names the uploaded picture; null where there is none. */
  readonly pictureDigest: string | null;
  readonly locale: string;
  readonly adminAt: number | null;
  /** Since when the person may register applications where not everybody may. */
  readonly developerAt: number | null;
  readonly createdAt: number;
  readonly onlineAt: number;
  readonly disabledAt: number | null;
  /** When somebody last signed in; null for never. */
  readonly signedInAt: number | null;
  /** For its owner; null where the administrator gave no reason. */
  readonly disabledBecause: string | null;
  readonly deletedAt: number | null;
}

/** Each of these names at most one account; what is left out matches no account. */
export interface AccountKey {
  readonly id?: number;
  readonly nicknameKey?: string;
  readonly emailKey?: string;
}

export async function findAccount(database: Database, by: AccountKey): Promise<AccountRow | undefined> {
  const rows = await findAccounts(database, by);
  return rows[0];
}

/** Everyone that one of the names fits: for the question which names are taken. */
export function findAccounts(database: Database, by: AccountKey): Promise<readonly AccountRow[]> {
  return database.read<AccountRow>(sql`select id, nickname, email, email_verified_at as "emailVerifiedAt",
      name, website, avatar_url as "avatarUrl", picture_digest as "pictureDigest", locale, admin_at as "adminAt",
      developer_at as "developerAt", created_at as "createdAt", online_at as "onlineAt", disabled_at as "disabledAt",
      signed_in_at as "signedInAt", disabled_because as "disabledBecause", deleted_at as "deletedAt"
    from accounts
    where id = ${by.id ?? null} or nickname_key = ${by.nicknameKey ?? null} or email_key = ${by.emailKey ?? null}`);
}

export type ListedAccount = Omit<AccountRow, 'website' | 'avatarUrl' | 'pictureDigest' | 'locale' | 'disabledBecause'>;

/** In the order in which they came; the next page starts after the last one's `createdAt` and `id`. */
export function listAccounts(
  database: Database,
  after: { readonly createdAt: number; readonly id: number },
  most: number,
): Promise<readonly ListedAccount[]> {
  return database.list<ListedAccount>(sql`select id, nickname, email, email_verified_at as "emailVerifiedAt", name,
      admin_at as "adminAt", developer_at as "developerAt", created_at as "createdAt", online_at as "onlineAt",
      disabled_at as "disabledAt", signed_in_at as "signedInAt", deleted_at as "deletedAt"
    from accounts
    where deleted_at is null and created_at >= ${after.createdAt} and (created_at > ${after.createdAt} or id > ${after.id})
    order by created_at, id
    limit ${most}`);
}

export async function hasAdministrator(database: Database): Promise<boolean> {
  const rows = await database.read(
    sql`select id from accounts where admin_at is not null and deleted_at is null limit 1`,
  );
  return rows.length > 0;
}

interface NewAccount {
  readonly id: number;
  readonly nickname: string;
  readonly nicknameKey: string;
  readonly nicknameSkeleton: string;
  readonly email: string;
  readonly emailKey: string;
  /** When somebody vouched for the address; not verified where it is missing. */
  readonly emailVerifiedAt?: number | null;
  readonly name: string;
  readonly locale: string;
  readonly adminAt: number | null;
  readonly createdAt: number;
  /** Where its owner is signed in from the beginning. */
  readonly signedInAt?: number;
}

export const insertAccount = insertRow('accounts', (account: NewAccount) => ({
  id: account.id,
  nickname: account.nickname,
  nickname_key: account.nicknameKey,
  nickname_skeleton: account.nicknameSkeleton,
  email: account.email,
  email_key: account.emailKey,
  email_verified_at: account.emailVerifiedAt ?? null,
  name: account.name,
  website: '',
  avatar_url: '',
  locale: account.locale,
  admin_at: account.adminAt,
  created_at: account.createdAt,
  online_at: account.createdAt,
  signed_in_at: account.signedInAt ?? null,
}));

/** A guard: the account is neither disabled nor deleted when its owner signs in or proves it again. */
export function remainsLive(id: number, now: number): Sql {
  return must(
    changeRow(
      'accounts',
      id,
      set`online_at = ${now}, signed_in_at = ${now}`,
      where`disabled_at is null and deleted_at is null`,
    ),
  );
}

/**
 * A guard: the account exists, disabled or not. It changes nothing, but locks the row against a deletion at the same
 * time.
 */
export function remainsKnown(id: number): Sql {
  return must(changeRow('accounts', id, set`online_at = online_at`, where`deleted_at is null`));
}

/** The same of an account that may still do something. */
export function remainsUsable(id: number): Sql {
  return must(changeRow('accounts', id, set`online_at = online_at`, where`disabled_at is null and deleted_at is null`));
}

export function noteOnline(id: number, now: number): Sql {
  return changeRow('accounts', id, set`online_at = ${now}`, where`online_at < ${now} and deleted_at is null`);
}

export interface Profile {
  readonly name: string;
  readonly website: string;
  readonly avatarUrl: string;
  readonly locale: string;
}

/**
 * A guard: the profile is still as it was read. An unchanged nickname keeps its skeleton, or goes on without one where an
 * older account has it.
 */
export function setProfile(
  seen: Profile & Pick<AccountRow, 'id' | 'nickname'>,
  nickname: { shown: string; key: string; skeleton: string },
  profile: Profile,
): Sql {
  return must(
    changeRow(
      'accounts',
      seen.id,
      set`nickname = ${nickname.shown}, nickname_key = ${nickname.key},
        nickname_skeleton = case when nickname = ${nickname.shown} then nickname_skeleton else ${nickname.skeleton} end,
        name = ${profile.name}, website = ${profile.website}, avatar_url = ${profile.avatarUrl}, locale = ${profile.locale}`,
      where`disabled_at is null and deleted_at is null and nickname = ${seen.nickname} and name = ${seen.name}
        and website = ${seen.website} and avatar_url = ${seen.avatarUrl} and locale = ${seen.locale}`,
    ),
  );
}

/** A new address is not verified. */
export function setEmail(id: number, email: { shown: string; key: string }): Sql {
  return must(
    changeRow(
      'accounts',
      id,
      set`email = ${email.shown}, email_key = ${email.key}, email_verified_at = null`,
      where`disabled_at is null and deleted_at is null`,
    ),
  );
}

export function disable(id: number, because: string | null, now: number): Sql {
  return must(
    changeRow(
      'accounts',
      id,
      set`disabled_at = ${now}, disabled_because = ${because}`,
      where`disabled_at is null and deleted_at is null`,
    ),
  );
}

export function enable(id: number): Sql {
  return must(
    changeRow(
      'accounts',
      id,
      set`disabled_at = null, disabled_because = null`,
      where`disabled_at is not null and deleted_at is null`,
    ),
  );
}

/** The row stays, so that its number is never given to another person; what it said about a person goes. */
export function markDeleted(id: number, now: number): Sql {
  const key = `deleted:${id}`;
  return must(
    changeRow(
      'accounts',
      id,
      set`deleted_at = ${now}, nickname = '', nickname_key = ${key}, nickname_skeleton = null, email = '', email_key = ${key},
        email_verified_at = null, name = '', website = '', avatar_url = '', picture_digest = null, locale = '',
        admin_at = null, developer_at = null, disabled_because = null`,
      where`deleted_at is null`,
    ),
  );
}

/** An application without an owner has nobody who answers for it: it ends with the account (SPEC D28), as one that is deleted. */
export function buryApplicationsOf(id: number, now: number): Sql {
  return sql`update clients set deleted_at = ${now}, description = '', homepage_url = '', logo_url = '', policy_url = '',
      terms_url = '', approved_details = null
    where owner_id = ${id} and deleted_at is null`;
}

/** What a request that ran while the account was deleted may have written: never usable, but about a person. */
export function eraseLeftOvers(id: number, now: number): readonly Sql[] {
  return [
    sql`update consents set revoked_at = ${now}, revoked_because = 'account_deleted', address = null, user_agent = null
      where account_id = ${id} and revoked_at is null
        and exists (select 1 from accounts where id = ${id} and deleted_at is not null)`,
    sql`delete from sessions where account_id = ${id}
      and exists (select 1 from accounts where id = ${id} and deleted_at is not null)`,
    sql`delete from pictures where account_id = ${id}
      and exists (select 1 from accounts where id = ${id} and deleted_at is not null)`,
    sql`update clients set deleted_at = ${now} where owner_id = ${id} and deleted_at is null
      and exists (select 1 from accounts where id = ${id} and deleted_at is not null)`,
    sql`delete from ended_access where account_id = ${id}
      and exists (select 1 from accounts where id = ${id} and deleted_at is not null)`,
  ];
}
