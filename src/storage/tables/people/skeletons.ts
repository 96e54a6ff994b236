/** The skeletons of nicknames in the table of accounts: look-alikes share one, and one account has it (decision 0033). */
import type { Database } from '../../database.ts';
import { type Sql, sql } from '../../sql.ts';

/** The account that has this skeleton. */
export async function findSkeletonHolder(database: Database, skeleton: string): Promise<number | undefined> {
  const rows = await database.read<{ id: number }>(
    sql`select id from accounts where nickname_skeleton = ${skeleton} limit 1`,
  );
  return rows[0]?.id;
}

interface Unfilled {
  readonly id: number;
  readonly nickname: string;
}

/** Accounts from before skeletons were kept, in the order of their numbers. */
export function listUnfilled(database: Database, after: number, most: number): Promise<readonly Unfilled[]> {
  return database.list<Unfilled>(sql`select id, nickname from accounts
    where id > ${after} and nickname_skeleton is null and deleted_at is null order by id limit ${most}`);
}

/** Touches nothing where the nickname has changed since it was read; where another account has the skeleton, it fails. */
export function fillSkeleton({ id, nickname }: Unfilled, skeleton: string): Sql {
  return sql`update accounts set nickname_skeleton = ${skeleton}
    where id = ${id} and nickname = ${nickname} and nickname_skeleton is null and deleted_at is null`;
}
