/** How much a sweep removes in one step, and how long it rests after it, so that requests do not feel it. */

interface SweepPace {
  /** How many rows the next step may remove. */
  rows(): number;
  /** How long to rest after a step that took so long. */
  restAfter(stepMs: number): number;
}

const LEAST_ROWS = 100;
const MOST_ROWS = 500;
/** Whoever writes in the moment of a step waits for it: no longer than a commit takes. */
const STEP_MS = 2;
const SHRINK = 0.7;
const GROW = 1.1;
/**
 * How many times as long as a step the service rests after it: one write in 25 meets a step, so that p99 of requests stays
 * nearly as it was (decision 0051). A step takes longer where others write, too: then it is smaller, and the rest longer.
 */
export const BESIDE_REQUESTS = 24;
/** For an operator who waits for the end, beside a service that may be running. */
export const BESIDE_NOTHING = 1;
/** What ends faster than it is removed would pile up: a sweep that goes on rests half as long after each of these. */
const PATIENCE_MS = 5 * 60_000;
/** After an outage, or a disk that stood still. */
const LONGEST_REST_MS = 1000;

export function createSweepPace(restFactor: number, clock: () => number = () => performance.now()): SweepPace {
  const beganAt = clock();
  let rows = LEAST_ROWS;
  return {
    rows: () => Math.floor(rows),
    restAfter(stepMs) {
      rows = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, rows * (stepMs > STEP_MS ? SHRINK : GROW)));
      const factor = Math.max(BESIDE_NOTHING, restFactor / 2 ** Math.floor((clock() - beganAt) / PATIENCE_MS));
      return Math.min(LONGEST_REST_MS, stepMs * factor);
    },
  };
}
