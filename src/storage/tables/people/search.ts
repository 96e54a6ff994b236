/** Reads the table of accounts for administrators, and guards what they do to it. */
import type { Database } from '../../database.ts';
import { changeRow, must, type Sql, set, sql, where } from '../../sql.ts';

export interface PersonRow {
  readonly id: number;
  readonly nickname: string;
  readonly email: string;
  readonly name: string;
  /** Names the uploaded picture; null where there is none. */
  readonly pictureDigest: string | null;
  readonly adminAt: number | null;
  readonly createdAt: number;
  readonly onlineAt: number;
  readonly disabledAt: number | null;
  /** When somebody last signed in; null for never. */
  readonly signedInAt: number | null;
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

/** A guard: the account may still register applications, as a developer or an administrator. It changes nothing. */
export function remainsDeveloper(id: number): Sql {
  return must(
    changeRow(
      'accounts',
      id,
      set`developer_at = developer_at`,
      where`(developer_at is not null or admin_at is not null) and disabled_at is null and deleted_at is null`,
    ),
  );
}

/** A guard: the first to do so. */
export function makeDeveloper(id: number, now: number): Sql {
  return must(
    changeRow('accounts', id, set`developer_at = ${now}`, where`developer_at is null and deleted_at is null`),
  );
}

/** A guard, as its counterpart. */
export function endDeveloper(id: number): Sql {
  return must(
    changeRow('accounts', id, set`developer_at = null`, where`developer_at is not null and deleted_at is null`),
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
