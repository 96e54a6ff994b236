/** Counts for the administrators' first page, each along an index and none beyond its bound. */
import type { Database } from '../../database.ts';
import { sql } from '../../sql.ts';
import type { Liveness } from '../people/sessions.ts';

interface DaySum {
  readonly tokens: number;
  readonly errors: number;
}

/** What all clients together received and were refused on a day, as far as it is written down. */
export async function sumDay(database: Database, day: number): Promise<DaySum> {
  const rows = await database.read<DaySum>(sql`select cast(coalesce(sum(tokens), 0) as bigint) as "tokens",
      cast(coalesce(sum(errors), 0) as bigint) as "errors"
    from client_days where day = ${day}`);
  return rows[0] ?? { tokens: 0, errors: 0 };
}

/** No more than `most` are counted. */
export async function countLiveSessions(
  database: Database,
  { now, seenAfter }: Liveness,
  most: number,
): Promise<number> {
  const rows = await database.read<{ count: number }>(sql`select count(*) as "count" from (
      select 1 as one from sessions where expires_at > ${now} and seen_at > ${seenAfter} limit ${most}) as counted`);
  return rows[0]?.count ?? 0;
}
