/** The SQLite driver: reads on this thread, writes grouped and handed to the writer thread. */
import { existsSync } from 'node:fs';
import type { Database } from '../database.ts';
import { refuseStranger } from '../move/marks.ts';
import { type Sql, sql } from '../sql.ts';
import { migrateSqlite } from './migrate.ts';
import { openReader } from './reader.ts';
import { startWriter } from './writer.ts';

/** `followed` is the move that led here; without one, a file that is being filled is refused. */
export async function openSqlite(path: string, followed?: string): Promise<Database> {
  if (followed !== undefined && !existsSync(path)) refuseStranger([], followed, `sqlite:${path}`);
  await migrateSqlite(path, followed);
  const reader = openReader(path);
  const writer = startWriter(path);

  return {
    engine: 'sqlite',
    // The row type is the caller's promise about the columns it named; the contract tests hold it to that.
    read: <Row>(statement: Sql) => reader.read(statement) as Promise<readonly Row[]>,
    write: (batch) => writer.write(batch),
    isReady: async () => {
      try {
        await reader.read(sql`select 1`);
        return (await writer.write([])) !== null;
      } catch {
        return false;
      }
    },
    close: async () => {
      await writer.close();
      reader.close();
    },
  };
}
