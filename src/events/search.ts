/** Searches the log for an administrator: newest first, along one index, and never further than a bounded walk. */
import type { EventKind } from '../protocol/event.ts';
import { attempt, stale } from '../storage/database.ts';
import {
  FROM_THE_NEWEST,
  isOfNote,
  type LoggedEvent,
  type Page,
  readEvents,
  readEventsAfter,
  readEventsOfAccount,
  readEventsOfClient,
  readEventsOfKind,
} from '../storage/tables/events/events.ts';
import { firstIdOf, type World } from '../world.ts';
import { type ActingAdministrator, byWords } from './administering.ts';
import { report } from './report.ts';

export type { LoggedEvent } from '../storage/tables/events/events.ts';

/** Null does not filter. */
export interface EventSearch {
  readonly kind: EventKind | null;
  readonly accountId: number | null;
  /** The record's number, and the public id that its events carry. */
  readonly client: { readonly id: number; readonly publicId: string } | null;
  /** Epoch seconds. */
  readonly since: number;
  /** Before this moment; null for now. */
  readonly until: number | null;
  /** The number of the event behind which the page begins. */
  readonly before: number | null;
}

export interface FoundEvents {
  readonly events: readonly LoggedEvent[];
  /** Where to go on; null when everything was looked at. */
  readonly olderBelow: number | null;
  /** True when the walk ended before the page was full: older ones may fit. */
  readonly isCut: boolean;
}

const PAGE = 50;
const STEP = 500;
/** 5000 rows: a search that finds little says how far it came, and goes on with the next page. */
const MOST_STEPS = 10;

export async function searchEvents(world: World, search: EventSearch): Promise<FoundEvents> {
  const fitting: LoggedEvent[] = [];
  let below = beginningOf(search);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const rows = await readAlong(world, search, { below, most: STEP });
    const recent = rows.filter((event) => event.at >= search.since);
    fitting.push(...recent.filter((event) => fits(event, search)));
    if (fitting.length > PAGE) {
      const events = fitting.slice(0, PAGE);
      return { events, olderBelow: events.at(-1)?.id ?? null, isCut: false };
    }
    const last = rows.at(-1);
    if (!last || rows.length < STEP || recent.length < rows.length) {
      return { events: fitting, olderBelow: null, isCut: false };
    }
    below = last.id;
  }
  return { events: fitting, olderBelow: below, isCut: true };
}

/** Numbers grow with time, so what came after a moment need not be looked at. */
function beginningOf({ before, until }: EventSearch): number {
  return Math.min(before ?? FROM_THE_NEWEST, until === null ? FROM_THE_NEWEST : firstIdOf(until));
}

/** Everything that fits, newest first, a step at a time, for a file: no more than one step is in memory. */
export async function* everyEvent(world: World, search: EventSearch): AsyncGenerator<readonly LoggedEvent[]> {
  let below = beginningOf(search);
  for (;;) {
    const rows = await readAlong(world, search, { below, most: STEP });
    const recent = rows.filter((event) => event.at >= search.since);
    yield recent.filter((event) => fits(event, search));
    const last = rows.at(-1);
    if (!last || rows.length < STEP || recent.length < rows.length) return;
    below = last.id;
  }
}

/** The narrowest index that the filters allow. */
function readAlong(
  { database }: World,
  { kind, accountId, client }: EventSearch,
  page: Page,
): Promise<readonly LoggedEvent[]> {
  if (accountId !== null) return readEventsOfAccount(database, accountId, page);
  if (client !== null) return readEventsOfClient(database, client.id, page);
  if (kind !== null && isOfNote(kind)) return readEventsOfKind(database, kind, page);
  return readEvents(database, { kinds: null, accountId: null, clientId: null, since: 0 }, page);
}

function fits(event: LoggedEvent, { kind, client }: EventSearch): boolean {
  return (kind === null || event.kind === kind) && (client === null || event.clientId === client.publicId);
}

/** Null does not filter. */
interface EventListing extends Pick<EventSearch, 'accountId' | 'client' | 'since' | 'before'> {
  readonly kinds: readonly EventKind[] | null;
  /** Before this moment, in epoch seconds. */
  readonly until: number | null;
  readonly most: number;
}

/** The same walk for programs: several kinds, between two moments, so many at a time. Numbers grow with time. */
export async function listEvents(world: World, listing: EventListing): Promise<Omit<FoundEvents, 'isCut'>> {
  const { kinds, since, until, most } = listing;
  const [only = null] = kinds?.length === 1 ? kinds : [];
  const search = { ...listing, kind: only };
  const fitting: LoggedEvent[] = [];
  const end = until === null ? FROM_THE_NEWEST : firstIdOf(until);
  let below = Math.min(listing.before ?? FROM_THE_NEWEST, end);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const rows = await readAlong(world, search, { below, most: STEP });
    const recent = rows.filter((event) => event.at >= since);
    const chosen = kinds === null ? recent : recent.filter((event) => kinds.includes(event.kind));
    fitting.push(
      ...chosen.filter((event) => fits(event, { ...search, kind: null }) && (until === null || event.at < until)),
    );
    if (fitting.length > most) {
      const events = fitting.slice(0, most);
      return { events, olderBelow: events.at(-1)?.id ?? null };
    }
    const last = rows.at(-1);
    if (!last || rows.length < STEP || recent.length < rows.length) return { events: fitting, olderBelow: null };
    below = last.id;
  }
  return { events: fitting, olderBelow: below };
}

/**
 * Numbers are given before a batch is written, by several processes: one may be committed after a greater one. What is
 * younger than this is therefore left for the next look, or for the next call.
 */
const SETTLED_SECONDS = 10;

/** What has a smaller number is all there. */
export function settledBelow(world: World): number {
  return firstIdOf(world.now() - SETTLED_SECONDS);
}

interface LaterEvents {
  readonly events: readonly LoggedEvent[];
  /** Up to here everything was looked at: where the next question goes on. */
  readonly reached: number;
  /** Whether more is there already. */
  readonly goesOn: boolean;
}

/** The walk forward: oldest first, after a number that the reader has, so that asking again and again misses nothing. */
export async function listEventsAfter(
  world: World,
  { after, ...listing }: Omit<EventListing, 'before'> & { readonly after: number },
): Promise<LaterEvents> {
  const { kinds, accountId, client, since, until, most } = listing;
  const all = { kinds: null, accountId: null, clientId: null, since: 0 };
  const below = Math.min(settledBelow(world), until === null ? FROM_THE_NEWEST : firstIdOf(until));
  const isChosen = (event: LoggedEvent) =>
    (kinds === null || kinds.includes(event.kind)) &&
    (accountId === null || event.accountId === accountId) &&
    (client === null || event.clientId === client.publicId);
  const fitting: LoggedEvent[] = [];
  let reached = Math.max(after, firstIdOf(since) - 1);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const rows = await readEventsAfter(world.database, all, { after: reached, below, most: STEP });
    fitting.push(...rows.filter(isChosen));
    const last = fitting[most - 1];
    if (fitting.length > most && last) return { events: fitting.slice(0, most), reached: last.id, goesOn: true };
    reached = rows.at(-1)?.id ?? reached;
    if (rows.length < STEP) return { events: fitting, reached, goesOn: false };
  }
  return { events: fitting, reached, goesOn: true };
}

/** How long the same administrator may read the same part of the log without another event. */
const READING = { most: 1, windowSeconds: 600 };

/** Reading what others did is an act as well; it belongs to the part of the log that was read. */
export async function noteEventsRead(
  world: World,
  by: ActingAdministrator,
  { accountId, client }: Pick<EventSearch, 'accountId' | 'client'>,
): Promise<void> {
  const name = `events-read:${by.application?.id ?? by.id}:${accountId}:${client?.id}`;
  if (!world.counters.spendHere(name, READING, world.now()).allowed) return;
  const about = { accountId, clientId: client?.id ?? null, detail: byWords(by) };
  await attempt(async () => {
    const written = await world.database.write([report(world, by.source, 'administration.events_read', about)]);
    return written === null ? stale : undefined;
  });
}
