/** The storage port on a real SQLite in memory, whose state is taken back to a mark between two schedules. */
import { readFileSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Sql } from '../../src/storage/sql.ts';
import { isKeyConflict } from '../../src/storage/sqlite/connection.ts';

/** Which tables a statement, or a batch, looks at and changes. */
export interface Touched {
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
}

export interface Memory {
  read(statement: Sql): readonly unknown[];
  /** As the writer thread does: all of it, or null and nothing of it. */
  write(batch: readonly Sql[]): readonly number[] | null;
  touchedBy(statements: readonly Sql[]): Touched;
  /** For the oracle. */
  all<Row>(text: string): readonly Row[];
  /** From here on everything can be undone. */
  mark(): void;
  /** Undoes everything since the mark. */
  rewind(): void;
  close(): void;
}

/** `file` is a database with a schema and people in it; it is only read. */
export function openMemory(file: string): Memory {
  const connection = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
  connection.deserialize(withoutLog(readFileSync(file)));
  const statements = new Map<readonly string[], StatementSync>();
  const touched = new Map<readonly string[], Touched>();
  const parents = parentsOf(connection);

  const words = new Map<string, StatementSync>();
  const plain = (text: string): StatementSync => {
    let statement = words.get(text);
    if (!statement) {
      statement = connection.prepare(text);
      words.set(text, statement);
    }
    return statement;
  };
  const word = (text: string): void => void plain(text).run();
  const prepared = ({ text }: Sql): StatementSync => {
    let statement = statements.get(text);
    if (!statement) {
      statement = connection.prepare(text.join('?'));
      statements.set(text, statement);
    }
    return statement;
  };
  const tablesOf = ({ text }: Sql): Touched => {
    let tables = touched.get(text);
    if (!tables) {
      tables = tablesIn(text.join('?'), parents);
      touched.set(text, tables);
    }
    return tables;
  };

  return {
    read: (statement) => prepared(statement).all(...statement.values),
    write: (batch) => {
      word('savepoint batch');
      const counts = runBatch(batch, prepared);
      if (counts === null) word('rollback to batch');
      word('release batch');
      return counts;
    },
    touchedBy: (batch) => ({
      reads: new Set(batch.flatMap((each) => [...tablesOf(each).reads])),
      writes: new Set(batch.flatMap((each) => [...tablesOf(each).writes])),
    }),
    // The rows have the columns that the text names.
    all: <Row>(text: string) => plain(text).all() as unknown as Row[],
    mark: () => word('savepoint schedule'),
    rewind: () => {
      word('rollback to schedule');
      word('release schedule');
    },
    close: () => connection.close(),
  };
}

function runBatch(batch: readonly Sql[], prepared: (statement: Sql) => StatementSync): readonly number[] | null {
  const counts: number[] = [];
  for (const statement of batch) {
    try {
      counts.push(Number(prepared(statement).run(...statement.values).changes));
    } catch (error) {
      if (isKeyConflict(error)) return null;
      throw error;
    }
    if (statement.must && counts.at(-1) === 0) return null;
  }
  return counts;
}

/** The header of a file in WAL mode says so in two bytes; a database in memory has no such log. */
function withoutLog(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  copy.fill(1, 18, 20);
  return copy;
}

/** Whatever refers to a table looks at it when it is written. */
function parentsOf(connection: DatabaseSync): ReadonlyMap<string, readonly string[]> {
  const tables = connection.prepare("select name from sqlite_master where type = 'table'").all();
  return new Map(
    tables.map(({ name }) => {
      const keys = connection.prepare(`pragma foreign_key_list(${String(name)})`).all();
      return [String(name), keys.map((key) => String(key.table))];
    }),
  );
}

function tablesIn(text: string, parents: ReadonlyMap<string, readonly string[]>): Touched {
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  const writes = new Set(named(/\b(?:insert into|update|delete from)\s+([a-z_]+)/g));
  const looked = named(/\b(?:from|join)\s+([a-z_]+)/g);
  return { writes, reads: new Set([...looked, ...[...writes].flatMap((table) => parents.get(table) ?? [])]) };
}
