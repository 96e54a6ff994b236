/** Opens the database a setting names, brought to the current schema, or the one that it was moved to. */
import { type Database, type DatabaseWatch, type Opening, Unusable } from './database.ts';
import { follow } from './following.ts';

export function openDatabase(url: string, poolSize: number, watch: DatabaseWatch = {}): Promise<Database> {
  return follow(url, (address, followed) => openEngine(address, poolSize, { ...watch, followed }), watch);
}

async function openEngine(url: string, poolSize: number, opening: Opening): Promise<Database> {
  if (url.startsWith('sqlite:')) {
    const { openSqlite } = await import('./sqlite/driver.ts');
    return await openSqlite(url.slice('sqlite:'.length), opening);
  }
  if (url.startsWith('postgres://') || url.startsWith('postgresql://')) {
    const { openPostgres } = await import('./postgres/driver.ts');
    return await openPostgres(url, poolSize, opening);
  }
  throw new Unusable('The database must be named as sqlite:PATH or postgres://…');
}
