/** Compares what a database file is made of with what the migrations make: tables, indexes, triggers and views. */
import { LEDGER, type Migration, migrations, pending, statementsOf } from '../migrations.ts';
import { sqliteTriggers } from '../move/change-triggers.ts';
import { type MovedTable, movedTablesOf } from '../move/moved-tables.ts';
import { type Connection, connect } from './connection.ts';
import { digestOf, readSchema, SCHEMA_DIGEST, type Schema } from './schema-text.ts';

/**
 * What makes the file differ from the schema of the migrations that it says were applied, in words that follow "it ";
 * undefined when nothing does. A trigger, a view or a changed definition acts with the rights of the service, whoever put
 * it there; and without one of our own triggers remembered rows would be served after they changed.
 */
export function findForeignSchema(connection: Connection): string | undefined {
  const applied = appliedTo(connection);
  // A file of a newer version is refused as such: its schema is not known here.
  pending(applied ?? []);
  const found = readSchema(connection);
  // Every start asks: making the whole schema to compare with it took a sixth of one.
  if (applied?.length === migrations.length && digestOf(found) === SCHEMA_DIGEST) return undefined;
  const { expected, allowed } = expectedSchema(applied);
  for (const [name, text] of found) {
    const own = expected.get(name) ?? allowed.get(name);
    if (own === undefined) return `has the ${name}, which this service did not make`;
    if (own !== text) return `has the ${name} with another definition than this service made`;
  }
  const missing = [...expected.keys()].find((name) => !found.has(name));
  return missing === undefined ? undefined : `lacks the ${missing}`;
}

/** The numbers of the applied migrations, or undefined where there is no record of them. */
export function appliedTo(connection: Connection): readonly number[] | undefined {
  const ledger = connection.prepare("select 1 from sqlite_schema where type = 'table' and name = 'migrations'").all();
  if (ledger.length === 0) return undefined;
  const rows = connection.prepare('select number from migrations order by number').all();
  return rows.map((row) => Number(row.number));
}

export function sqliteStatementsOf(migration: Migration): readonly string[] {
  return [...statementsOf(migration).map(asSqlite), ...(migration.sqlite ?? [])];
}

export const SQLITE_LEDGER = asSqlite(LEDGER);

/** In SQLite only the type name `integer` makes a primary key the row's own number. */
function asSqlite(statement: string): string {
  return statement.replaceAll('bigint primary key', 'integer primary key');
}

/** The tables that a move carries over, as the migrations make them. */
export function listMovedTables(): readonly MovedTable[] {
  return expectedSchema(migrations.map(({ number }) => number)).tables;
}

interface ExpectedSchema {
  readonly expected: Schema;
  /** With the triggers that a move adds for a while. */
  readonly allowed: Schema;
  readonly tables: readonly MovedTable[];
}

/** One for each state of the ledger that was met, which is one or two in a process. */
const known = new Map<string, ExpectedSchema>();

function expectedSchema(applied: readonly number[] | undefined): ExpectedSchema {
  if (applied === undefined) return { expected: new Map(), allowed: new Map(), tables: [] };
  const key = applied.join();
  const schema = known.get(key) ?? makeSchema(applied);
  known.set(key, schema);
  return schema;
}

function makeSchema(applied: readonly number[]): ExpectedSchema {
  const connection = connect(':memory:', 'writer');
  try {
    connection.exec(SQLITE_LEDGER);
    const past = migrations.filter(({ number }) => applied.includes(number));
    for (const statement of past.flatMap(sqliteStatementsOf)) connection.exec(statement);
    const tables = movedTablesOf(connection);
    const expected = readSchema(connection);
    // Read back, because SQLite keeps a text that is not quite the one it was given.
    for (const { text } of tables.flatMap(sqliteTriggers)) connection.exec(text);
    return { expected, allowed: readSchema(connection), tables };
  } finally {
    connection.close();
  }
}
