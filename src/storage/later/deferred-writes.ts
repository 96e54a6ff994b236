/** Writes that may wait: last uses and the like, kept at the grain of a minute and never on a request's own path. */
import type { Database } from '../database.ts';
import type { Sql } from '../sql.ts';
import { type Countable, createDailyCounts } from './daily-counts.ts';
import { createNotedKeys } from './noted-keys.ts';

export interface DeferredWrites {
  /** Keeps a write for the next flush, unless the same key was noted in this minute already. */
  defer(key: string, now: number, statement: () => Sql): void;
  /** Counts a token, a refusal or a user for the figures of a client. */
  count(clientId: number, what: Countable, now: number, amount?: number): void;
  /** Writes everything noted so far. Failures are forgotten: nothing here is needed for correctness. */
  flush(): Promise<void>;
  /** Notes dropped because too many keys were waiting. */
  readonly dropped: number;
  /** What waits to be written. */
  readonly waiting: number;
}

export const MOST_WAITING = 10_000;
const BATCH = 200;

export function createDeferredWrites(database: Database): DeferredWrites {
  const waiting = new Map<string, Sql>();
  const noted = createNotedKeys();
  let dropped = 0;
  const counts = createDailyCounts(database);

  return {
    defer(key, now, statement) {
      const minute = Math.floor(now / 60);
      if (noted.has(key, minute)) return;
      if (waiting.size >= MOST_WAITING) {
        dropped += 1;
        return;
      }
      noted.add(key, minute);
      waiting.set(key, statement());
    },
    count: counts.count,
    async flush() {
      await counts.flush();
      const statements = [...waiting.values()];
      waiting.clear();
      for (let start = 0; start < statements.length; start += BATCH) {
        // Together, so that they share one commit: every commit makes readers look at their rows again.
        const slice = statements.slice(start, start + BATCH);
        await Promise.all(slice.map((statement) => writeQuietly(database, statement)));
      }
    },
    get dropped() {
      return dropped;
    },
    get waiting() {
      return waiting.size;
    },
  };
}

async function writeQuietly(database: Database, statement: Sql): Promise<void> {
  try {
    await database.write([statement]);
  } catch {
    // A lost note costs one minute's "last used"; the next use writes it again.
  }
}
