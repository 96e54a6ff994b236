/**
 * The database's clock, as it goes on between two looks at it.
 *
 * Every instance of the service tells time by the one clock they all share, so that they agree when something ends, and
 * a jump of a machine's own clock changes nothing. Between two looks the time that passes is measured, not read.
 */

export interface ServerClock {
  /** What the server said between two moments of ours. */
  adjust(epochMs: number, askedAt: number, heardAt: number): void;
  /** Epoch milliseconds. */
  now(): number;
}

/** An answer that took longer says too little about the moment at which it was written. */
const LONGEST_ROUND_TRIP_MS = 500;
/** Smaller differences are the journey's, not the clock's; time must not go to and fro because of them. */
const TOLERATED_MS = 250;

export function createServerClock(): ServerClock {
  let offset: number | undefined;
  return {
    adjust(epochMs, askedAt, heardAt) {
      const fresh = epochMs - (askedAt + heardAt) / 2;
      const isSure = heardAt - askedAt <= LONGEST_ROUND_TRIP_MS;
      if (offset === undefined || (isSure && Math.abs(fresh - offset) > TOLERATED_MS)) offset = fresh;
    },
    now: () => (offset ?? 0) + performance.now(),
  };
}
