/**
 * Reads of the embedded database, remembered for exactly as long as nobody has changed the tables they come from. Rows that are
 * read again and turn out the same are handed out as the same objects, so that what others have made of them stays good.
 *
 * The database itself says what has changed, whoever changed it (sqlite-revisions.ts). So a remembered answer is the
 * one it would give now, on every instance, and no rule of ours has to name what might have changed.
 */
import { NotNow } from '../../protocol/not-now.ts';
import type { Sql, Value } from '../sql.ts';
import { type Connection, connect, isOutOfReach, type Statement } from './connection.ts';
import { type Revisions, type Tables, watchRevisions } from './revisions.ts';

export interface Reader {
  read(statement: Sql): Promise<readonly unknown[]>;
  close(): void;
}

/** Lists for pages are not worth their memory; the lookups of the hot paths have a handful of rows. */
const MOST_ROWS = 4;
const MOST_ANSWERS = 4000;
/** Of each statement, the questions that were asked once. */
const MOST_ASKED = 4000;

type Row = Readonly<Record<string, unknown>>;

interface Answer {
  rows: readonly Row[];
  /** The stamp of the tables when the rows were last read. */
  stamp: number;
}

interface CachedStatement {
  readonly prepared: Statement;
  readonly columns: readonly string[];
  readonly tables: Tables;
  readonly answers: Map<Value, Answer>;
  /** Most refresh tokens and codes are asked for once in their life: only what is asked for again is remembered. */
  readonly askedOnce: Set<Value>;
}

interface Question {
  readonly statement: Sql;
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

export function openReader(path: string): Reader {
  const connection = connect(path, 'reader');
  const revisions = watchRevisions(connection);
  const shelves = new Map<readonly string[], CachedStatement>();
  let remembered = 0;

  function makeRoom(): void {
    if (remembered < MOST_ANSWERS) return;
    for (const cached of shelves.values()) cached.answers.clear();
    remembered = 0;
  }

  function shelfFor({ text }: Sql): CachedStatement {
    let cached = shelves.get(text);
    if (!cached) {
      cached = createShelf(connection, revisions, text.join('?'));
      shelves.set(text, cached);
    }
    return cached;
  }

  function answer(statement: Sql): readonly unknown[] {
    const cached = shelfFor(statement);
    const key = keyOf(statement.values);
    const stamp = revisions.stampOf(cached.tables);
    const known = cached.answers.get(key);
    if (known?.stamp === stamp) return known.rows;
    const rows = fetchRows(cached, statement.values);
    if (known !== undefined) {
      if (!areSame(known.rows, rows)) known.rows = rows;
      known.stamp = stamp;
      return known.rows;
    }
    if (rows.length <= MOST_ROWS && markAsked(cached, key)) {
      cached.answers.set(key, { rows, stamp });
      remembered += 1;
    }
    return rows;
  }

  let asked: Question[] = [];

  /**
   * One look at what has changed serves all reads of a turn. It happens after the turn's requests were received, so what
   * any process had committed before a request began is seen by that request.
   */
  function answerAll(): void {
    const questions = asked;
    asked = [];
    try {
      revisions.look();
      makeRoom();
    } catch (error) {
      for (const { reject } of questions) reject(told(error));
      return;
    }
    for (const { statement, resolve, reject } of questions) {
      try {
        resolve(answer(statement));
      } catch (error) {
        reject(told(error));
      }
    }
  }

  return {
    read: (statement) =>
      new Promise((resolve, reject) => {
        asked.push({ statement, resolve, reject });
        if (asked.length === 1) setImmediate(answerAll);
      }),
    close: () => connection.close(),
  };
}

function createShelf(connection: Connection, revisions: Revisions, text: string): CachedStatement {
  const prepared = connection.prepare(text);
  prepared.setReturnArrays(true);
  const columns = prepared.columns().map(({ name }) => name);
  return { prepared, columns, tables: revisions.tablesOf(text), answers: new Map(), askedOnce: new Set() };
}

/** The engine's own objects are dictionaries, slow to make and to look into; those made here have a shape. */
function fetchRows({ prepared, columns }: CachedStatement, values: readonly Value[]): readonly Row[] {
  // With setReturnArrays a row is an array, which the type of `all` does not say.
  const found = prepared.all(...values) as unknown as unknown[][];
  return found.map((fields) => {
    const row: Record<string, unknown> = {};
    columns.forEach((name, place) => {
      row[name] = fields[place];
    });
    return row;
  });
}

function markAsked({ askedOnce }: CachedStatement, key: Value): boolean {
  if (askedOnce.delete(key)) return true;
  if (askedOnce.size === MOST_ASKED) askedOnce.clear();
  askedOnce.add(key);
  return false;
}

function told(error: unknown): unknown {
  return isOutOfReach(error)
    ? new NotNow('unavailable', `The database is busy or out of reach: ${String(error)}`)
    : error;
}

function areSame(some: readonly Row[], others: readonly Row[]): boolean {
  if (some.length !== others.length) return false;
  return some.every((row, index) => {
    const other = others[index];
    // Both come from one statement, so they have the same columns.
    for (const column in row) if (row[column] !== other?.[column]) return false;
    return true;
  });
}

/** One value is its own key: numbers and texts never meet in a Map. */
function keyOf(values: readonly Value[]): Value {
  return values.length === 1 ? (values[0] ?? null) : JSON.stringify(values);
}
