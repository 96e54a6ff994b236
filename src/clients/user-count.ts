/** How many people use an application: counted to a bound, and not again and again where they are many. */
import { MOST_COUNTED } from '../protocol/counting.ts';
import type { Database } from '../storage/database.ts';
import { countUsers as countConsents, hasUsers } from '../storage/tables/tokens/consents.ts';
import type { World } from '../world.ts';

/** Of so many applications the last count is remembered. */
export const MOST_REMEMBERED = 1_000;
const CROWDED_SECONDS = 60;
const LATELY_SECONDS = 10;

interface Counted {
  readonly count: number;
  readonly at: number;
}

/** By the record number of an application, the one that was counted longest ago first. */
const counted = new WeakMap<Database, Map<number, Counted>>();

/**
 * How many people allow it access now, up to MOST_COUNTED. Of an application that had more it is believed for a minute, as
 * long as there is anybody: each of its pages would count ten thousand rows otherwise.
 */
export async function countUsers(clientId: number, { database, now }: World): Promise<number> {
  const last = lastCount({ database, now }, clientId, CROWDED_SECONDS);
  if (last === MOST_COUNTED && (await hasUsers(database, clientId, now()))) return last;
  const count = await countConsents(database, clientId, now());
  remember(database, clientId, { count, at: now() });
  return count;
}

/** The same as of the last ten seconds: for those who are asked for their consent, often many at once. */
export async function countUsersLately(clientId: number, world: World): Promise<number> {
  return lastCount(world, clientId, LATELY_SECONDS) ?? (await countUsers(clientId, world));
}

/** Undefined where it is older, and where the clock was set back since. */
function lastCount({ database, now }: Pick<World, 'database' | 'now'>, clientId: number, seconds: number) {
  const last = counted.get(database.original ?? database)?.get(clientId);
  const age = now() - (last?.at ?? 0);
  return age >= 0 && age < seconds ? last?.count : undefined;
}

function remember(database: Database, clientId: number, last: Counted): void {
  const whose = database.original ?? database;
  const all = counted.get(whose) ?? new Map<number, Counted>();
  counted.set(whose, all);
  all.delete(clientId);
  all.set(clientId, last);
  const [oldest] = all.keys();
  if (all.size > MOST_REMEMBERED && oldest !== undefined) all.delete(oldest);
}
