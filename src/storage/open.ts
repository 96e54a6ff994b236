/** Opens the database a setting names, brought to the current schema, or the one that it was moved to. */
import { type Database, Unusable } from './database.ts';
import { follow } from './following.ts';

/** `onMoved` is told the address of the database that is used instead, with its password. */
export function openDatabase(
  url: string,
  poolSize: number,
  onMoved: (address: string) => void = () => {},
): Promise<Database> {
  return follow(url, (address, followed) => openHere(address, poolSize, followed), onMoved);
}

async function openHere(url: string, poolSize: number, followed: string | undefined): Promise<Database> {
  if (url.startsWith('sqlite:')) {
    const { openSqlite } = await import('./sqlite/driver.ts');
    return await openSqlite(url.slice('sqlite:'.length), followed);
  }
  if (url.startsWith('postgres://') || url.startsWith('postgresql://')) {
    const { openPostgres } = await import('./postgres/driver.ts');
    return await openPostgres(url, { poolSize, followed });
  }
  throw new Unusable('The database must be named as sqlite:PATH or postgres://…');
}
