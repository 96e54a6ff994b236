/**
 * Reads of PostgreSQL: lookups of one statement share a round trip, and rows are not fetched again while nothing has
 * changed.
 *
 * Rows that are asked for again are not looked up while no transaction has committed since (snapshot.ts); when one has,
 * they are. Rows that turn out equal are handed out as the objects they were before. Every answer is what the database
 * holds at a moment after the question.
 */
import { preferKnown, type RowMaker, type Rows, rowMaker } from '../rows.ts';
import type { Sql, Value } from '../sql.ts';
import { createGatherQueue, takeFirst } from './gather.ts';
import type { FieldLists, Query } from './pool.ts';
import { type SnapshotWatch, watchSnapshot } from './snapshot.ts';
import { lateralText, listsOf, numberedText } from './statement-text.ts';

/** Lists for pages are not worth their memory; the lookups of the hot paths have a handful of rows. */
const MOST_ROWS_KEPT = 4;
export const MOST_KEPT = 10_000;

interface Lookup extends PromiseWithResolvers<Rows> {
  readonly statement: Sql;
  readonly key: Value;
}

interface Kept {
  readonly rows: Rows;
  /** A snapshot that was seen before the rows were asked for: while it lasts, they do. */
  readonly snapshot: string | undefined;
}

/** Everything about one statement. */
interface StatementReads {
  readonly query: Query;
  readonly watch: SnapshotWatch;
  /** Not sent yet: a question for the same rows shares the answer. */
  readonly waiting: Map<Value, Lookup>;
  /** Undefined where rows were asked for once: a pair that is renewed is looked up and never again. */
  readonly kept: Map<Value, Kept | undefined>;
  readonly enqueue: (lookup: Lookup) => void;
  /** Known from the first answer on. */
  makeRow: RowMaker | undefined;
}

export function gatherReads(query: Query): (statement: Sql) => Promise<Rows> {
  const byText = new Map<readonly string[], StatementReads>();
  const watch = watchSnapshot(query);

  function readsOf({ text }: Sql): StatementReads {
    let reads = byText.get(text);
    if (!reads) {
      reads = createReads(query, watch);
      byText.set(text, reads);
    }
    return reads;
  }

  async function fetchIfMoved(reads: StatementReads, statement: Sql, key: Value, kept: Kept): Promise<Rows> {
    const snapshot = await watch.current();
    return snapshot === kept.snapshot ? kept.rows : await fetchRows(reads, statement, key);
  }

  return (statement) => {
    const reads = readsOf(statement);
    const key = keyOf(statement.values);
    const kept = reads.kept.get(key);
    if (kept === undefined) return fetchRows(reads, statement, key);
    if (kept.snapshot !== undefined && kept.snapshot === watch.latest) return fetchIfMoved(reads, statement, key, kept);
    watch.pollSoon();
    return fetchRows(reads, statement, key);
  };
}

function createReads(query: Query, watch: SnapshotWatch): StatementReads {
  const waiting = new Map<Value, Lookup>();
  const enqueue = createGatherQueue<Lookup>({
    take: takeFirst,
    send: (group) => {
      for (const { key } of group) waiting.delete(key);
      return lookUp(reads, group);
    },
  });
  const reads: StatementReads = { query, watch, waiting, kept: new Map(), enqueue, makeRow: undefined };
  return reads;
}

function fetchRows({ waiting, enqueue }: StatementReads, statement: Sql, key: Value): Promise<Rows> {
  const same = waiting.get(key);
  if (same) return same.promise;
  const lookup: Lookup = { statement, key, ...Promise.withResolvers<Rows>() };
  waiting.set(key, lookup);
  enqueue(lookup);
  return lookup.promise;
}

/** Never rejects: each lookup is settled by itself. */
async function lookUp(reads: StatementReads, group: readonly Lookup[]): Promise<void> {
  const text = group.length > 1 ? lateralText(statementsOf(group)) : undefined;
  if (text === undefined) await Promise.all(group.map((one) => lookUpOne(reads, one)));
  else await lookUpMany(reads, group, text);
}

async function lookUpOne(reads: StatementReads, one: Lookup): Promise<void> {
  const { statement, resolve, reject } = one;
  const snapshot = reads.watch.latest;
  try {
    const found = await reads.query(numberedText(statement.text), [...statement.values]);
    const makeRow = rowMakerOf(reads, found, 0);
    const rows = found.map((fields) => makeRow(fields));
    resolve(keep(reads, one.key, rows, snapshot));
  } catch (error) {
    reject(error);
  }
}

async function lookUpMany(reads: StatementReads, group: readonly Lookup[], text: string): Promise<void> {
  const snapshot = reads.watch.latest;
  try {
    const found = await reads.query(text, listsOf(statementsOf(group)));
    const makeRow = rowMakerOf(reads, found, 1);
    const answers = group.map((): Rows[number][] => []);
    for (const fields of found) answers[Number(fields[0]) - 1]?.push(makeRow(fields, 1));
    for (const [index, one] of group.entries()) one.resolve(keep(reads, one.key, answers[index] ?? [], snapshot));
  } catch (error) {
    for (const one of group) one.reject(error);
  }
}

function rowMakerOf(reads: StatementReads, { columns }: FieldLists, skip: number): RowMaker {
  reads.makeRow ??= rowMaker(columns.slice(skip).map(({ name }) => name));
  return reads.makeRow;
}

function keep({ kept }: StatementReads, key: Value, read: Rows, snapshot: string | undefined): Rows {
  const rows = Object.freeze(preferKnown(kept.get(key)?.rows ?? [], read));
  if (rows.length > MOST_ROWS_KEPT) kept.delete(key);
  else if (kept.has(key)) kept.set(key, { rows, snapshot });
  else {
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, undefined);
  }
  return rows;
}

/** All lookups of a statement have as many values, so one by itself is never taken for several. */
function keyOf(values: readonly Value[]): Value {
  return values.length === 1 ? (values[0] ?? null) : JSON.stringify(values);
}

function statementsOf(group: readonly Lookup[]): Sql[] {
  return group.map((one) => one.statement);
}
