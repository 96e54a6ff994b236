/**
 * Writes to PostgreSQL: every batch is one statement, and under load batches of one shape share one.
 *
 * A shared statement that fails undoes all its batches; each of them is then tried alone, so a failed guard of one
 * batch costs the others time but nothing else.
 */
import { NotNow } from '../../protocol/not-now.ts';
import type { Sql, Value } from '../sql.ts';
import { createGatherQueue, MOST_TOGETHER } from './gather.ts';
import type { Query } from './pool.ts';
import { composeBatch } from './statement-text.ts';
import { changedRows, composeGroup, countsOf, shapeOf } from './write-groups.ts';

type Counts = readonly number[] | null;

interface Waiting extends PromiseWithResolvers<Counts> {
  readonly batch: readonly Sql[];
  readonly changed: readonly string[];
}

/** What an error says about a statement. */
interface ErrorReading {
  /** Another writer was first: nothing was written, and the caller has to read and judge again. */
  isStale(error: unknown): boolean;
  /** The server itself refused the statement, so nothing was written. */
  wasUndone(error: unknown): boolean;
}

export function gatherWrites(
  query: Query,
  { isStale, wasUndone }: ErrorReading,
): (batch: readonly Sql[]) => Promise<Counts> {
  const queues = new Map<string, (batch: Waiting) => void>();

  async function answerTo(text: string, values: Value[]): Promise<readonly unknown[]> {
    const [row] = await query(text, values);
    // A write always answers its counts; an answer without them does not say that it was written.
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
    const [first, second] = group;
    if (first && !second) return await settleAlone(first);
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

  function queueOf(shape: string): (batch: Waiting) => void {
    let enqueue = queues.get(shape);
    if (!enqueue) {
      enqueue = createGatherQueue<Waiting>({
        take: takeGroup,
        send: (group) => writeTogether(shape, group),
      });
      queues.set(shape, enqueue);
    }
    return enqueue;
  }

  return (batch) => {
    const shape = shapeOf(batch);
    if (shape === undefined) return writeAlone(batch);
    const waiting: Waiting = { batch, changed: changedRows(batch), ...Promise.withResolvers<Counts>() };
    queueOf(shape)(waiting);
    return waiting.promise;
  };
}

/** Those that would change a row of an earlier one wait for the next group. */
function takeGroup(waiting: readonly Waiting[]): { group: Waiting[]; left: Waiting[] } {
  const group: Waiting[] = [];
  const left: Waiting[] = [];
  const rows = new Set<string>();
  for (const one of waiting) {
    if (group.length >= MOST_TOGETHER || one.changed.some((row) => rows.has(row))) left.push(one);
    else {
      for (const row of one.changed) rows.add(row);
      group.push(one);
    }
  }
  return { group, left };
}
