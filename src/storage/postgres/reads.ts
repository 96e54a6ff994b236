/**
 * Reads of PostgreSQL: lookups of one statement share a round trip, and rows are not fetched again while nothing has
 * changed.
 *
 * Rows that are asked for again are not looked up while no transaction has committed since (snapshot.ts); when one has,
 * they are. Rows that turn out equal are handed out as the objects they were before. Every answer is what the database
 * holds at a moment after the question.
 */

import { markKept } from '../../per-record.ts';
import type { RememberedFigures } from '../database.ts';
import { bytesOf, bytesOfKey, keyOf, MOST_REMEMBERED_BYTES } from '../remembering.ts';
import { preferKnown, type RowMaker, type Rows, type RowWriter, rowMaker } from '../rows.ts';
import type { Sql, Value } from '../sql.ts';
import { createGatherQueue, takeFirst } from './gather.ts';
import type { FieldLists, Query } from './pool.ts';
import { type SnapshotWatch, watchSnapshot } from './snapshot.ts';
import { lateralText, listsOf, numberedText } from './statement-text.ts';

/** Of one statement. */
export const MOST_KEPT = 10_000;

interface Lookup extends PromiseWithResolvers<Rows> {
  readonly statement: Sql;
  readonly key: Value;
}

interface Kept {
  readonly rows: Rows;
  /** A snapshot that was seen before the rows were asked for: while it lasts, they do. */
  readonly snapshot: string | undefined;
  readonly bytes: number;
}

/** What all statements together remember. */
interface Memory {
  bytes: number;
  forgetAll(): void;
}

/** Everything about one statement. */
interface StatementReads {
  readonly query: Query;
  readonly watch: SnapshotWatch;
  /** Not sent yet: a question for the same rows shares the answer. */
  readonly waiting: Map<Value, Lookup>;
  /** Undefined where rows were asked for once: a pair that is renewed is looked up and never again. */
  readonly kept: Map<Value, Kept | undefined>;
  readonly memory: Memory;
  /** Of what is kept, its keys included. */
  bytes: number;
  readonly enqueue: (lookup: Lookup) => void;
  /** Known from the first answer on. */
  makeRow: RowMaker | undefined;
}

interface Reads {
  read(statement: Sql): Promise<Rows>;
  readonly remembered: RememberedFigures;
}

export function gatherReads(query: Query): Reads {
  let hits = 0;
  let misses = 0;
  const byText = new Map<readonly string[], StatementReads>();
  const watch = watchSnapshot(query);
  const memory: Memory = {
    bytes: 0,
    forgetAll() {
      for (const reads of byText.values()) forget(reads);
    },
  };

  function readsOf({ text }: Sql): StatementReads {
    let reads = byText.get(text);
    if (!reads) {
      reads = createReads(query, watch, memory);
      byText.set(text, reads);
    }
    return reads;
  }

  async function fetchIfMoved(reads: StatementReads, statement: Sql, key: Value, kept: Kept): Promise<Rows> {
    const snapshot = await watch.current();
    if (snapshot !== kept.snapshot) return await fetchAnew(reads, statement, key);
    hits += 1;
    return kept.rows;
  }

  function fetchAnew(reads: StatementReads, statement: Sql, key: Value): Promise<Rows> {
    misses += 1;
    return fetchRows(reads, statement, key);
  }

  return {
    read(statement) {
      const reads = readsOf(statement);
      const key = keyOf(statement.values);
      const kept = reads.kept.get(key);
      if (kept === undefined) return fetchAnew(reads, statement, key);
      if (kept.snapshot !== undefined && kept.snapshot === watch.latest)
        return fetchIfMoved(reads, statement, key, kept);
      watch.pollSoon();
      return fetchAnew(reads, statement, key);
    },
    get remembered() {
      const entries = byText.values().reduce((sum, { kept }) => sum + kept.size, 0);
      return { entries, bytes: memory.bytes, hits, misses };
    },
  };
}

function createReads(query: Query, watch: SnapshotWatch, memory: Memory): StatementReads {
  const waiting = new Map<Value, Lookup>();
  const enqueue = createGatherQueue<Lookup>({
    take: takeFirst,
    send: (group) => {
      for (const { key } of group) waiting.delete(key);
      return lookUp(reads, group);
    },
  });
  const empty = { kept: new Map(), bytes: 0, makeRow: undefined };
  const reads: StatementReads = { query, watch, waiting, enqueue, memory, ...empty };
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
    const makeRow = rowMakerOf(reads, found, 0, statement.writeRow);
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
    const makeRow = rowMakerOf(reads, found, 1, group[0]?.statement.writeRow);
    const answers = group.map((): Rows[number][] => []);
    for (const fields of found) answers[Number(fields[0]) - 1]?.push(makeRow(fields, 1));
    for (const [index, one] of group.entries()) one.resolve(keep(reads, one.key, answers[index] ?? [], snapshot));
  } catch (error) {
    for (const one of group) one.reject(error);
  }
}

function rowMakerOf(reads: StatementReads, { columns }: FieldLists, skip: number, writeRow?: RowWriter): RowMaker {
  reads.makeRow ??= rowMaker(
    columns.slice(skip).map(({ name }) => name),
    writeRow,
  );
  return reads.makeRow;
}

function keep(reads: StatementReads, key: Value, read: Rows, snapshot: string | undefined): Rows {
  const { kept, memory } = reads;
  const known = kept.get(key);
  const rows = Object.freeze(preferKnown(known?.rows ?? [], read));
  if (!kept.has(key)) {
    if (kept.size >= MOST_KEPT) forget(reads);
    kept.set(key, undefined);
    grow(reads, bytesOfKey(key));
    return rows;
  }
  const bytes = known?.rows === rows ? known.bytes : bytesOf(rows);
  if (bytes === Number.POSITIVE_INFINITY) {
    kept.delete(key);
    grow(reads, -bytesOfKey(key) - (known?.bytes ?? 0));
  } else {
    if (known?.rows !== rows) for (const row of rows) markKept(row);
    kept.set(key, { rows, snapshot, bytes });
    grow(reads, bytes - (known?.bytes ?? 0));
  }
  if (memory.bytes > MOST_REMEMBERED_BYTES) memory.forgetAll();
  return rows;
}

function grow(reads: StatementReads, bytes: number): void {
  reads.bytes += bytes;
  reads.memory.bytes += bytes;
}

function forget(reads: StatementReads): void {
  reads.kept.clear();
  grow(reads, -reads.bytes);
}

function statementsOf(group: readonly Lookup[]): Sql[] {
  return group.map((one) => one.statement);
}
