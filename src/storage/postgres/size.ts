/** How large the database is on PostgreSQL's disk, indexes included. */
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';

export async function postgresSize(database: Database): Promise<number> {
  const rows = await database.list<{ bytes: number }>(sql`select pg_database_size(current_database()) as "bytes"`);
  return rows[0]?.bytes ?? 0;
}
