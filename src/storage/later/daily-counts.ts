/** Counts tokens, refusals and users of clients: added up in memory, written to the database now and then. */
import type { Database } from '../database.ts';
import { addToDay, noteToken } from '../tables/clients/days.ts';

/** A user arrives with a consent and departs with its end. */
export type Countable = 'token' | 'error' | 'arrival' | 'departure';

interface DailyCounts {
  /** Costs one lookup in a map. `now` in epoch seconds. */
  count(clientId: number, what: Countable, now: number, amount?: number): void;
  /** Writes everything down. Called every few seconds and at the end. */
  flush(): Promise<void>;
}

interface Sum {
  readonly clientId: number;
  readonly day: number;
  tokens: number;
  errors: number;
  arrived: number;
  departed: number;
  tokenAt: number;
}

export const DAY_SECONDS = 86_400;
/** Clients and days that wait at once; beyond these, figures are lost rather than memory. */
export const MOST_WAITING = 20_000;
const BATCH = 200;

const COLUMNS = { token: 'tokens', error: 'errors', arrival: 'arrived', departure: 'departed' } as const;

export function createDailyCounts(database: Database): DailyCounts {
  let waiting = new Map<string, Sum>();

  function sumFor(clientId: number, day: number): Sum | undefined {
    const key = `${clientId}/${day}`;
    const known = waiting.get(key);
    if (known || waiting.size >= MOST_WAITING) return known;
    const sum = { clientId, day, tokens: 0, errors: 0, arrived: 0, departed: 0, tokenAt: 0 };
    waiting.set(key, sum);
    return sum;
  }

  function add(lost: Sum): void {
    const sum = sumFor(lost.clientId, lost.day);
    if (!sum) return;
    for (const what of ['tokens', 'errors', 'arrived', 'departed'] as const) sum[what] += lost[what];
    sum.tokenAt = Math.max(sum.tokenAt, lost.tokenAt);
  }

  return {
    count(clientId, what, now, amount = 1) {
      const sum = sumFor(clientId, Math.floor(now / DAY_SECONDS));
      if (!sum) return;
      sum[COLUMNS[what]] += amount;
      if (what === 'token') sum.tokenAt = now;
    },
    async flush() {
      const sums = [...waiting.values()];
      waiting = new Map();
      for (let start = 0; start < sums.length; start += BATCH) {
        const slice = sums.slice(start, start + BATCH);
        const written = await Promise.all(slice.map((sum) => write(database, sum)));
        for (const [index, sum] of slice.entries()) if (!written[index]) add(sum);
      }
    },
  };
}

/** What the database would not take waits for the next time. */
async function write(database: Database, sum: Sum): Promise<boolean> {
  const { clientId, tokenAt } = sum;
  const last = tokenAt > 0 ? [noteToken(clientId, tokenAt)] : [];
  try {
    // Null means that a key stood in the way: the client is gone, and its figures with it.
    await database.write([addToDay(clientId, sum), ...last]);
    return true;
  } catch {
    return false;
  }
}
