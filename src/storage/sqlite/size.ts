/** How large the embedded database is: every page of its file, used or free. */
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';

export async function sqliteSize(database: Database): Promise<number> {
  const rows = await database.list<{ bytes: number }>(
    sql`select p.page_count * s.page_size as "bytes" from pragma_page_count() p, pragma_page_size() s`,
  );
  return rows[0]?.bytes ?? 0;
}
