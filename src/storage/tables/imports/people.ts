/** The accounts that were imported: their marks, and how a run changes what it has brought before. */
import type { Database } from '../../database.ts';
import { changeRow, insertRow, must, type Sql, set, sql, where } from '../../sql.ts';
import { type SweepByNumber, sliceOf } from '../sweep.ts';

/** What an import writes about a person; the rest belongs to the account itself. */
export interface ImportedPerson {
  readonly id: number;
  readonly nickname: string;
  readonly nicknameKey: string;
  /** Null where another account has it (decision 0033). */
  readonly nicknameSkeleton: string | null;
  readonly email: string;
  readonly emailKey: string;
  readonly emailVerifiedAt: number | null;
  readonly name: string;
  readonly locale: string;
  readonly createdAt: number;
  readonly onlineAt: number;
  readonly disabledAt: number | null;
}

export const insertImportedAccount = insertRow('accounts', (person: ImportedPerson) => ({
  id: person.id,
  nickname: person.nickname,
  nickname_key: person.nicknameKey,
  nickname_skeleton: person.nicknameSkeleton,
  email: person.email,
  email_key: person.emailKey,
  email_verified_at: person.emailVerifiedAt,
  name: person.name,
  website: '',
  avatar_url: '',
  locale: person.locale,
  created_at: person.createdAt,
  online_at: person.onlineAt,
  disabled_at: person.disabledAt,
}));

interface Mark {
  readonly accountId: number;
  readonly importId: number;
  readonly digest: string;
}

export const markImportedAccount = insertRow('imported_accounts', (mark: Mark) => ({
  account_id: mark.accountId,
  import_id: mark.importId,
  digest: mark.digest,
}));

/** A guard: the mark is still the one that was read. */
export function remarkAccount(accountId: number, seen: string, digest: string): Sql {
  return must(
    sql`update imported_accounts set digest = ${digest} where account_id = ${accountId} and digest = ${seen}`,
  );
}

/** A guard: the account still has the names and the state with which it was judged to be unchanged here. */
export function changeImportedAccount(
  person: ImportedPerson,
  seen: { readonly nicknameKey: string; readonly emailKey: string },
): Sql {
  return must(
    changeRow(
      'accounts',
      person.id,
      set`nickname = ${person.nickname}, nickname_key = ${person.nicknameKey},
        nickname_skeleton = ${person.nicknameSkeleton}, email = ${person.email}, email_key = ${person.emailKey},
        email_verified_at = ${person.emailVerifiedAt}, name = ${person.name}, locale = ${person.locale},
        disabled_at = ${person.disabledAt}`,
      where`nickname_key = ${seen.nicknameKey} and email_key = ${seen.emailKey} and deleted_at is null`,
    ),
  );
}

type NamedAccount = Pick<FoundAccount, 'id' | 'nicknameKey' | 'emailKey'>;

interface FreeName {
  readonly text: string;
  readonly key: string;
}

/** A guard, as the next: the account still has what is taken from it. */
export function freeNickname(seen: NamedAccount, { text, key }: FreeName): Sql {
  return must(
    changeRow(
      'accounts',
      seen.id,
      set`nickname = ${text}, nickname_key = ${key}, nickname_skeleton = null`,
      where`nickname_key = ${seen.nicknameKey} and email_key = ${seen.emailKey} and deleted_at is null`,
    ),
  );
}

/** An address that nobody has is not verified. */
export function freeEmail(seen: NamedAccount, { text, key }: FreeName): Sql {
  return must(
    changeRow(
      'accounts',
      seen.id,
      set`email = ${text}, email_key = ${key}, email_verified_at = null`,
      where`nickname_key = ${seen.nicknameKey} and email_key = ${seen.emailKey} and deleted_at is null`,
    ),
  );
}

/** An account as a run finds it, with the mark that an earlier one left; the mark is null for accounts of our own. */
export interface FoundAccount {
  readonly id: number;
  readonly nickname: string;
  readonly nicknameKey: string;
  readonly email: string;
  readonly emailKey: string;
  readonly emailVerifiedAt: number | null;
  readonly name: string;
  readonly locale: string;
  readonly disabledAt: number | null;
  readonly deletedAt: number | null;
  /** The hash of its password, and the number of that credential; null where it has none. */
  readonly credentialId: number | null;
  readonly secret: string | null;
  readonly mark: string | null;
}

export async function findImportedAccount(database: Database, id: number): Promise<FoundAccount | undefined> {
  const rows = await database.read<FoundAccount>(sql`select a.id, a.nickname, a.nickname_key as "nicknameKey", a.email,
      a.email_key as "emailKey", a.email_verified_at as "emailVerifiedAt", a.name, a.locale,
      a.disabled_at as "disabledAt", a.deleted_at as "deletedAt", c.id as "credentialId", c.secret, m.digest as "mark"
    from accounts a
    left join credentials c on c.account_id = a.id and c.kind = 'password'
    left join imported_accounts m on m.account_id = a.id
    where a.id = ${id}`);
  return rows[0];
}

/** Marks in the order of the accounts' numbers. */
export function listMarkedAccounts(
  database: Database,
  after: number,
  most: number,
): Promise<readonly Omit<Mark, 'digest'>[]> {
  return database.list<Mark>(sql`select account_id as "accountId", import_id as "importId" from imported_accounts
    where account_id > ${after} order by account_id limit ${most}`);
}

export const sweepImportedAccounts: SweepByNumber = {
  table: 'imported_accounts',
  ends: 'with their account',
  next: async (database, after, most) =>
    sliceOf(
      after,
      await database.list(sql`select max(account_id) as "upTo" from
        (select account_id from imported_accounts where account_id > ${after} order by account_id limit ${most}) as slice`),
    ),
  stepIn: ({ after, upTo }) => sql`delete from imported_accounts where account_id > ${after} and account_id <= ${upTo}
    and exists (select 1 from accounts where accounts.id = imported_accounts.account_id and accounts.deleted_at is not null)`,
};
