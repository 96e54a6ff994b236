/** What an account takes along: its own part of the log, its sessions and the access it gave, each within a bound. */
import { report } from '../events/report.ts';
import type { Source } from '../protocol/event.ts';
import type { Allowance } from '../protocol/limits.ts';
import { writeUnguarded } from '../storage/attempt.ts';
import { FROM_THE_NEWEST, type LoggedEvent, readEventsOfAccount } from '../storage/tables/events/event-log.ts';
import type { World } from '../world.ts';
import { type Authorization, listAuthorizations } from './authorizations.ts';

export interface OwnEvents {
  readonly events: readonly LoggedEvent[];
  /** Where the older ones begin; null when there are none. */
  readonly olderBelow: number | null;
}

const STEP = 500;
const MOST_EVENTS = 5000;
const MOST_AUTHORIZATION_PAGES = 20;
const DOWNLOADS = { most: 10, windowSeconds: 600 };

/** In steps, so that others are served between them; the rest is another file. */
export async function ownEvents(world: World, accountId: number, before: number | null): Promise<OwnEvents> {
  const events: LoggedEvent[] = [];
  let below = before ?? FROM_THE_NEWEST;
  while (events.length < MOST_EVENTS) {
    const step = await readEventsOfAccount(world.database, accountId, { below, most: STEP });
    events.push(...step);
    const last = step.at(-1);
    if (!last || step.length < STEP) return { events, olderBelow: null };
    below = last.id;
  }
  return { events, olderBelow: below };
}

export async function ownAuthorizations(world: World, accountId: number): Promise<readonly Authorization[]> {
  const all: Authorization[] = [];
  for (let page = 1; page <= MOST_AUTHORIZATION_PAGES; page += 1) {
    const { authorizations, hasMore } = await listAuthorizations(world, accountId, page);
    all.push(...authorizations);
    if (!hasMore) break;
  }
  return all;
}

/** A file costs many reads, so it may be asked for seldom. */
export function spendDownload(world: World, accountId: number): Allowance {
  return world.counters.spend(`own-data:${accountId}`, DOWNLOADS, world.now());
}

/** Whoever finds this in the log without having asked for it knows that somebody else has a copy. */
export async function noteDownload(world: World, accountId: number, source: Source): Promise<void> {
  await writeUnguarded(world.database, () => [report(world, source, 'account.data_downloaded', { accountId })]);
}
