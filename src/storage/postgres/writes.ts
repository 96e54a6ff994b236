/**
 * Writes to PostgreSQL: every batch is one statement, and under load batches of one shape share one.
 *
 * A shared statement that fails undoes all its batches; each of them is then tried alone, so that one with a failed guard
 * costs the others time but nothing else.
 */
import { NotNow } from '../../protocol/not-now.ts';
import type { Sql, Value } from '../sql.ts';
import type { QueryClient } from './pool.ts';
import { composeBatch } from './statement-text.ts';
import { changedRows, composeGroup, countsOf, shapeOf } from './write-groups.ts';

type Counts = readonly number[] | null;

/** While one group waits for the disk, the next is on its way. */
const MOST_UNDER_WAY = 2;
const MOST_TOGETHER = 64;

interface Waiting extends PromiseWithResolvers<Counts> {
  readonly batch: readonly Sql[];
  readonly changed: readonly string[];
}

/** Everything about one shape of batch. */
interface ShapeQueue {
  readonly shape: string;
  underWay: number;
  waiting: Waiting[];
}

/** What an error says about a statement. */
export interface ErrorReading {
  /** Somebody else was there first: nothing was written, and the caller has to read and judge again. */
  isStale(error: unknown): boolean;
  /** The server itself said no, so that surely nothing was written. */
  wasUndone(error: unknown): boolean;
}

export function gatherWrites(
  client: QueryClient,
  { isStale, wasUndone }: ErrorReading,
): (batch: readonly Sql[]) => Promise<Counts> {
  const queues = new Map<string, ShapeQueue>();

  async function answerTo(text: string, values: Value[]): Promise<readonly unknown[]> {
    const [row] = await client.unsafe(text, values, { prepare: true }).values();
    // A write always answers its counts: without them nobody knows that it was written.
    if (!row) throw new NotNow('unavailable', 'The database did not say what it wrote.');
    return row;
  }

  async function writeAlone(batch: readonly Sql[]): Promise<Counts> {
    const { text, values } = composeBatch(batch);
    try {
      return (await answerTo(text, values)).slice(0, batch.length).map(Number);
    } catch (error) {
      if (isStale(error)) return null;
      throw error;
    }
  }

  async function writeTogether(shape: string, group: readonly Waiting[]): Promise<void> {
    const batches = group.map((one) => one.batch);
    const { text, values } = composeGroup(shape, batches);
    try {
      const counts = countsOf(batches, await answerTo(text, values));
      for (const [index, one] of group.entries()) one.resolve(counts[index] ?? []);
    } catch (error) {
      if (wasUndone(error)) await Promise.all(group.map((one) => settleAlone(one)));
      else for (const one of group) one.reject(error);
    }
  }

  function settleAlone({ batch, resolve, reject }: Waiting): Promise<void> {
    return writeAlone(batch).then(resolve, reject);
  }

  function send(queue: ShapeQueue): void {
    if (queue.underWay >= MOST_UNDER_WAY) return;
    const group = takeGroup(queue);
    const [first] = group;
    if (!first) return;
    queue.underWay += 1;
    const done = group.length === 1 ? settleAlone(first) : writeTogether(queue.shape, group);
    void done.finally(() => {
      queue.underWay -= 1;
      send(queue);
    });
  }

  function queueOf(shape: string): ShapeQueue {
    let queue = queues.get(shape);
    if (!queue) {
      queue = { shape, underWay: 0, waiting: [] };
      queues.set(shape, queue);
    }
    return queue;
  }

  return (batch) => {
    const shape = shapeOf(batch);
    if (shape === undefined) return writeAlone(batch);
    const queue = queueOf(shape);
    const waiting: Waiting = { batch, changed: changedRows(batch), ...Promise.withResolvers<Counts>() };
    queue.waiting.push(waiting);
    // At the end of this turn, so that all who come in it travel together.
    if (queue.waiting.length === 1) setImmediate(send, queue);
    return waiting.promise;
  };
}

/** As many as travel together; those that would change a row of an earlier one wait for the next group. */
function takeGroup(queue: ShapeQueue): Waiting[] {
  const group: Waiting[] = [];
  const left: Waiting[] = [];
  const rows = new Set<string>();
  for (const one of queue.waiting) {
    if (group.length >= MOST_TOGETHER || one.changed.some((row) => rows.has(row))) left.push(one);
    else {
      for (const row of one.changed) rows.add(row);
      group.push(one);
    }
  }
  queue.waiting = left;
  return group;
}
