/** Opens the source that an operator names: a PostgreSQL address, an SQLite file, or JSON lines. */
import { closeSync, openSync, readSync } from 'node:fs';
import { serversOf } from '../../config/servers.ts';
import { faultOfForeignAddress } from '../../config/values.ts';
import { openJsonLines } from './json-lines.ts';
import { statOf } from './place.ts';
import { type ForeignSource, UnfitSource } from './source.ts';

/** How every SQLite file begins. */
const SQLITE_MARK = 'SQLite format 3\0';

export async function openSource(from: string): Promise<ForeignSource> {
  if (/^postgres(ql)?:\/\//.test(from)) {
    const fault = faultOfForeignAddress(from);
    // The address may hold a password, and is not repeated.
    if (fault !== undefined) throw new UnfitSource(`The address behind --from must ${fault}.`);
    const { openPostgresSource } = await import('./postgres-source.ts');
    return await openPostgresSource(serversOf(from)[0] ?? from);
  }
  if (/^(?:mysql2?|mariadb|trilogy):/.test(from)) {
    throw new UnfitSource(
      'MySQL is read from JSON lines: docs/moving-from-doorkeeper.md has the statements that write them.',
    );
  }
  const path = from.replace(/^sqlite3?:/, '');
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(path) ?? [];
  if (scheme !== undefined)
    throw new UnfitSource(
      `--from takes postgres://…, a file of SQLite, or JSON lines in a file or a folder, and no address that begins with ${scheme}://.`,
    );
  if (path !== from || isSqlite(path)) {
    const { openSqliteSource } = await import('./sqlite-source.ts');
    return openSqliteSource(path);
  }
  return openJsonLines(path);
}

function isSqlite(path: string): boolean {
  if (!statOf(path)?.isFile()) return false;
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(SQLITE_MARK.length);
    readSync(file, bytes);
    return bytes.toString('latin1') === SQLITE_MARK;
  } finally {
    closeSync(file);
  }
}
