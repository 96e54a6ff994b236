/** Writes refused requests down in the background, and keeps their log within its bounds. */
import type { Database } from '../database.ts';
import type { Sql } from '../sql.ts';
import {
  insertRefused,
  MOST_REFUSED_OF_A_KIND,
  type RefusedRow,
  trimRefused,
  trimRefusedOf,
} from '../tables/events/refused-requests.ts';
import { createTidying } from './tidying.ts';

/** Undefined where it turns out that nothing is to be kept. */
type Make = () => Promise<RefusedRow | undefined>;

export interface RefusalQueue {
  /**
   * Keeps a request for the next flush; `make` is called then, and may read. Those that are known to be authentic wait
   * apart, so that no flood of others can fill their place.
   */
  add(isAuthentic: boolean, make: Make): void;
  /** A batch has written a row of this client: its bound is looked after with the next flush. */
  wrote(clientId: number): void;
  /** Writes what is waiting. Failures are forgotten: nothing here is needed for correctness. */
  flush(): Promise<void>;
  /** The same, and waits until the log is within its bounds. */
  finish(): Promise<void>;
  /** Requests dropped because too many were waiting. */
  readonly dropped: number;
  /** What waits to be written. */
  readonly waiting: number;
}

/** Authentic ones, and as many others. */
const MOST_OF_CLIENT = 500;

/** Of each kind. */
export const MOST_WAITING = 500;
export const MOST_CLIENTS = 1000;
const BATCH = 20;
/** Short enough for an owner who looks at once, long enough that a flood is written in batches. */
const FLUSH_AFTER_MS = 250;
/** A trim removes at most this many rows, so that no single write is long; the next one goes on. */
const TRIM_STEP = 1000;
/** Trimming everything costs a walk along the log, so it is done once for so many rows, and with room to spare. */
const ROWS_BETWEEN_TRIMS = 200;
const ROOM = 1000;

export function createRefusalQueue(database: Database): RefusalQueue {
  let authentic: Make[] = [];
  let others: Make[] = [];
  const bounds = keepWithinBounds(database);
  let dropped = 0;
  let isScheduled = false;
  let flushing = Promise.resolve();

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => void flush(), FLUSH_AFTER_MS).unref();
  }

  /** One after the other, so that a call also waits for the flushes before it. */
  function flush(): Promise<void> {
    flushing = flushing.then(drain);
    return flushing;
  }

  async function drain(): Promise<void> {
    isScheduled = false;
    const makes = [...authentic, ...others];
    authentic = [];
    others = [];
    for (let start = 0; start < makes.length; start += BATCH) {
      const rows = await makeRows(makes.slice(start, start + BATCH));
      for (const { clientId } of rows) bounds.grew(clientId);
      await writeQuietly(database, rows.map(insertRefused));
    }
    bounds.start();
  }

  return {
    add(isAuthentic, make) {
      if ((isAuthentic ? authentic : others).length >= MOST_WAITING) {
        dropped += 1;
        return;
      }
      if (isAuthentic) authentic.push(make);
      else others.push(make);
      schedule();
    },
    wrote(clientId) {
      bounds.grew(clientId);
      schedule();
    },
    flush,
    async finish() {
      await flush();
      await bounds.finish();
    },
    get dropped() {
      return dropped;
    },
    get waiting() {
      return authentic.length + others.length;
    },
  };
}

/** Removes what is too much, of each client that got more rows and of all. */
function keepWithinBounds(database: Database) {
  let touched = new Set<number>();
  let untrimmed = 0;
  const tidying = createTidying(async () => {
    while (touched.size > 0) {
      const clients = touched;
      touched = new Set();
      for (const clientId of clients) await writeQuietly(database, trimRefusedOf(clientId, MOST_OF_CLIENT, TRIM_STEP));
    }
    if (untrimmed < ROWS_BETWEEN_TRIMS) return;
    untrimmed = 0;
    await writeQuietly(database, trimRefused(MOST_REFUSED_OF_A_KIND - ROOM, TRIM_STEP));
  });
  return {
    ...tidying,
    grew(clientId: number | null): void {
      untrimmed += 1;
      // The sweep looks after those that find no place here.
      if (clientId !== null && touched.size < MOST_CLIENTS) touched.add(clientId);
    },
  };
}

async function makeRows(makes: readonly Make[]): Promise<readonly RefusedRow[]> {
  const made = await Promise.allSettled(makes.map((make) => make()));
  return made.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []));
}

async function writeQuietly(database: Database, batch: readonly Sql[]): Promise<void> {
  try {
    if (batch.length > 0) await database.write(batch);
  } catch {
    // The answer has long been given; a request that is missing in the log costs its owner one more try.
  }
}
