/** Opens the database a setting names, brought to the current schema. */
import { type Database, Unusable } from './database.ts';

export async function openDatabase(url: string, poolSize: number): Promise<Database> {
  if (url.startsWith('sqlite:')) {
    const { openSqlite } = await import('./sqlite/driver.ts');
    return await openSqlite(url.slice('sqlite:'.length));
  }
  if (url.startsWith('postgres://') || url.startsWith('postgresql://')) {
    const { openPostgres } = await import('./postgres/driver.ts');
    return await openPostgres(url, poolSize);
  }
  throw new Unusable('The database must be named as sqlite:PATH or postgres://…');
}
