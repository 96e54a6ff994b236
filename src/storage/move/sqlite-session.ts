/** One end of a move in an SQLite file. */
import { type Connection, connectToJudge, keepLog, type Statement } from '../sqlite/connection.ts';
import { sqliteTriggers } from './change-triggers.ts';
import type { MovedTable } from './moved-tables.ts';
import {
  type Cells,
  pageText,
  type Session,
  type Source,
  type SourceActs,
  selection,
  type Target,
  type TargetActs,
} from './session.ts';

interface Line {
  readonly connection: Connection;
  readonly statements: Map<string, Statement>;
}

export function openSqliteSession(path: string): Source & Target {
  const line: Line = { connection: connectToJudge(path), statements: new Map() };
  return { ...sessionOver(line, `sqlite:${path}`), ...sourceOver(line, path), ...targetOver(line) };
}

function sessionOver(line: Line, shown: string): Session {
  return {
    engine: 'sqlite',
    shown,
    query: async (text, values = []) => all(line, text, values),
    rowsOf: async (table, keys) => keys.flatMap((key) => all(line, `${selectOf(table)} ${byKey(table)}`, key)),
    insert: async (table, rows) => {
      const statement = prepared(line, insertOf(table));
      for (const row of rows) statement.run(...row);
    },
    remove: async (table, keys) => {
      const statement = prepared(line, `delete from ${table.name} ${byKey(table)}`);
      for (const key of keys) statement.run(...key);
    },
    page: async (table, after, most) => all(line, pageText(table, after === undefined, most), after ?? []),
    transaction: (work) => within(line, 'begin immediate', work),
    close: async () => line.connection.close(),
  };
}

function sourceOver(line: Line, path: string): SourceActs {
  const { connection } = line;
  return {
    async noteChanges(tables) {
      // A file that was just restored has none yet.
      keepLog(path, connection);
      await within(line, 'begin immediate', async () => {
        dropTriggers(connection, tables);
        for (const { text } of tables.flatMap(sqliteTriggers)) connection.exec(text);
      });
    },
    stopNoting: (tables) => within(line, 'begin immediate', async () => dropTriggers(connection, tables)),
    async snapshotOfChanges(work) {
      // Numbers of notes grow in the order of commits, because one writes at a time.
      const { answer, last } = await within(line, 'begin', async () => {
        const [[newest = null] = []] = all(line, 'select cast(max(id) as text) from move_changes', []);
        return { answer: await work(), last: newest };
      });
      if (last !== null) prepared(line, 'delete from move_changes where id <= cast(? as bigint)').run(last);
      return answer;
    },
    pause: (_, work) => within(line, 'begin immediate', work),
    async leaveBehind(tables) {
      dropTriggers(connection, tables);
      for (const { name } of tables) connection.exec(`alter table ${name} rename to moved_${name}`);
      // So that no process answers from what it remembers.
      connection.exec('update revisions set number = number + 1');
    },
  };
}

function targetOver({ connection }: Line): TargetActs {
  return {
    ignoreReferences: async () => connection.exec('pragma foreign_keys = off'),
    // Every other connection judges them always.
    respectReferences: async () => {},
    async checkReferences() {
      const [fault] = connection.prepare('pragma foreign_key_check').all();
      if (fault) throw new Error(`a row of ${fault.table} refers to a row that is not there`);
    },
  };
}

function prepared({ connection, statements }: Line, text: string): Statement {
  let statement = statements.get(text);
  if (!statement) {
    statement = connection.prepare(text);
    statement.setReturnArrays(true);
    statements.set(text, statement);
  }
  return statement;
}

function all(line: Line, text: string, values: Cells): readonly Cells[] {
  // With setReturnArrays a row is an array, which the type of `all` does not say; every column is cast to text.
  return prepared(line, text).all(...values) as unknown as Cells[];
}

async function within<Answer>({ connection }: Line, begin: string, work: () => Promise<Answer>): Promise<Answer> {
  connection.exec(begin);
  try {
    const answer = await work();
    connection.exec('commit');
    return answer;
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback');
    throw error;
  }
}

function dropTriggers(connection: Connection, tables: readonly MovedTable[]): void {
  for (const { name } of tables.flatMap(sqliteTriggers)) connection.exec(`drop trigger if exists ${name}`);
}

function selectOf(table: MovedTable): string {
  return `select ${selection(table)} from ${table.name}`;
}

function byKey(table: MovedTable): string {
  return `where ${table.key.map((name) => `${name} = ?`).join(' and ')}`;
}

function insertOf({ name, columns }: MovedTable): string {
  const names = columns.map((column) => column.name).join(', ');
  return `insert into ${name} (${names}) values (${columns.map(() => '?').join(', ')})`;
}
