/** Brings an SQLite file to the current schema, under the file's own write lock. */
import { Unusable } from '../database.ts';
import { LEDGER, pending, statementsOf } from '../migrations.ts';
import { type Connection, connect, sqliteCode } from './connection.ts';

export function migrateSqlite(path: string): void {
  const connection = connect(path, 'writer');
  try {
    if (isCurrent(connection)) return;
    connection.exec('begin immediate');
    applyPending(connection);
    connection.exec('commit');
  } catch (error) {
    throw explain(path, error);
  } finally {
    connection.close();
  }
}

/** Most starts find nothing to do; they must not wait for another process that is writing. */
function isCurrent(connection: Connection): boolean {
  const known = connection.prepare("select 1 from sqlite_master where name = 'migrations'").all();
  return known.length > 0 && pending(appliedTo(connection)).length === 0;
}

function applyPending(connection: Connection): void {
  connection.exec(asSqlite(LEDGER));
  for (const migration of pending(appliedTo(connection))) {
    for (const statement of statementsOf(migration)) connection.exec(asSqlite(statement));
    for (const statement of migration.sqlite ?? []) connection.exec(statement);
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
