/**
 * Removes what has ended, in small batches, so that tables do not grow without end.
 *
 * Nothing depends on it: expiry and revocation are judged at every use. Each step touches a bounded number of rows
 * along an index and yields to requests between two steps.
 */
import { longestDays, sweepGroups } from '../audit/retention.ts';
import type { Database } from '../storage/database.ts';
import { SWEEPS } from '../storage/sweeps.ts';
import type { Step, SweepByIndex, SweepByNumber, SweepTime } from '../storage/tables/sweep.ts';
import { firstIdOf, type World } from '../world.ts';
import { settleFeed } from './feed.ts';

const BATCH_ROWS = 500;

interface Swept {
  readonly table: string;
  readonly rows: number;
}

type Progress = (swept: Swept) => void | Promise<void>;

/** One full pass over every table. `onStep` hears of each batch and may make the sweep wait. */
export async function sweep(world: World, onStep: Progress = () => {}): Promise<number> {
  // What has a place goes in the order of places; without one it would wait for a listener, for ever where there is none.
  await settleFeed(world);
  const { eventDays } = world.settings;
  const at: SweepTime = { now: world.now(), eventDays, longestEventDays: longestDays(world.settings), firstIdOf };
  let total = await sweepGroups(world, (rows) => onStep({ table: 'events', rows }));
  for (const each of SWEEPS) {
    const steps = 'step' in each ? repeat(world.database, each, at) : walk(world.database, each, at);
    for await (const rows of steps) {
      total += rows;
      await onStep({ table: each.table, rows });
    }
  }
  return total;
}

/** Until a batch comes back less than full; answers the rows of each. */
async function* repeat(database: Database, { step }: SweepByIndex, at: SweepTime): AsyncGenerator<number> {
  for (let rows = BATCH_ROWS; rows >= BATCH_ROWS; ) {
    rows = await take(database, step(at, BATCH_ROWS));
    if (rows > 0) yield rows;
  }
}

/** Slice by slice to the end of the table. */
async function* walk(database: Database, { next, stepIn }: SweepByNumber, at: SweepTime): AsyncGenerator<number> {
  for (let slice = await next(database, 0, BATCH_ROWS); slice; slice = await next(database, slice.upTo, BATCH_ROWS)) {
    for (let rows = BATCH_ROWS; rows >= BATCH_ROWS; ) {
      rows = await take(database, stepIn(slice, at, BATCH_ROWS));
      yield rows;
    }
  }
}

async function take(database: Database, step: Step): Promise<number> {
  const batch = 'text' in step ? [step] : step;
  return (await database.write(batch))?.at(-1) ?? 0;
}
