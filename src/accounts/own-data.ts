/** The data that an account can download: its events, its sessions and the access it gave, each within a bound. */
import { report } from '../events/report.ts';
import type { Source } from '../protocol/event.ts';
import type { Allowance } from '../protocol/limits.ts';
import { writeUnguarded } from '../storage/database.ts';
import { FROM_THE_NEWEST, type LoggedEvent } from '../storage/tables/events/events.ts';
import type { World } from '../world.ts';
import { type Authorization, listAuthorizationsBelow } from './authorizations.ts';
import { readOwnEvents } from './history.ts';

interface OwnEvents {
  readonly events: readonly LoggedEvent[];
  /** Where the older ones begin; null when there are none. */
  readonly olderBelow: number | null;
}

const STEP = 500;
const MOST_EVENTS = 5000;
const AUTHORIZATIONS_AT_ONCE = 50;
const MOST_AUTHORIZATION_PARTS = 20;
const DOWNLOADS = { most: 10, windowSeconds: 600 };

/** Read in steps, so that other requests are served in between; older events are in a further file. */
export async function ownEvents(world: World, accountId: number, before: number | null): Promise<OwnEvents> {
  const events: LoggedEvent[] = [];
  let below = before ?? FROM_THE_NEWEST;
  while (events.length < MOST_EVENTS) {
    const step = await readOwnEvents(world, accountId, { below, most: STEP });
    events.push(...step);
    const last = step.at(-1);
    if (!last || step.length < STEP) return { events, olderBelow: null };
    below = last.id;
  }
  return { events, olderBelow: below };
}

/** Each part begins behind the last of the one before it, so that none is left out where another ends meanwhile. */
export async function ownAuthorizations(world: World, accountId: number): Promise<readonly Authorization[]> {
  const all: Authorization[] = [];
  for (let part = 1; part <= MOST_AUTHORIZATION_PARTS; part += 1) {
    const found = await listAuthorizationsBelow(world, accountId, { before: all.at(-1), most: AUTHORIZATIONS_AT_ONCE });
    all.push(...found);
    if (found.length < AUTHORIZATIONS_AT_ONCE) break;
  }
  return all;
}

/** A download costs many reads, so it is limited. */
export async function spendDownload(world: World, accountId: number): Promise<Allowance> {
  return await world.counters.spend(`own-data:${accountId}`, DOWNLOADS, world.now());
}

/** An owner who did not ask for the download learns from this event that somebody else has a copy. */
export async function noteDownload(world: World, accountId: number, source: Source): Promise<void> {
  await writeUnguarded(world.database, () => [report(world, source, 'account.data_downloaded', { accountId })]);
}
