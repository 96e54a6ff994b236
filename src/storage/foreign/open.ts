/** Opens the source that an operator names: a PostgreSQL address, an SQLite file, or JSON lines. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { openJsonLines } from './json-lines.ts';
import { type ForeignSource, UnfitSource } from './source.ts';

/** How every SQLite file begins. */
const SQLITE_MARK = 'SQLite format 3\0';

export async function openSource(from: string): Promise<ForeignSource> {
  if (/^postgres(ql)?:\/\//.test(from)) {
    const { openPostgresSource } = await import('./postgres-source.ts');
    return await openPostgresSource(from);
  }
  if (/^mysql2?:/.test(from)) {
    throw new UnfitSource(
      'MySQL is read from JSON lines: docs/moving-from-doorkeeper.md has the statements that write them.',
    );
  }
  const path = from.replace(/^sqlite3?:/, '');
  if (path !== from || isSqlite(path)) {
    const { openSqliteSource } = await import('./sqlite-source.ts');
    return openSqliteSource(path);
  }
  return openJsonLines(path);
}

function isSqlite(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(SQLITE_MARK.length);
    readSync(file, bytes);
    return bytes.toString('latin1') === SQLITE_MARK;
  } finally {
    closeSync(file);
  }
}
