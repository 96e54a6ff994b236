/** Reads the table of accounts for administrators, and guards what they do to it. */
import type { Database } from '../../database.ts';
import { changeRow, must, type Sql, set, sql, where } from '../../sql.ts';

export interface PersonRow {
  readonly id: number;
  readonly nickname: string;
  readonly email: string;
  readonly name: string;
  readonly adminAt: number | null;
  readonly createdAt: number;
  readonly onlineAt: number;
  readonly disabledAt: number | null;
}

/** What is left out matches no account. */
interface PersonSearch {
  readonly id: number | null;
  /** The beginning of a nickname's key. */
  readonly nicknameKey: string;
  /** The beginning of an address's key. */
  readonly emailKey: string;
}

/** Behind every text that begins with the same words, in the order of bytes. */
export function lastOf(beginning: string): string {
  return `${beginning}\u{10ffff}`;
}

/** In the order of their nicknames; each of the three ways to be found is one bounded walk along an index. */
export function findPeople(
  database: Database,
  { id, nicknameKey, emailKey }: PersonSearch,
  most: number,
): Promise<readonly PersonRow[]> {
  return database.list<PersonRow>(sql`select a.id, a.nickname, a.email, a.name, a.admin_at as "adminAt",
      a.created_at as "createdAt", a.online_at as "onlineAt", a.disabled_at as "disabledAt"
    from accounts a
    where a.deleted_at is null and a.id in (
      select named.id from (select id from accounts where deleted_at is null
        and nickname_key collate "binary" >= ${nicknameKey} and nickname_key collate "binary" < ${lastOf(nicknameKey)}
        order by nickname_key collate "binary" limit ${most}) as named
      union
      select addressed.id from (select id from accounts where deleted_at is null
        and email_key collate "binary" >= ${emailKey} and email_key collate "binary" < ${lastOf(emailKey)}
        order by email_key collate "binary" limit ${most}) as addressed
      union
      select id from accounts where id = ${id})
    order by a.nickname_key collate "binary" limit ${most}`);
}

/** Newest first; a page begins behind the one who came at this time with this number. */
export function listPeople(
  database: Database,
  before: { readonly createdAt: number; readonly id: number },
  most: number,
): Promise<readonly PersonRow[]> {
  return database.list<PersonRow>(sql`select id, nickname, email, name, admin_at as "adminAt",
      created_at as "createdAt", online_at as "onlineAt", disabled_at as "disabledAt"
    from accounts
    where deleted_at is null and created_at <= ${before.createdAt}
      and (created_at < ${before.createdAt} or id < ${before.id})
    order by created_at desc, id desc limit ${most}`);
}

/** A live administrator beside this account; undefined where it is the last one. */
export async function findOtherAdministrator(database: Database, id: number): Promise<number | undefined> {
  const rows = await database.read<{ id: number }>(sql`select id from accounts
    where admin_at is not null and disabled_at is null and deleted_at is null and id <> ${id} order by admin_at limit 1`);
  return rows[0]?.id;
}

/** A guard: the first to do so. */
export function takeAdministration(id: number): Sql {
  return must(changeRow('accounts', id, set`admin_at = null`, where`admin_at is not null and deleted_at is null`));
}

/** A guard: the first to do so. */
export function makeAdministrator(id: number, now: number): Sql {
  return must(
    changeRow(
      'accounts',
      id,
      set`admin_at = ${now}`,
      where`admin_at is null and disabled_at is null and deleted_at is null`,
    ),
  );
}

/**
 * A guard: the acting account is a live administrator at the commit. It changes nothing, but it locks the row, so that
 * of two administrators who disable each other the second one fails: one is always left.
 */
export function remainsAdministrator(id: number): Sql {
  return must(
    changeRow(
      'accounts',
      id,
      set`admin_at = admin_at`,
      where`admin_at is not null and disabled_at is null and deleted_at is null`,
    ),
  );
}
