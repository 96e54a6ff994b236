/**
 * Reads of SQLite: a row that is asked for again is remembered for exactly as long as the tables it comes from are
 * unchanged.
 *
 * The database itself says what has changed, whichever process changed it (revisions.ts). A remembered answer is
 * therefore the one that the database would give now, and no rule here has to name what a write might have changed.
 */
import { NotNow } from '../../protocol/not-now.ts';
import type { RememberedFigures } from '../database.ts';
import { keyOf } from '../remembering.ts';
import { type RowMaker, type Rows, rowMaker } from '../rows.ts';
import type { Sql } from '../sql.ts';
import { type Answers, createMemory } from './answers.ts';
import { type Connection, connect, isOutOfReach, sqliteCode } from './connection.ts';
import { type FetchFields, fetchInHalves, fetchWhole } from './halves.ts';
import { type Revisions, type Tables, watchRevisions } from './revisions.ts';
import { troubleWith } from './trouble.ts';

interface Reader {
  read(statement: Sql): Promise<Rows>;
  readonly remembered: RememberedFigures;
  close(): void;
}

/**
 * With two thousand connections a turn has two thousand requests. If all of them waited for its end, all would be alive
 * at once, and the collector would copy them again and again: an answer then cost three times as much.
 */
const MOST_TOGETHER = 64;

interface CachedStatement {
  readonly fetchFields: FetchFields;
  readonly tables: Tables;
  readonly answers: Answers;
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
  const memory = createMemory();
  const snapshot = createSnapshot(connection);
  let hits = 0;
  let misses = 0;

  function cachedFor(statement: Sql): CachedStatement {
    let cached = statements.get(statement.text);
    if (!cached) {
      const { makeRow, ...ofStatement } = cacheStatement(revisions, statement);
      cached = { ...ofStatement, answers: memory.addStatement(makeRow) };
      statements.set(statement.text, cached);
    }
    return cached;
  }

  function answer(statement: Sql): Rows {
    const cached = cachedFor(statement);
    const key = keyOf(statement.values);
    const stamp = revisions.stampOf(cached.tables);
    const known = memory.find(cached.answers, key, stamp);
    if (known !== undefined) {
      hits += 1;
      return known;
    }
    misses += 1;
    snapshot.begin();
    return memory.note(cached.answers, key, { fields: cached.fetchFields(statement.values), stamp });
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
      // Only where it could not be ended in its own turn: what is in it is of then.
      snapshot.end();
      revisions.look();
      memory.makeRoom();
    } catch (error) {
      for (const { reject } of questions) reject(explain(path, error));
      return;
    }
    for (const { statement, resolve, reject } of questions) {
      try {
        resolve(answer(statement));
      } catch (error) {
        reject(explain(path, error));
      }
    }
    try {
      snapshot.end();
    } catch {
      // The next turn begins with it.
    }
  }

  return {
    read: (statement) =>
      new Promise((resolve, reject) => {
        asked.push({ statement, resolve, reject });
        if (asked.length === 1) setImmediate(answerAll);
        else if (asked.length === MOST_TOGETHER) answerAll();
      }),
    get remembered() {
      return { ...memory.size, hits, misses };
    },
    close: () => connection.close(),
  };
}

/** All reads of a turn are one transaction: a lock taken and given back for each of them is a fifth of what it costs. */
function createSnapshot(connection: Connection): { begin(): void; end(): void } {
  const begin = connection.prepare('begin');
  const commit = connection.prepare('commit');
  return {
    begin() {
      if (!connection.isTransaction) begin.run();
    },
    end() {
      if (connection.isTransaction) commit.run();
    },
  };
}

function cacheStatement(
  revisions: Revisions,
  { text, writeRow, halves }: Sql,
): Omit<CachedStatement, 'answers'> & { readonly makeRow: RowMaker } {
  const { prepared, tables } = revisions.prepare(text.join('?'));
  const names = prepared.columns().map(({ name }) => name);
  const fetchFields = halves ? fetchInHalves(revisions, halves, names) : fetchWhole(prepared);
  return { fetchFields, makeRow: rowMaker(names, writeRow), tables };
}

function explain(path: string, error: unknown): unknown {
  if (!isOutOfReach(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new NotNow('unavailable', troubleWith(path, sqliteCode(error), reason));
}
