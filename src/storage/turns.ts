/**
 * Hands a few places for costly reads to many askers: whoever has taken least time lately goes first, and nobody has the
 * last place to themselves.
 */
import { currentErrand, type Errand } from '../on-behalf.ts';
import { NotNow } from '../protocol/not-now.ts';

interface Turns {
  /** Runs the read in its turn, for whom the caller works. Throws `NotNow` where too much waits already. */
  run<T>(read: () => Promise<T>): Promise<T>;
}

/** Beyond this many waiting reads the service says it is busy. */
export const MOST_LISTS_WAITING = 1024;
/** Requests of one asker with reads that wait; a page asks for up to a hundred at once. A few windows, and few slots. */
const MOST_WAITING_OF_ONE = 16;
/** The time that somebody took counts half after so long. */
const HALF_LIFE_MS = 10_000;
/** The service's own work (the feed, jobs, deliveries) has a larger share than anybody who asks. */
const WEIGHT_OF_SERVICE = 0.1;
/** Whoever asked longest ago is forgotten. */
export const MOST_ASKERS = 2048;

/** Has no share of its own in the bound for one asker: what is begun for nobody else is bounded where it is begun. */
const SERVICE: Errand = { name: 'service' };

interface Waiting {
  readonly errand: Errand;
  readonly start: () => void;
}

interface Asker {
  readonly reads: Waiting[];
  running: number;
  /** Weighted milliseconds, as they counted at the time `at`. */
  spentMs: number;
  at: number;
}

export function createTurns(places: number): Turns {
  const askers = new Map<string, Asker>();
  // The last place is for somebody else, so that nobody waits for everything that one asker asked for.
  const mostRunningOfOne = Math.max(1, places - 1);
  let running = 0;
  let waiting = 0;

  const mayStart = (asker: Asker) => running < places && asker.running < mostRunningOfOne;

  function take(asker: Asker): void {
    running += 1;
    asker.running += 1;
  }

  async function wait(asker: Asker, errand: Errand): Promise<void> {
    if (waiting >= MOST_LISTS_WAITING)
      throw new NotNow('unavailable', 'Too many lists are being read.', { shortage: 'lists' });
    if (!mayWait(asker, errand))
      throw new NotNow('overloaded', 'Too many lists are being read for one account or network.', {
        shortage: 'lists',
      });
    waiting += 1;
    await new Promise<void>((start) => asker.reads.push({ errand, start }));
  }

  /** Places are taken here, before whoever was let in runs on. */
  function startNext(now: number): void {
    while (waiting > 0) {
      const next = nextOf(askers.values(), mayStart, now);
      const read = next?.reads.shift();
      if (!next || !read) return;
      waiting -= 1;
      take(next);
      read.start();
    }
  }

  function finish(asker: Asker, tookMs: number): void {
    const now = performance.now();
    asker.spentMs = spentBy(asker, now) + tookMs;
    asker.at = now;
    asker.running -= 1;
    running -= 1;
    startNext(now);
  }

  return {
    async run(read) {
      const errand = currentErrand() ?? SERVICE;
      const asker = findAsker(askers, errand.name);
      if (mayStart(asker) && asker.reads.length === 0) take(asker);
      else await wait(asker, errand);
      const beganAt = performance.now();
      try {
        return await read();
      } finally {
        finish(asker, (performance.now() - beganAt) * (errand === SERVICE ? WEIGHT_OF_SERVICE : 1));
      }
    },
  };
}

function findAsker(askers: Map<string, Asker>, name: string): Asker {
  const asker = askers.get(name) ?? { reads: [], running: 0, spentMs: 0, at: performance.now() };
  // A map keeps the order of insertion: whoever asks moves to the end.
  askers.delete(name);
  if (askers.size >= MOST_ASKERS) forgetOne(askers);
  askers.set(name, asker);
  return asker;
}

/** Never one that runs or waits: of those there are fewer than are known. */
function forgetOne(askers: Map<string, Asker>): void {
  for (const [name, asker] of askers)
    if (asker.running === 0 && asker.reads.length === 0) {
      askers.delete(name);
      return;
    }
}

/** A request that waits already may wait for more: half a page helps nobody. */
function mayWait({ reads }: Asker, errand: Errand): boolean {
  if (errand === SERVICE || reads.length < MOST_WAITING_OF_ONE) return true;
  const errands = new Set(reads.map((read) => read.errand));
  return errands.has(errand) || errands.size < MOST_WAITING_OF_ONE;
}

function nextOf(askers: Iterable<Asker>, mayStart: (asker: Asker) => boolean, now: number): Asker | undefined {
  let next: Asker | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const asker of askers) {
    if (asker.reads.length === 0 || !mayStart(asker)) continue;
    const spentMs = spentBy(asker, now);
    if (spentMs >= least) continue;
    least = spentMs;
    next = asker;
  }
  return next;
}

function spentBy({ spentMs, at }: Asker, now: number): number {
  return spentMs * 2 ** ((at - now) / HALF_LIFE_MS);
}
