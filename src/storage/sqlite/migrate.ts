/** Brings an SQLite file to the current schema, under the file's own write lock. */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { Unusable } from '../database.ts';
import { LEDGER, pending, statementsOf } from '../migrations.ts';
import { type Connection, connect, isBusy, LOCK_WAIT_MS, sqliteCode } from './connection.ts';

/** The event loop is never held up for long, so that a process that is told to stop meanwhile can do so. */
export async function migrateSqlite(path: string): Promise<void> {
  let connection: Connection | undefined;
  try {
    connection = await onceUnlocked(() => connect(path, 'writer', NO_WAIT));
    if (isCurrent(connection)) return;
    await onceUnlocked(() => connection?.exec('begin immediate'));
    await applyPending(connection);
    connection.exec('commit');
  } catch (error) {
    throw explain(path, error);
  } finally {
    connection?.close();
  }
}

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
function isCurrent(connection: Connection): boolean {
  const known = connection.prepare("select 1 from sqlite_master where name = 'migrations'").all();
  return known.length > 0 && pending(appliedTo(connection)).length === 0;
}

async function applyPending(connection: Connection): Promise<void> {
  connection.exec(asSqlite(LEDGER));
  for (const migration of pending(appliedTo(connection))) {
    for (const statement of [...statementsOf(migration).map(asSqlite), ...(migration.sqlite ?? [])]) {
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

function appliedTo(connection: Connection): number[] {
  return connection
    .prepare('select number from migrations order by number')
    .all()
    .map((row) => Number(row.number));
}

/** In SQLite only the type name `integer` makes a primary key the row's own number. */
function asSqlite(statement: string): string {
  return statement.replaceAll('bigint primary key', 'integer primary key');
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
    default:
      return error;
  }
}
