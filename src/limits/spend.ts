/** Rate limits kept in the database: they survive restarts and hold across instances. */
import { ALLOWED, type Allowance, type Limit } from '../protocol/limits.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { markReached, readSpent, type Spending, spendOne } from '../storage/tables/limits.ts';
import type { World } from '../world.ts';

/** Counts one try, or refuses it. `reached` is written with the first refusal of each window. */
export function spend(world: World, name: string, limit: Limit, reached?: () => Sql): Promise<Allowance> {
  return spendAll(world, [{ name, ...limit }], reached);
}

/**
 * Counts one try under several names, or under none when one of them is used up: a refused try is not counted, and
 * cannot fill the table with names.
 */
export async function spendAll(world: World, tries: readonly Spending[], reached?: () => Sql): Promise<Allowance> {
  if (world.settings.dangerNoRateLimits) return ALLOWED;
  return await attempt(async () => {
    const now = world.now();
    const written = await world.database.write(tries.map((one) => spendOne(one, now)));
    if (written) return ALLOWED;
    for (const one of tries) {
      const row = await readSpent(world.database, one.name);
      if (!row || row.resetsAt <= now || row.spent < one.most) continue;
      const isFirst = row.spent === one.most && (await markFirstRefusal(world, one, reached));
      return { allowed: false, retryAfterSeconds: row.resetsAt - now, isFirst };
    }
    return stale;
  });
}

/** The mark and the event are one batch, so that of many refused at once exactly one is recorded. */
async function markFirstRefusal(world: World, spent: Spending, reached?: () => Sql): Promise<boolean> {
  const batch = [markReached(spent, world.now()), ...(reached ? [reached()] : [])];
  return (await world.database.write(batch)) !== null;
}
