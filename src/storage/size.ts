/** How many bytes the database takes, asked of whichever engine keeps it now. */
import type { Database } from './database.ts';
import { postgresSize } from './postgres/size.ts';
import { sqliteSize } from './sqlite/size.ts';

export function databaseSize(database: Database): Promise<number> {
  return database.engine === 'sqlite' ? sqliteSize(database) : postgresSize(database);
}
