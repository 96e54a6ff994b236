/** Rate limits kept in the database: they survive restarts and hold across instances. */
import { ALLOWED, type Allowance, isOver, type Limit } from '../protocol/limits.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { countOne, markReached, readSpent, type Spending, spendOne } from '../storage/tables/limits.ts';
import type { World } from '../world.ts';

/** Counts one try, or refuses it. `reached` is written with the first refusal of each window. */
export function spend(world: World, name: string, limit: Limit, reached?: () => Sql): Promise<Allowance> {
  return spendAll(world, [{ name, ...limit }], { reached });
}

interface Beside {
  /** Written with the first refusal of each window. */
  readonly reached?: (() => Sql) | undefined;
  /**
   * Counted in the same commit, whether spent or not, and refusing nothing here: `readOverspent` asks about them
   * afterwards. What is written, and how long that takes, does not tell whether they are spent.
   */
  readonly silent?: readonly Spending[];
}

/**
 * Counts one try under several names, or under none when one of them is used up: a refused try is not counted, and
 * cannot fill the table with names.
 */
export async function spendAll(
  world: World,
  tries: readonly Spending[],
  { reached, silent = [] }: Beside = {},
): Promise<Allowance> {
  if (world.settings.dangerNoRateLimits) return ALLOWED;
  return await attempt(async () => {
    const now = world.now();
    const counts = silent.map((one) => countOne(one, now));
    const written = await world.database.write([...tries.map((one) => spendOne(one, now)), ...counts]);
    if (written) return ALLOWED;
    for (const one of tries) {
      const row = await readSpent(world.database, one.name);
      if (!row || isOver(row.resetsAt, one, now) || row.spent < one.most) continue;
      const isFirst = row.spent === one.most && (await markFirstRefusal(world, one, reached));
      world.metrics.countLimited(one.name);
      return { allowed: false, retryAfterSeconds: row.resetsAt - now, isFirst };
    }
    return stale;
  });
}

/**
 * By how many tries the limit that is exceeded most is exceeded now that this one is counted; 0 for none. Of many at
 * once, some are told more than their own place in the line, and none is told less.
 */
export async function readOverspent(world: World, silent: readonly Spending[]): Promise<number> {
  if (world.settings.dangerNoRateLimits) return 0;
  const now = world.now();
  const excess = async ({ name, most }: Spending) => {
    const row = await readSpent(world.database, name);
    return row && row.resetsAt > now ? row.spent - most : 0;
  };
  return Math.max(0, ...(await Promise.all(silent.map(excess))));
}

/** The mark and the event are one batch, so that of many refused at once exactly one is recorded. */
async function markFirstRefusal(world: World, spent: Spending, reached?: () => Sql): Promise<boolean> {
  const batch = [markReached(spent, world.now()), ...(reached ? [reached()] : [])];
  return (await world.database.write(batch)) !== null;
}
