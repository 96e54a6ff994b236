/** The skeletons of names in the table of clients: look-alikes share one (decision 0033). */
import type { Database } from '../../database.ts';
import { type Sql, sql } from '../../sql.ts';

/** Whether an older application of another owner looks like this one. Numbers grow with time. */
export async function hasOlderNamesake(
  database: Database,
  { id, ownerId, skeleton }: { readonly id: number; readonly ownerId: number; readonly skeleton: string },
): Promise<boolean> {
  const rows = await database.read(sql`select id from clients
    where name_skeleton = ${skeleton} and id < ${id} and owner_id <> ${ownerId} and deleted_at is null limit 1`);
  return rows.length > 0;
}

interface Unfilled {
  readonly id: number;
  readonly name: string;
}

/** Clients from before skeletons were kept, in the order of their numbers. */
export function listUnfilled(database: Database, after: number, most: number): Promise<readonly Unfilled[]> {
  return database.list<Unfilled>(sql`select id, name from clients
    where id > ${after} and name_skeleton is null and deleted_at is null order by id limit ${most}`);
}

export function fillSkeleton({ id, name }: Unfilled, skeleton: string): Sql {
  return sql`update clients set name_skeleton = ${skeleton} where id = ${id} and name = ${name} and name_skeleton is null`;
}
