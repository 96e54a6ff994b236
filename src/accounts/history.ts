/** What happened to an account, for its owner; and everything that happened, for the operator. */
import { setTimeout as pause } from 'node:timers/promises';
import { settledBelow } from '../events/search.ts';
import { isByAnother } from '../protocol/audit/detail.ts';
import type { EventKind } from '../protocol/event.ts';
import { NotNow } from '../protocol/not-now.ts';
import {
  type EventFilter,
  FROM_THE_NEWEST,
  type LoggedEvent,
  type Page,
  readEvents,
  readEventsAfter,
  readEventsOfAccount,
} from '../storage/tables/events/events.ts';
import { firstIdOf, type World } from '../world.ts';
import { findNamed } from './people.ts';

export type { LoggedEvent } from '../storage/tables/events/events.ts';

interface HistoryPage {
  readonly events: readonly LoggedEvent[];
  /** Where the older ones begin; null when there are none. */
  readonly olderBelow: number | null;
}

const PAGE = 50;

/** So many pages are searched for those that are wanted; the next page goes on from there. */
const MOST_SEARCHED_PAGES = 20;

export async function historyOf(
  world: World,
  accountId: number,
  { below = FROM_THE_NEWEST, isWanted = () => true }: Search = {},
): Promise<HistoryPage> {
  const events: LoggedEvent[] = [];
  let last = below;
  for (let searched = 0; searched < MOST_SEARCHED_PAGES; searched += 1) {
    const found = await readOwnEvents(world, accountId, { below: last, most: PAGE + 1 });
    for (const event of found.slice(0, PAGE)) {
      last = event.id;
      if (isWanted(event.kind)) events.push(event);
      if (events.length === PAGE) return { events, olderBelow: last };
    }
    if (found.length <= PAGE) return { events, olderBelow: null };
  }
  return { events, olderBelow: last };
}

/** As the account itself may see them: without the address and the browser of somebody else who acted on it. */
export async function readOwnEvents(world: World, accountId: number, page: Page): Promise<readonly LoggedEvent[]> {
  const found = await readEventsOfAccount(world.database, accountId, page);
  return found.map((event) =>
    isByAnother(event.kind, event.detail, accountId)
      ? { ...event, address: null, userAgent: null, traceparent: null }
      : event,
  );
}

interface Search {
  readonly below?: number | undefined;
  /** Which kinds are listed. */
  readonly isWanted?: (kind: EventKind) => boolean;
}

/** Null does not filter. */
interface Question {
  readonly kinds: readonly EventKind[] | null;
  readonly accountName: string | null;
  readonly clientId: string | null;
  readonly since: number;
  /** Before this moment; null for no end. */
  readonly until: number | null;
  readonly most: number;
}

const READ_PAGE = 500;

/** Newest first, as many as asked for; null when no account has the name. */
export async function askLog(world: World, question: Question): Promise<AsyncGenerator<LoggedEvent> | null> {
  const filter = await filterOf(world, question);
  return filter && eachEvent(world, filter, question.most);
}

interface Following {
  /** The number of the last event that the reader has; null begins with what is asked for. */
  readonly after: number | null;
  /** Waits for what happens next, again and again, until there were as many as asked for. */
  readonly isEndless: boolean;
  /** Called when the database is out of reach while it waits, once for each time; it goes on when it is back. */
  readonly onLost?: ((reason: string) => void) | undefined;
}

const LOOK_EVERY_MS = 1000;

/** Oldest first, each once, after a number that the reader names: so a reader that was stopped goes on where it was. */
export async function followLog(
  world: World,
  question: Question,
  { after, isEndless, onLost }: Following,
): Promise<AsyncGenerator<LoggedEvent> | null> {
  const filter = await filterOf(world, question);
  const begin = after ?? (question.since > 0 || !isEndless ? 0 : firstIdOf(world.now()) - 1);
  return filter && eachLater(world, filter, { after: begin, isEndless, onLost, most: question.most });
}

async function* eachLater(
  world: World,
  filter: EventFilter,
  { after, isEndless, onLost, most }: Following & { readonly after: number; readonly most: number },
): AsyncGenerator<LoggedEvent> {
  const read = isEndless ? patiently(onLost) : (ask: () => Promise<readonly LoggedEvent[]>) => ask();
  let last = after;
  for (let left = most; left > 0; ) {
    const below = settledBelow(world);
    const size = Math.min(left, READ_PAGE);
    const page = await read(() => readEventsAfter(world.database, filter, { after: last, below, most: size }));
    yield* page;
    left -= page.length;
    last = page.at(-1)?.id ?? last;
    if (page.length < size) {
      if (!isEndless) return;
      await pause(LOOK_EVERY_MS);
    }
  }
}

/** Asks again until the database answers. */
function patiently(onLost: Following['onLost']) {
  return async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    for (let isTold = false; ; isTold = true) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof NotNow)) throw error;
        if (!isTold) onLost?.(error.message);
        await pause(LOOK_EVERY_MS);
      }
    }
  };
}

async function filterOf(world: World, question: Question): Promise<EventFilter | null> {
  const { kinds, clientId, since, until } = question;
  const account = question.accountName === null ? null : await findNamed(world, question.accountName);
  if (question.accountName !== null && !account) return null;
  return { kinds, clientId, since, until, accountId: account?.id ?? null };
}

async function* eachEvent(world: World, filter: EventFilter, most: number): AsyncGenerator<LoggedEvent> {
  let below = FROM_THE_NEWEST;
  let left = most;
  while (left > 0) {
    const size = Math.min(left, READ_PAGE);
    const page = await readEvents(world.database, filter, { below, most: size });
    yield* page;
    left -= page.length;
    const last = page.at(-1);
    if (!last || page.length < size) return;
    below = last.id;
  }
}
