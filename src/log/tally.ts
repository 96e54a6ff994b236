/** Counts what happens too often for a log line of its own, and logs how often it was, once a minute at most. */
import type { Log } from '../log.ts';
import { onceAMinute } from './once-a-minute.ts';

/** What is counted, and the sentence of its line. */
const LINES = {
  'unknown clients': 'Requests of clients that do not exist were refused.',
  'requests over a limit': 'Requests beyond a limit were refused.',
  'events left out': 'Events beyond a limit were counted instead of recorded.',
} as const;

type Tallied = keyof typeof LINES;

export interface Tally {
  count(what: Tallied): void;
  /** How many there were since the start. */
  of(what: Tallied): number;
}

export function createTally(log: Pick<Log, 'warn'>): Tally {
  const line = (what: Tallied) => ({
    total: 0,
    tell: onceAMinute((total: number, count) => log.warn({ count, total }, LINES[what])),
  });
  const counts = {
    'unknown clients': line('unknown clients'),
    'requests over a limit': line('requests over a limit'),
    'events left out': line('events left out'),
  } satisfies Record<Tallied, unknown>;
  return {
    count(what) {
      const count = counts[what];
      count.total += 1;
      count.tell(count.total);
    },
    of: (what) => counts[what].total,
  };
}
