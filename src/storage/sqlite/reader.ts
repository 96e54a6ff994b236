/**
 * Reads of SQLite: a row that is asked for again is remembered for exactly as long as the tables it comes from are
 * unchanged.
 *
 * The database itself says what has changed, whichever process changed it (revisions.ts). A remembered answer is
 * therefore the one that the database would give now, and no rule here has to name what a write might have changed.
 */
import { NotNow } from '../../protocol/not-now.ts';
import type { Look, RememberedFigures } from '../database.ts';
import { keyOf } from '../remembering.ts';
import { type RowMaker, type Rows, rowMaker } from '../rows.ts';
import type { Sql, Value } from '../sql.ts';
import { type Answers, createMemory } from './answers.ts';
import { type Connection, connect, isOutOfReach, sqliteCode } from './connection.ts';
import { type FetchFields, fetchInHalves, fetchWhole } from './halves.ts';
import { type Revisions, type Tables, watchRevisions } from './revisions.ts';
import { troubleWith } from './trouble.ts';

interface Reader {
  read(statement: Sql): Promise<Rows>;
  look(): Look;
  peek(statement: Sql): Rows | undefined;
  readNow(statement: Sql): Rows | undefined;
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
  const lookups = createLookups(connection);
  let asked: Question[] = [];
  /** While requests are begun by one look: nothing has to be looked at again for them. */
  let isLooking = false;

  /**
   * One look at what has changed serves all reads of a turn, or so many of them. It happens after their requests were
   * received, so what any process had committed before a request began is seen by that request.
   */
  function answerAll(): void {
    const questions = asked;
    if (questions.length === 0) return;
    asked = [];
    try {
      if (!isLooking) lookups.refresh();
    } catch (error) {
      for (const { reject } of questions) reject(explain(path, error));
      return;
    }
    for (const { statement, resolve, reject } of questions) {
      try {
        resolve(lookups.answer(statement));
      } catch (error) {
        reject(explain(path, error));
      }
    }
    lookups.settle();
  }

  function look(): Look {
    // Where it fails, what is asked for fails by itself.
    const isSeen = tryTo(lookups.refresh);
    return {
      during(begin) {
        isLooking = isSeen;
        try {
          begin();
        } finally {
          isLooking = false;
        }
      },
      end() {
        answerAll();
        // Where nothing was left to answer, something may have been read at once.
        lookups.settle();
      },
    };
  }

  return {
    read: (statement) =>
      new Promise((resolve, reject) => {
        asked.push({ statement, resolve, reject });
        if (asked.length === MOST_TOGETHER) answerAll();
        else if (asked.length === 1 && !isLooking) setImmediate(answerAll);
      }),
    look,
    peek: (statement) => (isLooking ? lookups.peek(statement) : undefined),
    readNow(statement) {
      if (!isLooking) return undefined;
      try {
        return lookups.answer(statement);
      } catch {
        // Whoever asks again in the usual way is told why.
        return undefined;
      }
    },
    get remembered() {
      return lookups.figures;
    },
    close: () => connection.close(),
  };
}

/** What is remembered of each statement, and what the database answers where nothing is. */
function createLookups(connection: Connection) {
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

  function find({ answers, tables }: CachedStatement, key: Value): Rows | undefined {
    const known = memory.find(answers, key, revisions.stampOf(tables));
    if (known !== undefined) hits += 1;
    return known;
  }

  return {
    /** Finds out what has changed; from now on that is the state which is answered. */
    refresh(): void {
      // Only where it could not be ended in its own turn: what is in it is of then.
      snapshot.end();
      revisions.look();
      memory.makeRoom();
    },
    peek(statement: Sql): Rows | undefined {
      const cached = statements.get(statement.text);
      return cached && find(cached, keyOf(statement.values));
    },
    answer(statement: Sql): Rows {
      const cached = cachedFor(statement);
      const key = keyOf(statement.values);
      const known = find(cached, key);
      if (known !== undefined) return known;
      misses += 1;
      snapshot.begin();
      const stamp = revisions.stampOf(cached.tables);
      return memory.note(cached.answers, key, { fields: cached.fetchFields(statement.values), stamp });
    },
    /** Gives back the lock; where that fails, the next turn begins with it. */
    settle: () => void tryTo(snapshot.end),
    get figures(): RememberedFigures {
      return { ...memory.size, hits, misses };
    },
  };
}

function tryTo(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
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
