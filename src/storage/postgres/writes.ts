/**
 * Writes to PostgreSQL: every batch is one statement, and under load batches of one shape share one. Only a batch of more
 * statements than one can hold, or with one that leads the others, is a transaction of several.
 *
 * A shared statement that fails undoes all its batches; each of them is then tried alone, so a failed guard of one
 * batch costs the others time but nothing else.
 */
import { NotNow } from '../../protocol/not-now.ts';
import type { Sql, Value } from '../sql.ts';
import { createGatherQueue, MOST_TOGETHER } from './gather.ts';
import { lockedBefore, lockingOrder } from './locking-order.ts';
import type { Query } from './pool.ts';
import { composeBatch } from './statement-text.ts';
import { changedRows, composeGroup, countsOf, inLockingOrder, shapeOf } from './write-groups.ts';

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

interface Writing {
  readonly query: Query;
  /** Runs several statements as one transaction, which is undone where the work throws. */
  within<Answer>(work: (query: Query) => Promise<Answer>): Promise<Answer>;
}

/**
 * PostgreSQL takes ever longer to plan ever more writes in one statement (a second for 1 800), and answers no more than 1664
 * columns. The batches of requests have a few, those of `latchkey apply` thousands.
 */
const MOST_STATEMENTS = 128;

export function gatherWrites(
  { query, within }: Writing,
  { isStale, wasUndone }: ErrorReading,
): (batch: readonly Sql[]) => Promise<Counts> {
  const queues = new Map<string, (batch: Waiting) => void>();

  async function writeAlone(batch: readonly Sql[]): Promise<Counts> {
    try {
      return batch.length <= MOST_STATEMENTS && !batch.some(({ leads }) => leads)
        ? await writeOnce(query, batch)
        : await within((own) => writeParts(own, batch));
    } catch (error) {
      if (isStale(error)) return null;
      throw error;
    }
  }

  async function writeTogether(shape: string, gathered: readonly Waiting[]): Promise<void> {
    const [first, second] = gathered;
    if (first && !second) return await settleAlone(first);
    const group = inLockingOrder(gathered);
    const batches = group.map((one) => one.batch);
    const { text, values } = composeGroup(shape, batches);
    try {
      const counts = countsOf(batches, await answerTo(query, text, values));
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

  function write(batch: readonly Sql[]): Promise<Counts> {
    const shape = shapeOf(batch);
    if (shape === undefined) return writeAlone(batch);
    const waiting: Waiting = { batch, changed: changedRows(batch), ...Promise.withResolvers<Counts>() };
    queueOf(shape)(waiting);
    return waiting.promise;
  }

  return (batch) => {
    const order = lockingOrder(batch);
    if (!order) return write(batch);
    return write(order.flatMap((place) => batch[place] ?? [])).then((counts) => counts && inPlace(counts, order));
  };
}

function inPlace(counts: readonly number[], order: readonly number[]): readonly number[] {
  const touched: number[] = [];
  for (const [index, place] of order.entries()) touched[place] = counts[index] ?? 0;
  return touched;
}

const STAGES = ['first', 'second', undefined] as const satisfies readonly Sql['leads'][];

async function answerTo(query: Query, text: string, values: Value[]): Promise<readonly unknown[]> {
  const [row] = await query(text, values);
  // A write always answers its counts; an answer without them does not say that it was written.
  if (!row) throw new NotNow('unavailable', 'The database did not say what it wrote.');
  return row;
}

async function writeOnce(query: Query, batch: readonly Sql[]): Promise<readonly number[]> {
  const { text, values } = composeBatch(batch);
  return (await answerTo(query, text, values)).slice(0, batch.length).map(Number);
}

/**
 * No statement of a batch depends on what another one wrote, so they may as well be written one part after the other; each
 * part sees what others have committed before it began. A row that is only held may be written by a later part; the other rows
 * that the batch names are changed in the part that holds it, so that all of them are locked in one order.
 */
async function writeParts(query: Query, batch: readonly Sql[]): Promise<readonly number[]> {
  const places = [...batch.keys()];
  const early = lockedBefore(batch);
  const counts: number[] = [];
  for (const stage of STAGES) {
    const part = places.filter((place) => (early.has(place) ? 'second' : batch[place]?.leads) === stage);
    for (let from = 0; from < part.length; from += MOST_STATEMENTS) {
      const some = part.slice(from, from + MOST_STATEMENTS);
      const touched = await writeOnce(
        query,
        some.flatMap((place) => batch[place] ?? []),
      );
      for (const [index, place] of some.entries()) counts[place] = touched[index] ?? 0;
    }
  }
  return counts;
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
