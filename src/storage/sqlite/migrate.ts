/** Brings an SQLite file to the current schema, under the file's own write lock. */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { type Opening, Unusable } from '../database.ts';
import { pending, schemaOf } from '../migrations.ts';
import { type Mark, READ_MARKS, refuseByMarks, refuseStranger } from '../move/marks.ts';
import {
  type Connection,
  connectToJudge,
  isBusy,
  isOutOfReach,
  keepLog,
  LOCK_WAIT_MS,
  sqliteCode,
} from './connection.ts';
import { appliedTo, findForeignSchema, SQLITE_LEDGER, sqliteStatementsOf } from './schema.ts';
import { isThere, troubleWith } from './trouble.ts';

/** The event loop is never held up for long, so that a process that is told to stop meanwhile can do so. */
export async function migrateSqlite(path: string, { onEmpty, onOutdated, followed }: Opening): Promise<void> {
  let opened: Connection | undefined;
  let isCurrent = true;
  const hasFile = isThere(path);
  if (!hasFile) onEmpty?.('no file');
  try {
    const connection = await onceUnlocked(() => connectToJudge(path, NO_WAIT));
    opened = connection;
    connection.exec('begin');
    refuseByMarks(readMarks(connection), followed);
    refuseForeignSchema(path, connection);
    if (hasFile && appliedTo(connection) === undefined) onEmpty?.('no tables');
    isCurrent = isUpToDate(connection);
    if (!isCurrent) onOutdated?.(schemaOf(appliedTo(connection) ?? []));
    connection.exec('commit');
    await onceUnlocked(() => keepLog(path, connection));
    if (followed !== undefined) await onceUnlocked(() => arrive(path, connection, followed));
    if (isCurrent) return;
    await onceUnlocked(() => connection.exec('begin immediate'));
    // Once more under the lock: what is wrong must not take part in a migration.
    refuseForeignSchema(path, connection);
    await applyPending(connection);
    connection.exec('commit');
  } catch (error) {
    if (!isCurrent && isBusy(error)) throw new Unusable(MAY_BE_MIGRATING(path));
    throw explain(path, error);
  } finally {
    opened?.close();
  }
}

/** Whoever holds the lock of such a file for long is most likely doing what has to be done, which nobody should stop. */
const MAY_BE_MIGRATING = (path: string) =>
  `The database file ${path} is locked by another program, which may be bringing it up to date. Wait until it has, or stop it; then start again.`;

/** SQLite's own waiting would stop the thread. */
const NO_WAIT = 0;
const PAUSE_MS = 20;

async function onceUnlocked<Answer>(work: () => Answer): Promise<Answer> {
  const end = performance.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
      await pause(PAUSE_MS);
    }
  }
}

/** Most starts find nothing to do; they must not wait for another process that is writing. */
function isUpToDate(connection: Connection): boolean {
  const applied = appliedTo(connection);
  return applied !== undefined && pending(applied).length === 0;
}

export function readMarks(connection: Connection, text = READ_MARKS, ...values: string[]): readonly Mark[] {
  const known = connection.prepare("select 1 from sqlite_schema where type = 'table' and name = 'moves'").all();
  if (known.length === 0) return [];
  const rows = connection.prepare(text).all(...values);
  return rows.map((row) => ({ id: String(row.id), state: String(row.state), peer: String(row.peer) }));
}

/** The first that follows a move opens the database that it filled. */
function arrive(path: string, connection: Connection, followed: string): void {
  const marks = readMarks(connection, 'select id, state, peer from moves where id = ?', followed);
  refuseStranger(marks, followed, `sqlite:${path}`);
  connection.prepare("update moves set state = 'arrived' where id = ? and state = 'arriving'").run(followed);
}

function refuseForeignSchema(path: string, connection: Connection): void {
  const foreign = findForeignSchema(connection);
  if (foreign === undefined) return;
  throw new Unusable(
    `The database file ${path} is not used: it ${foreign}. Restore a backup that you trust, or undo that change.`,
  );
}

async function applyPending(connection: Connection): Promise<void> {
  connection.exec(SQLITE_LEDGER);
  for (const migration of pending(appliedTo(connection) ?? [])) {
    for (const statement of sqliteStatementsOf(migration)) {
      connection.exec(statement);
      await nextTurn();
    }
    connection
      .prepare(
        "insert into migrations (number, name, applied_at) values (?, ?, cast(strftime('%s', 'now') as integer))",
      )
      .run(migration.number, migration.name);
  }
}

function explain(path: string, error: unknown): unknown {
  const BUSY = 5;
  const CORRUPT = 11;
  const NOT_A_DATABASE = 26;
  const READ_ONLY = 8;
  switch (sqliteCode(error)) {
    case BUSY:
      return new Unusable(`The database file ${path} is locked by another program. Stop it and start again.`);
    case READ_ONLY:
      return new Unusable(`The database file ${path} is read-only. Let this user write to it.`);
    case CORRUPT:
    case NOT_A_DATABASE:
      return new Unusable(
        `The database file ${path} is damaged or not an SQLite database. Restore a backup or name another file.`,
      );
    default: {
      if (!isOutOfReach(error)) return error;
      const reason = error instanceof Error ? error.message : String(error);
      return new Unusable(troubleWith(path, sqliteCode(error), reason));
    }
  }
}
