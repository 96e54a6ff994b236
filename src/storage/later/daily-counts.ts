/** Counts tokens and refusals of clients: added up in memory, written to the database now and then. */
import type { Database } from '../database.ts';
import { addToDay, noteToken } from '../tables/clients/days.ts';

interface DailyCounts {
  /** Costs one lookup in a map. `now` in epoch seconds. */
  count(clientId: number, what: 'token' | 'error', now: number): void;
  /** Writes everything down. Called every few seconds and at the end. */
  flush(): Promise<void>;
}

interface Sum {
  readonly clientId: number;
  readonly day: number;
  tokens: number;
  errors: number;
  tokenAt: number;
}

export const DAY_SECONDS = 86_400;
/** Clients and days that wait at once; beyond these, figures are lost rather than memory. */
export const MOST_WAITING = 20_000;
const BATCH = 200;

export function createDailyCounts(database: Database): DailyCounts {
  let waiting = new Map<string, Sum>();

  function sumFor(clientId: number, day: number): Sum | undefined {
    const key = `${clientId}/${day}`;
    const known = waiting.get(key);
    if (known || waiting.size >= MOST_WAITING) return known;
    const sum = { clientId, day, tokens: 0, errors: 0, tokenAt: 0 };
    waiting.set(key, sum);
    return sum;
  }

  function add({ clientId, day, tokens, errors, tokenAt }: Sum): void {
    const sum = sumFor(clientId, day);
    if (!sum) return;
    sum.tokens += tokens;
    sum.errors += errors;
    sum.tokenAt = Math.max(sum.tokenAt, tokenAt);
  }

  return {
    count(clientId, what, now) {
      const sum = sumFor(clientId, Math.floor(now / DAY_SECONDS));
      if (!sum) return;
      if (what === 'error') sum.errors += 1;
      else {
        sum.tokens += 1;
        sum.tokenAt = now;
      }
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
