/** Removes the events of one group, slice by slice along their numbers, and remembers how far that came. */
import type { Database } from '../../database.ts';
import { must, type Sql, sql } from '../../sql.ts';

export async function readCursor(database: Database, name: string): Promise<number> {
  const rows = await database.list<{ upTo: number }>(
    sql`select up_to as "upTo" from event_cursors where name = ${name}`,
  );
  return rows[0]?.upTo ?? 0;
}

/** A guard: of two that sweep at once, one does. */
export function moveCursor(name: string, from: number, upTo: number): Sql {
  return must(sql`insert into event_cursors (name, up_to) values (${name}, ${upTo})
    on conflict (name) do update set up_to = excluded.up_to where event_cursors.up_to = ${from}`);
}

interface Slice {
  readonly count: number;
  readonly upTo: number;
}

/** The next so many events of all groups. */
export async function readSlice(
  database: Database,
  { after, before, most }: { readonly after: number; readonly before: number; readonly most: number },
): Promise<Slice> {
  const rows = await database.list<{ count: number; upTo: number | null }>(sql`
    select count(*) as "count", max(id) as "upTo" from (select id from events
      where id > ${after} and id < ${before} order by id limit ${most}) as slice`);
  return { count: rows[0]?.count ?? 0, upTo: rows[0]?.upTo ?? after };
}

export function removeGroup(group: string, after: number, upTo: number): Sql {
  return sql`delete from events where id > ${after} and id <= ${upTo} and kind like ${`${group}.%`}`;
}
