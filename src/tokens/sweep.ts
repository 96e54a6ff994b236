/**
 * Removes what has ended, in small batches, so that tables do not grow without end.
 *
 * Nothing depends on it: expiry and revocation are judged at every use. Each step touches a bounded number of rows
 * along an index and yields to requests between two steps.
 */
import { longestDays, sweepGroups } from '../audit/retention.ts';
import type { Database } from '../storage/database.ts';
import { SWEEPS } from '../storage/sweeps.ts';
import type { Slice, Step, SweepByIndex, SweepByNumber, SweepTime } from '../storage/tables/sweep.ts';
import { countLive, type LivePairs, sweepPairs } from '../storage/tables/tokens/pairs.ts';
import { firstIdOf, type World } from '../world.ts';
import { settleFeed } from './feed.ts';
import { firstKeptPair } from './inspect.ts';

/** A step that was taken: what it removed, and how long it took. */
interface Swept {
  readonly table: string;
  readonly rows: number;
  readonly ms: number;
}

interface Pace {
  /** How many rows a step may remove; asked before each. */
  readonly rows?: () => number;
  /** Hears of each step, and may make the sweep wait. */
  readonly onStep?: (swept: Swept) => void | Promise<void>;
  /** Where given, the live tokens of each slice of pairs are counted on the way. */
  readonly onLive?: (live: LivePairs) => void;
}

/** Where nobody else waits for the database. */
const ROWS_AT_ONCE = 500;

/** One full pass over every table. */
export async function sweep(world: World, pace: Pace = {}): Promise<number> {
  const { rows: most = () => ROWS_AT_ONCE, onStep = () => {}, onLive } = pace;
  // What has a place goes in the order of places; without one it would wait for a listener, for ever where there is none.
  await settleFeed(world);
  const { eventDays } = world.settings;
  const at: SweepTime = {
    now: world.now(),
    firstKeptPair: firstKeptPair(world),
    eventDays,
    longestEventDays: longestDays(world.settings),
    firstIdOf,
  };
  let total = await sweepGroups(world, { most, onStep: (step) => onStep({ table: 'events', ...step }) });
  for (const each of SWEEPS) {
    const how = {
      database: world.database,
      at,
      most,
      onSlice: each === sweepPairs ? countLiveOf(world, onLive) : undefined,
    };
    const steps = 'step' in each ? repeat(how, each) : walk(how, each);
    for await (const { rows, ms } of steps) {
      total += rows;
      await onStep({ table: each.table, rows, ms });
    }
  }
  return total;
}

interface How {
  readonly database: Database;
  readonly at: SweepTime;
  readonly most: () => number;
  /** Called when nothing of a slice has ended any more. */
  readonly onSlice?: ((slice: Slice) => Promise<void>) | undefined;
}

/** Not at the time that the pass began: it may take hours, and would count what has ended since. */
function countLiveOf({ database, now }: World, onLive: Pace['onLive']): How['onSlice'] {
  return onLive && (async (slice) => onLive(await countLive(database, slice, now())));
}

type Steps = AsyncGenerator<Omit<Swept, 'table'>>;

/** Until a step removes less than it may. */
async function* repeat({ database, at, most }: How, { step }: SweepByIndex): Steps {
  for (let isFull = true; isFull; ) {
    const limit = most();
    const taken = await take(database, step(at, limit));
    isFull = taken.rows >= limit;
    if (taken.rows > 0) yield taken;
  }
}

/** Slice by slice to the end of the table. */
async function* walk({ database, at, most, onSlice }: How, { next, stepIn }: SweepByNumber): Steps {
  for (let slice = await next(database, 0, most()); slice; slice = await next(database, slice.upTo, most())) {
    for (let isFull = true; isFull; ) {
      const limit = most();
      const taken = await take(database, stepIn(slice, at, limit));
      isFull = taken.rows >= limit;
      yield taken;
    }
    await onSlice?.(slice);
  }
}

async function take(database: Database, step: Step): Promise<Omit<Swept, 'table'>> {
  const began = performance.now();
  const batch = 'text' in step ? [step] : step;
  const rows = (await database.write(batch))?.at(-1) ?? 0;
  return { rows, ms: performance.now() - began };
}
