/** Opens connections to SQLite, with every option that matters for safety written out. */
import { dirname } from 'node:path';
import { constants, DatabaseSync, type StatementSync } from 'node:sqlite';
import { makeFileLike, makeFolders } from '../../ownership.ts';
import { Unusable } from '../database.ts';
import { isFolder, troubleWith } from './trouble.ts';

export type Connection = DatabaseSync;
export type Statement = StatementSync;

/** SQLite before 3.51.3 can corrupt a WAL database when two connections checkpoint at once. */
const OLDEST_SAFE_SQLITE = [3, 51, 3] as const;

/**
 * Pages kept by each connection. What does not fit is in the memory of the system, a microsecond away: with four or thirty
 * times as many no answer was faster, neither among a thousand nor among three million tokens.
 */
const CACHE_KIB = 2048;

/** How long a connection waits, and its thread with it, for a lock that somebody else holds. */
export const LOCK_WAIT_MS = 5000;

/** What SQLite calls a database without a file. */
const MEMORY = ':memory:';

export function connect(path: string, role: 'reader' | 'writer', lockWaitMs = LOCK_WAIT_MS): Connection {
  if (role === 'writer' && path !== MEMORY) explaining(path, () => makePlace(path));
  const connection = open(path, lockWaitMs);
  keepLog(path, connection);
  if (role === 'reader') connection.exec('pragma query_only = on');
  return connection;
}

/** For whoever judges a file first: one of another program is left byte for byte as it is. Then `keepLog`. */
export function connectToJudge(path: string, lockWaitMs = LOCK_WAIT_MS): Connection {
  explaining(path, () => makePlace(path));
  return open(path, lockWaitMs);
}

/** From here on the file has its log beside it, which stands written in the file itself. */
export function keepLog(path: string, connection: Connection): void {
  explaining(path, () => connection.exec('pragma journal_mode = wal'));
}

function open(path: string, lockWaitMs: number): Connection {
  return explaining(path, () => {
    const connection = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: lockWaitMs });
    refuseOldLibrary(connection);
    // FULL: a commit is on stable storage when it returns; NORMAL could lose acknowledged ones at a power loss.
    connection.exec('pragma synchronous = full; pragma journal_size_limit = 67108864');
    connection.exec(`pragma cache_size = -${CACHE_KIB}; pragma temp_store = memory`);
    // What stands in a file's schema may call nothing that reaches beyond the file.
    connection.exec('pragma trusted_schema = off');
    return connection;
  });
}

function explaining<Answer>(path: string, work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    throw isBusy(error) ? error : explain(path, error);
  }
}

function makePlace(path: string): void {
  makeFolders(dirname(path));
  makeFileLike(dirname(path), path);
}

/**
 * Copies a database file into a new one, complete as of one moment, while others read and write it. `judge` throws where the
 * source must not be copied. What was written when it fails is for the caller to remove.
 */
export function copyDatabase(from: string, to: string, judge: (source: Connection) => void = () => {}): void {
  const source = openSource(from);
  try {
    judge(source);
    source.prepare('vacuum into ?').run(to);
  } catch (error) {
    throw error instanceof Unusable ? error : explainCopy(from, to, error);
  } finally {
    source.close();
  }
}

/** Read from at once, so that what is wrong with the source is not blamed on the copy. */
function openSource(path: string): Connection {
  if (isFolder(path)) throw new Unusable(`${path} is a folder, where a database file is needed.`);
  let source: Connection | undefined;
  try {
    source = new DatabaseSync(path, { readOnly: true, timeout: LOCK_WAIT_MS });
    source.prepare('select count(*) from sqlite_schema').get();
    return source;
  } catch (error) {
    source?.close();
    throw explainSource(path, error);
  }
}

function explainSource(path: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  const CANNOT_OPEN = 14;
  if (sqliteCode(error) !== CANNOT_OPEN) return new Unusable(troubleWith(path, sqliteCode(error), reason));
  return new Unusable(
    `The database file ${path} cannot be read (${reason}). Check that this user may read it and write to its folder: run the command as the user of the service.`,
  );
}

/** Of what can fail in a copy, these are troubles of what is read. */
function explainCopy(from: string, to: string, error: unknown): Error {
  const [BUSY, LOCKED, CORRUPT, NOT_A_DATABASE] = [5, 6, 11, 26];
  const [READ_FAILS, SHORT_READ] = [266, 522];
  const exact = typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) : 0;
  if ([BUSY, LOCKED, CORRUPT, NOT_A_DATABASE].includes(sqliteCode(error)) || [READ_FAILS, SHORT_READ].includes(exact))
    return explainSource(from, error);
  const reason = error instanceof Error ? error.message : String(error);
  return new Unusable(
    `${to} cannot be written (${reason}). Check that its folder exists, that this user may write there, and that the disk has room.`,
  );
}

/** Opens a file of another program, to read it and nothing else; what its schema may call reaches nothing outside. */
export function connectForeign(path: string): Connection {
  const connection = new DatabaseSync(path, { readOnly: true, timeout: LOCK_WAIT_MS });
  connection.exec('pragma trusted_schema = off; pragma query_only = on');
  return connection;
}

/**
 * Holds a file so that no other connection can open it, with everything in that one file and no log beside it. Answers what
 * keeps it from that: another connection, of whatever process, or that SQLite cannot read the file.
 */
export function holdAlone(path: string): Connection | 'in use' | 'damaged' {
  let connection: Connection | undefined;
  try {
    connection = new DatabaseSync(path);
    // Asked for before the first read, this lock is granted only while no other connection is open, and is kept to the end.
    connection.exec('pragma locking_mode = exclusive; begin exclusive; rollback');
    connection.exec('pragma journal_mode = delete; begin exclusive; commit');
    return connection;
  } catch (error) {
    connection?.close();
    const [CORRUPT, NOT_A_DATABASE] = [11, 26];
    if (isBusy(error)) return 'in use';
    if ([CORRUPT, NOT_A_DATABASE].includes(sqliteCode(error)) && !isFolder(path)) return 'damaged';
    throw explain(path, error);
  }
}

/** What SQLite itself and `findForeign` say against a file; empty when it is sound. */
export function examineFile(
  path: string,
  findForeign: (connection: Connection) => string | undefined,
): readonly string[] {
  try {
    const connection = new DatabaseSync(path, { readOnly: true });
    connection.exec('pragma trusted_schema = off');
    const lines = connection
      .prepare('pragma integrity_check')
      .all()
      .map((row) => String(row.integrity_check));
    const keys = connection
      .prepare('pragma foreign_key_check')
      .all()
      .map((row) => `foreign key of ${row.table}`);
    const foreign = findForeign(connection);
    connection.close();
    return [...lines.filter((line) => line !== 'ok'), ...keys, ...(foreign === undefined ? [] : [`it ${foreign}`])];
  } catch (error) {
    // A newer program wrote it, which is nothing against the file.
    if (error instanceof Unusable) throw error;
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** The primary result code of SQLite behind an error, or 0 when the error is not SQLite's. */
export function sqliteCode(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return 0;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
}

/** Unique and foreign keys that stood in the way; other constraints are defects of ours. */
export function isKeyConflict(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return false;
  const [UNIQUE, PRIMARY_KEY, FOREIGN_KEY] = [2067, 1555, 787];
  return error.errcode === UNIQUE || error.errcode === PRIMARY_KEY || error.errcode === FOREIGN_KEY;
}

/**
 * Busy, locked, no memory, read-only, I/O error, damaged, full, cannot open, not a database: the machine's trouble, not
 * a wrong statement. A disk that cannot be read for a while is told as damaged too.
 */
export function isOutOfReach(error: unknown): boolean {
  const TROUBLE = [5, 6, 7, 8, 10, 11, 13, 14, 26];
  return TROUBLE.includes(sqliteCode(error));
}

export function isBusy(error: unknown): boolean {
  const BUSY = 5;
  return sqliteCode(error) === BUSY;
}

function refuseOldLibrary(connection: Connection): void {
  const row = connection.prepare('select sqlite_version() as version').get();
  const version = String(row?.version).split('.').map(Number);
  for (const [index, least] of OLDEST_SAFE_SQLITE.entries()) {
    const part = version[index] ?? 0;
    if (part > least) return;
    if (part < least) throw new Unusable(`SQLite ${version.join('.')} is older than ${OLDEST_SAFE_SQLITE.join('.')}.`);
  }
}

function explain(path: string, error: unknown): Error {
  if (error instanceof Unusable) return error;
  if (isFolder(path)) return new Unusable(`${path} is a folder, where a database file is needed.`);
  const reason = error instanceof Error ? error.message : String(error);
  const [CORRUPT, NOT_A_DATABASE, IO_ERROR, FULL] = [11, 26, 10, 13];
  const code = sqliteCode(error);
  if (code === NOT_A_DATABASE || code === CORRUPT) {
    return new Unusable(
      `The database file ${path} is not a readable SQLite database (${reason}). Restore a backup or name another file.`,
    );
  }
  if (code === IO_ERROR || code === FULL) return new Unusable(troubleWith(path, code, reason));
  return new Unusable(
    `The database file ${path} cannot be opened for writing (${reason}). Check that the folder exists and that this user may write there.`,
  );
}

/**
 * Prepares a statement and answers which tables it reads. SQLite says so while it compiles, of each column, through views
 * too. To look for names in the text takes a column for the table that is called the same: what was read for every request
 * was then taken for changed by every commit.
 */
export function prepareAndHear(
  connection: Connection,
  text: string,
): { readonly prepared: Statement; readonly read: readonly string[] } {
  const read = new Set<string>();
  connection.setAuthorizer((action, table) => {
    if (action === constants.SQLITE_READ && table !== null) read.add(table);
    return constants.SQLITE_OK;
  });
  try {
    return { prepared: connection.prepare(text), read: [...read] };
  } finally {
    connection.setAuthorizer(null);
  }
}
