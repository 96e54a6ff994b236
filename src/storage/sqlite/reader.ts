/**
 * Reads of SQLite: a row that is asked for again is remembered for exactly as long as the tables it comes from are
 * unchanged.
 *
 * The database itself says what has changed, whichever process changed it (revisions.ts). A remembered answer is
 * therefore the one that the database would give now, and no rule here has to name what a write might have changed.
 */
import { NotNow } from '../../protocol/not-now.ts';
import { preferKnown, type RowMaker, type Rows, rowMaker } from '../rows.ts';
import type { Sql, Value } from '../sql.ts';
import { type Connection, connect, isOutOfReach, type Statement } from './connection.ts';
import { type Revisions, type Tables, watchRevisions } from './revisions.ts';

interface Reader {
  read(statement: Sql): Promise<Rows>;
  close(): void;
}

/** Lists for pages are not worth their memory; the lookups of the hot paths have a handful of rows. */
const MOST_ROWS = 4;
export const MOST_ANSWERS = 4000;
/** Of each statement, the questions that were asked once. */
export const MOST_ASKED = 4000;

/**
 * With two thousand connections a turn has two thousand requests. If all of them waited for its end, all would be alive
 * at once, and the collector would copy them again and again: an answer then cost three times as much.
 */
const MOST_TOGETHER = 64;

interface Answer {
  rows: Rows;
  /** The stamp of the tables when the rows were last read. */
  stamp: number;
}

interface CachedStatement {
  readonly prepared: Statement;
  readonly makeRow: RowMaker;
  readonly tables: Tables;
  readonly answers: Map<Value, Answer>;
  /** Most refresh tokens and codes are asked for once in their life: only what is asked for again is remembered. */
  readonly askedOnce: Set<Value>;
}

interface Question {
  readonly statement: Sql;
  readonly resolve: (rows: Rows) => void;
  readonly reject: (error: unknown) => void;
}

export function openReader(path: string): Reader {
  const connection = connect(path, 'reader');
  const revisions = watchRevisions(connection);
  const statements = new Map<readonly string[], CachedStatement>();
  let remembered = 0;

  function makeRoom(): void {
    if (remembered < MOST_ANSWERS) return;
    for (const cached of statements.values()) cached.answers.clear();
    remembered = 0;
  }

  function cachedFor({ text }: Sql): CachedStatement {
    let cached = statements.get(text);
    if (!cached) {
      cached = cacheStatement(connection, revisions, text.join('?'));
      statements.set(text, cached);
    }
    return cached;
  }

  function answer(statement: Sql): Rows {
    const cached = cachedFor(statement);
    const key = keyOf(statement.values);
    const stamp = revisions.stampOf(cached.tables);
    const known = cached.answers.get(key);
    if (known?.stamp === stamp) return known.rows;
    const rows = fetchRows(cached, statement.values);
    if (known !== undefined) {
      known.rows = preferKnown(known.rows, rows);
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
   * One look at what has changed serves all reads of a turn, or so many of them. It happens after their requests were
   * received, so what any process had committed before a request began is seen by that request.
   */
  function answerAll(): void {
    const questions = asked;
    if (questions.length === 0) return;
    asked = [];
    try {
      revisions.look();
      makeRoom();
    } catch (error) {
      for (const { reject } of questions) reject(explain(error));
      return;
    }
    for (const { statement, resolve, reject } of questions) {
      try {
        resolve(answer(statement));
      } catch (error) {
        reject(explain(error));
      }
    }
  }

  return {
    read: (statement) =>
      new Promise((resolve, reject) => {
        asked.push({ statement, resolve, reject });
        if (asked.length === 1) setImmediate(answerAll);
        else if (asked.length === MOST_TOGETHER) answerAll();
      }),
    close: () => connection.close(),
  };
}

function cacheStatement(connection: Connection, revisions: Revisions, text: string): CachedStatement {
  const prepared = connection.prepare(text);
  prepared.setReturnArrays(true);
  const makeRow = rowMaker(prepared.columns().map(({ name }) => name));
  return { prepared, makeRow, tables: revisions.tablesOf(text), answers: new Map(), askedOnce: new Set() };
}

function fetchRows({ prepared, makeRow }: CachedStatement, values: readonly Value[]): Rows {
  // With setReturnArrays a row is an array, which the type of `all` does not say.
  const found = prepared.all(...values) as unknown as unknown[][];
  return Object.freeze(found.map((fields) => makeRow(fields)));
}

function markAsked({ askedOnce }: CachedStatement, key: Value): boolean {
  if (askedOnce.delete(key)) return true;
  if (askedOnce.size === MOST_ASKED) askedOnce.clear();
  askedOnce.add(key);
  return false;
}

function explain(error: unknown): unknown {
  return isOutOfReach(error)
    ? new NotNow('unavailable', `The database is busy or out of reach: ${String(error)}`)
    : error;
}

/** One value is its own key: numbers and texts never meet in a Map. */
function keyOf(values: readonly Value[]): Value {
  return values.length === 1 ? (values[0] ?? null) : JSON.stringify(values);
}
