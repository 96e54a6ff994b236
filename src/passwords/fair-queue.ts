/** Runs costly work a few at a time, and shares it fairly between the networks that ask for it. */
import { NotNow } from '../protocol/not-now.ts';
import { createShares, type Place, rankOf } from './shares.ts';

interface FairQueue {
  /** Throws `NotNow` where the work would wait too long behind what waits already. */
  run<T>(place: Place, work: () => Promise<T>): Promise<T>;
  /** Throws what `run` would throw now, for callers that would first do something costly. */
  refuseIfBusy(place: Place): void;
  readonly load: QueueLoad;
}

export interface QueueLoad {
  readonly running: number;
  readonly waiting: number;
  /** Since the start: works that were begun, and how long all of them together had waited. */
  readonly begun: number;
  readonly waitedSeconds: number;
  readonly refused: number;
}

/** Two leave half of the thread pool to files and name lookups. */
const MOST_RUNNING = 2;
/** With the hash itself, and what comes before and after it, an answer comes within a second. */
const LONGEST_WAIT_MS = 500;
/** So many turns are waited for, however slow the machine: a few people who sign in at once are all served. */
const LEAST_TURNS = 6;
/** What was expected may come a little later. */
const LATE_FACTOR = 1.5;
/** Reached only when so many networks wait that each has a place or two. */
export const MOST_WAITING = 256;
/** Of the time that one work took, until there is an experience; and what is never believed to be less. */
const USUAL_MS = 50;
const QUICKEST_MS = 20;
/** How much the latest time counts in the average. */
const LATEST_SHARE = 1 / 8;

interface Waiting {
  readonly since: number;
  readonly start: () => void;
  readonly refuse: (because: NotNow) => void;
}

export function createFairQueue(onDone: () => void): FairQueue {
  const shares = createShares<Waiting>();
  let running = 0;
  let usualMs = USUAL_MS;
  let begun = 0;
  let waitedMs = 0;
  let refused = 0;

  const waitFor = (turns: number) => (turns * usualMs) / MOST_RUNNING;
  const longestWait = () => Math.max(LONGEST_WAIT_MS, waitFor(LEAST_TURNS));

  function refuseIfBusy(place: Place): void {
    if (running < MOST_RUNNING) return;
    const isLong = waitFor(rankOf(shares.all, place)) > longestWait();
    if (!isLong && shares.size < MOST_WAITING) return;
    refused += 1;
    throw tooMany();
  }

  /** Never while only a few wait. */
  function isLate({ since }: Waiting): boolean {
    return shares.size >= LEAST_TURNS && performance.now() - since > longestWait() * LATE_FACTOR;
  }

  /** A network that came later may have had its turn first; whoever has waited too long because of that is refused. */
  function startNext(): void {
    let next = shares.take();
    while (next && isLate(next)) {
      refused += 1;
      next.refuse(tooMany());
      next = shares.take();
    }
    if (next) next.start();
    else running -= 1;
  }

  async function timed<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await work();
    } finally {
      const tookMs = performance.now() - began;
      usualMs = Math.max(QUICKEST_MS, usualMs + (tookMs - usualMs) * LATEST_SHARE);
      onDone();
      startNext();
    }
  }

  return {
    async run(place, work) {
      refuseIfBusy(place);
      if (running < MOST_RUNNING) running += 1;
      // The work that ends starts this one, so `running` stays as it is.
      else {
        const since = performance.now();
        await new Promise<void>((start, refuse) => shares.add(place, { since, start, refuse }));
        waitedMs += performance.now() - since;
      }
      begun += 1;
      return await timed(work);
    },
    refuseIfBusy,
    get load() {
      return { running, waiting: shares.size, begun, waitedSeconds: waitedMs / 1000, refused };
    },
  };
}

function tooMany(): NotNow {
  return new NotNow('overloaded', 'Too many passwords are waiting to be checked.');
}
