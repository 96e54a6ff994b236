/** Writes a batch that has no guard: only a record's number that somebody else took can stand in its way. */
import { attempt, stale } from '../storage/attempt.ts';
import type { Sql } from '../storage/sql.ts';
import type { World } from '../world.ts';

/** The batch is made anew for each attempt, so that its records get new numbers. */
export async function writeUnguarded(world: World, batch: () => readonly Sql[]): Promise<void> {
  await attempt(async () => ((await world.database.write(batch())) ? undefined : stale));
}
