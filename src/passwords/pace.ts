/**
 * Keeps work within a share of the time, over a while: what a burst takes at once is made up for by rests after it.
 *
 * A hash holds its processor for some 80 ms, and what wakes up there meanwhile waits for the next tick of the system's clock, whatever
 * its priority. On two processors a crowd that guesses passwords all the time would so make everybody else wait, a few
 * milliseconds at every step of a request.
 */
export interface Pace {
  /** When the next work may begin, by `performance.now()`; in the past where that is at once. */
  readonly restsUntil: number;
  /** How long it takes from now until so many milliseconds of work are done, one after the other. */
  msUntilDone(workMs: number): number;
  worked(beganAt: number, endedAt: number): void;
}

/** Work that is never followed by a rest, in milliseconds: some two dozen hashes, of people who come at once. */
const BURST_MS = 2000;

/** More of one work is not counted: others had the processor, or the process was stopped meanwhile, and nobody shall rest for that. */
const LONGEST_WORK_MS = 200;
/** Of all processors, for the hashing that networks ask for from which no right password has come. */
const STRANGERS_SHARE = 1 / 4;

/**
 * Of the time of one processor, in each of so many processes. Never less than a quarter of one: with longer rests whoever waits would
 * be refused, and only those who happen to come at the right moment be served.
 */
export function strangersShare(processors: number, processes: number): number {
  return Math.max(STRANGERS_SHARE, (processors * STRANGERS_SHARE) / Math.max(1, processes));
}

/** `share`: of the time of one processor; 1 and more means that nothing rests. */
export function createPace(share: number, clock: () => number = () => performance.now()): Pace {
  const burstMs = BURST_MS / share;
  /** What was done fills its share of the time up to this moment. */
  let filledUntil = -Infinity;

  return {
    get restsUntil() {
      return share < 1 ? filledUntil - burstMs : 0;
    },
    msUntilDone(workMs) {
      if (share >= 1) return workMs;
      const now = clock();
      return Math.max(workMs, Math.max(filledUntil, now) - now + workMs / share - burstMs);
    },
    worked(beganAt, endedAt) {
      const workMs = Math.min(endedAt - beganAt, LONGEST_WORK_MS);
      filledUntil = Math.max(filledUntil, endedAt - workMs) + workMs / share;
    },
  };
}
