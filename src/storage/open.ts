/** Opens the database a setting names, brought to the current schema. */
import { type Database, type DatabaseWatch, Unusable } from './database.ts';
import { reportOutages } from './outages.ts';

export async function openDatabase(url: string, poolSize: number, watch: DatabaseWatch = {}): Promise<Database> {
  const database = await openEngine(url, poolSize, watch);
  return watch.onLost || watch.onBack ? reportOutages(database, watch) : database;
}

async function openEngine(url: string, poolSize: number, watch: DatabaseWatch): Promise<Database> {
  if (url.startsWith('sqlite:')) {
    const { openSqlite } = await import('./sqlite/driver.ts');
    return await openSqlite(url.slice('sqlite:'.length), watch);
  }
  if (url.startsWith('postgres://') || url.startsWith('postgresql://')) {
    const { openPostgres } = await import('./postgres/driver.ts');
    return await openPostgres(url, poolSize, watch);
  }
  throw new Unusable('The database must be named as sqlite:PATH or postgres://…');
}
