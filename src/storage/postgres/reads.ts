/**
 * Reads of PostgreSQL: gathered under load, and not fetched again while nothing has changed.
 *
 * Lookups of one statement that arrive while others are on their way travel together as one statement. Rows that are
 * asked for again are not looked up while nobody has committed anything since. Where somebody has, the mark (a digest)
 * of what we have goes along: the server reads the rows as they are now and sends them only when their mark differs.
 * So every answer is what the database holds at a moment after the question.
 */

import type { Sql, Value } from '../sql.ts';
import type { QueryClient, Rows } from './pool.ts';
import { type SnapshotWatch, watchSnapshot } from './snapshot.ts';
import { arrayLiteral, conditionalText, lateralText, listsOf, numberedText } from './statement-text.ts';

/** Two on their way keep both sides busy; more would only make the groups smaller. */
const MOST_UNDER_WAY = 2;
const MOST_TOGETHER = 64;
/** Lists for pages are not worth their memory; the lookups of the hot paths have a handful of rows. */
const MOST_ROWS_KEPT = 4;
const MOST_KEPT = 10_000;

interface Lookup extends PromiseWithResolvers<Rows> {
  readonly statement: Sql;
  readonly key: Value;
}

interface Kept {
  /** Empty until the rows were asked for a second time: marks cost the server work that a single lookup never repays. */
  readonly mark: string;
  readonly rows: Rows;
  /** A state that was seen before the rows were asked for: while it lasts, they do. */
  readonly state: string | undefined;
}

/** Everything about one statement. */
interface StatementQueue {
  readonly watch: SnapshotWatch;
  underWay: number;
  /** Not sent yet: whoever asks for the same now can have the same answer. */
  readonly waiting: Map<Value, Lookup>;
  /** Nothing but the key where rows were asked for once: a pair that is renewed is looked up and never again. */
  readonly kept: Map<Value, Kept | undefined>;
}

export function gatherReads(client: QueryClient): (statement: Sql) => Promise<Rows> {
  const queues = new Map<readonly string[], StatementQueue>();
  const watch = watchSnapshot(client);

  function queueOf({ text }: Sql): StatementQueue {
    let queue = queues.get(text);
    if (!queue) {
      queue = { watch, underWay: 0, waiting: new Map(), kept: new Map() };
      queues.set(text, queue);
    }
    return queue;
  }

  function send(queue: StatementQueue): void {
    if (queue.underWay >= MOST_UNDER_WAY || queue.waiting.size === 0) return;
    const group = queue.waiting.values().take(MOST_TOGETHER).toArray();
    for (const one of group) queue.waiting.delete(one.key);
    queue.underWay += 1;
    void lookUp(client, queue, group).finally(() => {
      queue.underWay -= 1;
      send(queue);
    });
  }

  function fetchRows(queue: StatementQueue, statement: Sql, key: Value): Promise<Rows> {
    const waiting = queue.waiting.get(key);
    if (waiting) return waiting.promise;
    const lookup: Lookup = { statement, key, ...Promise.withResolvers<Rows>() };
    queue.waiting.set(key, lookup);
    // At the end of this turn, so that all who ask in it travel together.
    if (queue.waiting.size === 1) setImmediate(send, queue);
    return lookup.promise;
  }

  async function fetchIfMoved(queue: StatementQueue, statement: Sql, key: Value, kept: Kept): Promise<Rows> {
    const state = await queue.watch.current();
    return state === kept.state ? kept.rows : await fetchRows(queue, statement, key);
  }

  return (statement) => {
    const queue = queueOf(statement);
    const key = keyOf(statement.values);
    const kept = queue.kept.get(key);
    if (kept === undefined) return fetchRows(queue, statement, key);
    if (kept.state !== undefined && kept.state === watch.latest) return fetchIfMoved(queue, statement, key, kept);
    watch.pollSoon();
    return fetchRows(queue, statement, key);
  };
}

/** Never rejects: each lookup is told by itself. */
async function lookUp(client: QueryClient, queue: StatementQueue, group: readonly Lookup[]): Promise<void> {
  const again = group.filter((one) => queue.kept.has(one.key));
  const first = again.length === 0 ? group : group.filter((one) => !queue.kept.has(one.key));
  const text = conditionalText(statementsOf(again));
  if (text === undefined) return await lookUpFirst(client, queue, group);
  await Promise.all([lookUpFirst(client, queue, first), lookUpAgain(client, { queue, group: again, text })]);
}

async function lookUpFirst(client: QueryClient, queue: StatementQueue, group: readonly Lookup[]): Promise<void> {
  const text = group.length > 1 ? lateralText(statementsOf(group)) : undefined;
  if (text === undefined) await Promise.all(group.map((one) => lookUpOne(client, queue, one)));
  else await lookUpMany(client, { queue, group, text });
}

async function lookUpOne(client: QueryClient, queue: StatementQueue, one: Lookup): Promise<void> {
  const { statement, key, resolve, reject } = one;
  const state = queue.watch.latest;
  try {
    const rows = await client.unsafe(numberedText(statement.text), [...statement.values], { prepare: true });
    keep(queue, key, { mark: '', rows, state });
    resolve(rows);
  } catch (error) {
    reject(error);
  }
}

interface GroupedLookup {
  readonly queue: StatementQueue;
  readonly group: readonly Lookup[];
  readonly text: string;
}

async function lookUpMany(client: QueryClient, { queue, group, text }: GroupedLookup): Promise<void> {
  const state = queue.watch.latest;
  try {
    const result = await client.unsafe(text, listsOf(statementsOf(group)), { prepare: true }).values();
    const [, ...names] = result.columns.map((column) => column.name);
    const answers = group.map((): unknown[] => []);
    for (const values of result) answers[Number(values[0]) - 1]?.push(rowOf(names, values));
    for (const [index, one] of group.entries()) {
      const rows = answers[index] ?? [];
      keep(queue, one.key, { mark: '', rows, state });
      one.resolve(rows);
    }
  } catch (error) {
    for (const one of group) one.reject(error);
  }
}

async function lookUpAgain(client: QueryClient, { queue, group, text }: GroupedLookup): Promise<void> {
  const state = queue.watch.latest;
  try {
    const known = group.map((one) => queue.kept.get(one.key));
    const marks = arrayLiteral(known.map((kept) => kept?.mark ?? ''));
    const answers = await client.unsafe(text, [...listsOf(statementsOf(group)), marks], { prepare: true }).values();
    for (const [place, mark, body] of answers) {
      const one = group[Number(place) - 1];
      const kept = known[Number(place) - 1];
      if (!one) continue;
      const rows = kept && kept.mark === mark ? kept.rows : rowsOf(body);
      keep(queue, one.key, { mark: String(mark), rows, state });
      one.resolve(rows);
    }
  } catch (error) {
    for (const one of group) one.reject(error);
  }
}

/** No rows have no body. */
function rowsOf(body: unknown): Rows {
  return typeof body === 'string' ? JSON.parse(body) : [];
}

function rowOf(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index += 1) row[names[index] ?? ''] = values[index + 1];
  return row;
}

function keep({ kept }: StatementQueue, key: Value, fresh: Kept): void {
  if (fresh.rows.length > MOST_ROWS_KEPT) return;
  const isAgain = kept.has(key);
  if (!isAgain && kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, isAgain ? fresh : undefined);
}

/** All lookups of a desk have as many values, so one by itself is never taken for several. */
function keyOf(values: readonly Value[]): Value {
  return values.length === 1 ? (values[0] ?? null) : JSON.stringify(values);
}

function statementsOf(group: readonly Lookup[]): Sql[] {
  return group.map((one) => one.statement);
}
