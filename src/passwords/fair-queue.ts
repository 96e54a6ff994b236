/** Runs costly work a few at a time, and shares it fairly between the networks that ask for it. */
import { setTimeout as pause } from 'node:timers/promises';
import { NotNow } from '../protocol/not-now.ts';
import { KNOWN } from './network-place.ts';
import { createPace, type Pace } from './pace.ts';
import { createShares, type Place, rankOf } from './shares.ts';

interface FairQueue {
  /** Throws `NotNow` where the work would wait too long behind what waits already. */
  run<T>(place: Place, work: () => Promise<T>): Promise<T>;
  /** Rejects with what `run` would throw now, for callers that would first do something costly. */
  refuseIfBusy(place: Place): Promise<void>;
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
/**
 * Of them, networks from which no right password has come: so a crowd that guesses leaves a processor to requests and the next turn
 * to everybody else.
 */
const MOST_UNKNOWN_RUNNING = 1;
/** With the hash itself, and what comes before and after it, an answer comes within a second. */
const LONGEST_WAIT_MS = 500;
/** So many turns are waited for, however slow the machine: a few people who sign in at once are all served. */
const LEAST_TURNS = 6;
/** What was expected may come a little later. */
const LATE_FACTOR = 1.5;
/** Reached only when so many networks wait that each has a place or two. */
export const MOST_WAITING = 256;
/**
 * A refusal comes only after this while, as the work would have: whoever asks again at once would else make refusing the whole work
 * of the service.
 */
const HELD_MS = 400;
/** Of so many, and of no more of the requests at work than a part: each of them takes the slot of one. */
const MOST_HELD = 32;
const HELD_SHARE = 1 / 8;
/** Of the time that one work took, until there is an experience; and what is never believed to be less, or more: a process that is stopped. */
const USUAL_MS = 50;
const QUICKEST_MS = 20;
const SLOWEST_MS = 5000;
/** How much the latest time counts in the average. */
const LATEST_SHARE = 1 / 8;

interface Waiting {
  readonly place: Place;
  readonly since: number;
  readonly start: () => void;
  readonly refuse: (because: NotNow) => void;
}

interface FairQueueOptions {
  /** How many requests are at work at once in this process. */
  readonly requestsAtOnce?: number;
  /** Of networks from which no right password has come. */
  readonly pace?: Pace;
}

export function createFairQueue(
  onDone: () => void,
  { requestsAtOnce = 512, pace = createPace(1) }: FairQueueOptions = {},
): FairQueue {
  const shares = createShares<Waiting>();
  const hashing = createHashing(pace);
  const expected = createExpectation(pace);
  let begun = 0;
  let waitedMs = 0;
  const refusals = createRefusals(Math.min(MOST_HELD, Math.floor(requestsAtOnce * HELD_SHARE)));

  function isBusy(place: Place): boolean {
    if (hashing.hasRoomFor(place)) return false;
    const isLong = expected.wait(rankOf(shares.all, place), place) > expected.longestWait(place);
    return isLong || shares.size >= MOST_WAITING;
  }

  /**
   * A network that came later may have had its turn first; whoever has waited too long because of that is refused, though
   * never while only a few wait.
   */
  function startWaiting(): void {
    while (hashing.hasRoomFor(ANY_KNOWN)) {
      const next = shares.take(hashing.hasRoomFor(ANY_UNKNOWN) ? undefined : KNOWN);
      if (!next) return;
      if (shares.size >= LEAST_TURNS && expected.isLate(next)) next.refuse(refusals.next());
      else {
        hashing.begin(next.place);
        next.start();
      }
    }
  }

  const startAfterRest = afterRest(pace, () => {
    startWaiting();
    return shares.size > 0;
  });

  async function timed<T>(place: Place, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await work();
    } finally {
      const ended = performance.now();
      expected.learn(ended - began);
      if (!isKnown(place)) pace.worked(began, ended);
      onDone();
      hashing.end(place);
      startWaiting();
      if (shares.size > 0) startAfterRest();
    }
  }

  return {
    async run(place, work) {
      if (isBusy(place)) return await refusals.hold();
      if (hashing.hasRoomFor(place)) hashing.begin(place);
      else {
        const since = performance.now();
        await new Promise<void>((start, refuse) => {
          shares.add(place, { place, since, start, refuse });
          startAfterRest();
        });
        waitedMs += performance.now() - since;
      }
      begun += 1;
      return await timed(place, work);
    },
    async refuseIfBusy(place) {
      if (isBusy(place)) await refusals.hold();
    },
    get load() {
      return {
        running: hashing.running,
        waiting: shares.size,
        begun,
        waitedSeconds: waitedMs / 1000,
        refused: refusals.count,
      };
    },
  };
}

/** How long works take, and those that wait for them. */
function createExpectation(pace: Pace) {
  let usualMs = USUAL_MS;
  const workMs = (turns: number, place: Place) =>
    (turns * usualMs) / (isKnown(place) ? MOST_RUNNING : MOST_UNKNOWN_RUNNING);
  const longestWait = (place: Place) => Math.max(LONGEST_WAIT_MS, workMs(LEAST_TURNS, place));
  return {
    learn(tookMs: number): void {
      const believed = Math.min(Math.max(QUICKEST_MS, tookMs), SLOWEST_MS);
      usualMs += (believed - usualMs) * LATEST_SHARE;
    },
    wait: (turns: number, place: Place) =>
      isKnown(place) ? workMs(turns, place) : pace.msUntilDone(workMs(turns, place)),
    longestWait,
    isLate: ({ place, since }: Waiting) => performance.now() - since > longestWait(place) * LATE_FACTOR,
  };
}

/**
 * While strangers rest, no work that ends starts those of them that wait: this does, again for as long as `start` says that some
 * still wait. The rest may be over since whoever calls has looked at the clock; then nobody else would start them.
 */
function afterRest(pace: Pace, start: () => boolean): () => void {
  let isWaiting = false;
  return function wait() {
    if (isWaiting) return;
    const restMs = pace.restsUntil - performance.now();
    if (restMs <= 0) {
      start();
      return;
    }
    isWaiting = true;
    // Fractions of a millisecond are cut off by the timer, which would then come too early.
    setTimeout(() => {
      isWaiting = false;
      if (start()) wait();
    }, Math.ceil(restMs));
  };
}

function createRefusals(mostHeld: number) {
  let count = 0;
  let held = 0;
  const next = (): NotNow => {
    count += 1;
    return new NotNow('overloaded', 'Too many passwords are waiting to be checked.', { shortage: 'passwords' });
  };
  return {
    get count() {
      return count;
    },
    next,
    /** Rejects after a while; at once beyond the most that may be held. */
    async hold(): Promise<never> {
      const refusal = next();
      if (held >= mostHeld) throw refusal;
      held += 1;
      await pause(HELD_MS);
      held -= 1;
      throw refusal;
    },
  };
}

/** What is being computed now. */
function createHashing(pace: Pace) {
  let known = 0;
  let unknown = 0;
  const add = (place: Place, count: number) => {
    if (isKnown(place)) known += count;
    else unknown += count;
  };
  return {
    get running() {
      return known + unknown;
    },
    hasRoomFor(place: Place) {
      if (known + unknown >= MOST_RUNNING) return false;
      return isKnown(place) || (unknown < MOST_UNKNOWN_RUNNING && performance.now() >= pace.restsUntil);
    },
    begin: (place: Place) => add(place, 1),
    end: (place: Place) => add(place, -1),
  };
}

const ANY_KNOWN: Place = [KNOWN];
const ANY_UNKNOWN: Place = [];

function isKnown([group]: Place): boolean {
  return group === KNOWN;
}
