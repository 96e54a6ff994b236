/** The SQLite driver: lookups on this thread, lists on another one, writes grouped and handed to the writer thread. */
import type { Database } from '../database.ts';
import { type Sql, sql } from '../sql.ts';
import { openLists } from './lists.ts';
import { migrateSqlite } from './migrate.ts';
import { openReader } from './reader.ts';
import { startWriter } from './writer.ts';

export async function openSqlite(path: string): Promise<Database> {
  await migrateSqlite(path);
  const reader = openReader(path);
  const lists = openLists(path);
  const writer = startWriter(path);

  return {
    engine: 'sqlite',
    // The row type is the caller's promise about the columns it named; the contract tests hold it to that.
    read: <Row>(statement: Sql) => reader.read(statement) as Promise<readonly Row[]>,
    list: <Row>(statement: Sql) => lists.list(statement) as Promise<readonly Row[]>,
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
      await Promise.all([writer.close(), lists.close()]);
      reader.close();
    },
  };
}
