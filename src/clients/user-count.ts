/** How many people use an application: counted to a bound, and not again and again where they are more. */
import { MOST_COUNTED } from '../protocol/counting.ts';
import type { Database } from '../storage/database.ts';
import { countUsers as countConsents, hasUsers } from '../storage/tables/tokens/consents.ts';
import type { World } from '../world.ts';

/** Of so many applications it is remembered that they have more users than are counted. */
export const MOST_CROWDED = 1_000;
const CROWDED_SECONDS = 60;

/** By the record number of an application: until when it need not be counted. */
const crowded = new WeakMap<Database, Map<number, number>>();

/**
 * How many people allow it access now, up to MOST_COUNTED. Of an application that had more it is believed for a minute, as
 * long as there is anybody: each of its pages, and each consent to it, would count ten thousand rows otherwise.
 */
export async function countUsers(clientId: number, { database, now }: World): Promise<number> {
  const known = crowdedIn(database);
  if ((known.get(clientId) ?? 0) > now() && (await hasUsers(database, clientId, now()))) return MOST_COUNTED;
  const count = await countConsents(database, clientId, now());
  known.delete(clientId);
  if (count < MOST_COUNTED) return count;
  known.set(clientId, now() + CROWDED_SECONDS);
  const [oldest] = known.keys();
  if (known.size > MOST_CROWDED && oldest !== undefined) known.delete(oldest);
  return count;
}

function crowdedIn(database: Database): Map<number, number> {
  const known = crowded.get(database) ?? new Map<number, number>();
  crowded.set(database, known);
  return known;
}
