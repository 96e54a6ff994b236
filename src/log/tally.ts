/** Counts what happens too often for a log line of its own, and logs how often it was, once a minute at most. */
import type { Log } from '../log.ts';

/** What is counted, and the sentence of its line. */
const LINES = {
  'unknown clients': 'Requests of clients that do not exist were refused.',
  'requests over a limit': 'Requests beyond a limit were refused.',
  'events left out': 'Events of refused requests were counted instead of recorded.',
} as const;

type Tallied = keyof typeof LINES;

export interface Tally {
  /** Counts one. The first is logged at once, those that follow within a minute together at its end. */
  count(what: Tallied): void;
  /** How many there were since the start. */
  of(what: Tallied): number;
}

const MINUTE_MS = 60_000;

export function createTally(log: Pick<Log, 'warn'>): Tally {
  const counts = new Map<Tallied, { total: number; untold: number; isWaiting: boolean }>();

  function tell(what: Tallied): void {
    const count = counts.get(what);
    if (!count) return;
    count.isWaiting = count.untold > 0;
    if (!count.isWaiting) return;
    log.warn({ count: count.untold, total: count.total }, LINES[what]);
    count.untold = 0;
    setTimeout(() => tell(what), MINUTE_MS).unref();
  }

  return {
    count(what) {
      const count = counts.get(what) ?? { total: 0, untold: 0, isWaiting: false };
      counts.set(what, count);
      count.total += 1;
      count.untold += 1;
      if (!count.isWaiting) tell(what);
    },
    of: (what) => counts.get(what)?.total ?? 0,
  };
}
