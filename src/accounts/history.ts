/** What happened to an account, for its owner; and everything that happened, for the operator. */
import type { EventKind } from '../protocol/event.ts';
import {
  type EventFilter,
  FROM_THE_NEWEST,
  type LoggedEvent,
  readEvents,
  readEventsOfAccount,
} from '../storage/tables/events/events.ts';
import type { World } from '../world.ts';
import { findByName } from './find.ts';

export type { LoggedEvent } from '../storage/tables/events/events.ts';

interface HistoryPage {
  readonly events: readonly LoggedEvent[];
  /** Where the older ones begin; null when there are none. */
  readonly olderBelow: number | null;
}

const PAGE = 50;

export async function historyOf(world: World, accountId: number, below = FROM_THE_NEWEST): Promise<HistoryPage> {
  const found = await readEventsOfAccount(world.database, accountId, { below, most: PAGE + 1 });
  const events = found.slice(0, PAGE);
  return { events, olderBelow: found.length > PAGE ? (events.at(-1)?.id ?? null) : null };
}

/** Null does not filter. */
interface Question {
  readonly kind: EventKind | null;
  readonly accountName: string | null;
  readonly clientId: string | null;
  readonly since: number;
  readonly most: number;
}

const READ_PAGE = 500;

/** Newest first, as many as asked for; null when no account has the name. */
export async function askLog(world: World, question: Question): Promise<AsyncGenerator<LoggedEvent> | null> {
  const { kind, clientId, since, most } = question;
  const account = question.accountName === null ? null : await findByName(world, question.accountName);
  if (question.accountName !== null && !account) return null;
  return eachEvent(world, { kind, clientId, since, accountId: account?.id ?? null }, most);
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
