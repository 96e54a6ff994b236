/** GET /admin/events, its newest part for a page that follows it, and its export: the audit log. */
import { findPerson } from '../../accounts/administration.ts';
import { findNamed } from '../../accounts/people.ts';
import { findClientNumber } from '../../clients/administered.ts';
import {
  type EventSearch,
  everyEvent,
  type FoundEvents,
  type LoggedEvent,
  noteEventsRead,
  searchEvents,
} from '../../events/search.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import type { AccountVisitor } from '../../http/browser/visitor.ts';
import { followingPolicy } from '../../http/replying/headers.ts';
import type { Handler, Reply, Request } from '../../http/route.ts';
import { type EventLogPage, eventEntries, eventLogPage, type LogEntry } from '../../pages/admin/events.ts';
import { accountsIn } from '../../protocol/audit/detail.ts';
import { isCalendarTime } from '../../protocol/calendar.ts';
import { EVENT_KINDS, type EventKind } from '../../protocol/event.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import type { World } from '../../world.ts';
import { withQuery } from '../lists.ts';
import type { Confirmed } from '../needs.ts';
import { type AdministratorContext, administratorOf, cursorReply, readCursor } from './administrator.ts';
import { exportReply, isoOf, readFormat } from './export.ts';

type Filter = EventLogPage['filter'];

const PATH = '/admin/events';
const LONGEST_TYPED = 255;
const NOTHING: FoundEvents = { events: [], olderBelow: null, isCut: false };
const DAY_SECONDS = 86_400;

export const showEventLog: Handler<AdministratorContext> = async (request, world, { visitor }) => {
  const asked = await readAsked(request, world, visitor);
  if (!asked.ok) return asked.refusal;
  const { filter, search, faults, before } = asked.value;
  if (!search) return await logReply(visitor, { filter, faults, found: NOTHING, before: null });
  await noteEventsRead(world, administratorOf(visitor), search);
  return await logReply(visitor, { filter, faults, found: await searchEvents(world, search), before });
};

/** Only the entries, for the script of a page that is open: those above the newest that it has. */
export const showNewerEvents: Handler<AdministratorContext> = async (request, world, { visitor }) => {
  const asked = await readAsked(request, world, visitor);
  if (!asked.ok) return asked.refusal;
  const after = Number(request.query.get('after') ?? 0);
  const { search } = asked.value;
  if (!search || !Number.isSafeInteger(after)) return cursorReply(visitor);
  await noteEventsRead(world, administratorOf(visitor), search);
  const { events } = await searchEvents(world, search);
  const entries = await entriesOf(
    world,
    events.filter(({ id }) => id > after),
  );
  return pageReply(visitor, (context) => eventEntries(context, entries));
};

const COLUMNS = [
  ...['at', 'kind', 'account_id', 'nickname', 'client_id', 'application', 'address', 'user_agent', 'detail'],
  ...['traceparent', 'id'],
];

export const exportEvents: Handler<Confirmed<AdministratorContext>> = async (request, world, { visitor }) => {
  const asked = await readAsked(request, world, visitor);
  if (!asked.ok) return asked.refusal;
  const format = readFormat(request.query.get('format') ?? 'csv');
  const { filter, search, faults } = asked.value;
  if (!search) return await logReply(visitor, { filter, faults, found: NOTHING, before: null });
  if (!format) return problemReply(visitor, { status: 400, about: 'request', reason: 'format_unknown' });
  return await exportReply(visitor, {
    name: 'events',
    format,
    columns: COLUMNS,
    pages: factsOf(everyEvent(world, search)),
  });
};

async function* factsOf(pages: AsyncIterable<readonly LoggedEvent[]>) {
  for await (const page of pages) {
    yield page.map(({ at, kind, accountId, nickname, clientId, clientName, address, userAgent, ...event }) => ({
      ...{ at: isoOf(at), kind, account_id: accountId, nickname, client_id: clientId, application: clientName },
      ...{ address, user_agent: userAgent, detail: event.detail, traceparent: event.traceparent, id: String(event.id) },
    }));
  }
}

interface Asked {
  readonly filter: Filter;
  /** Null when something could not be understood. */
  readonly search: EventSearch | null;
  readonly faults: EventLogPage['faults'];
  readonly before: number | null;
}

async function readAsked(request: Request, world: World, visitor: AccountVisitor): Promise<Result<Asked, Reply>> {
  const { query } = request;
  if (!query.read().ok) return refuse(cursorReply(visitor));
  const typed = (name: string) => (query.get(name) ?? '').trim().slice(0, LONGEST_TYPED);
  const filter = {
    ...{ kind: typed('kind'), person: typed('person'), application: typed('application') },
    ...{ since: typed('since'), until: typed('until') },
  };
  // The page offers a list of kinds: whatever is not on it was not chosen there.
  if (filter.kind !== '' && !isKind(filter.kind)) {
    return refuse(problemReply(visitor, { status: 400, about: 'request', reason: 'kind_unknown' }));
  }
  const before = readCursor(visitor, query.form());
  if (!before.ok) return before;
  const understood = await understand(world, filter, before.value);
  return accept({ filter, ...understood, before: before.value });
}

async function understand(
  world: World,
  filter: Filter,
  before: number | null,
): Promise<Pick<Asked, 'search' | 'faults'>> {
  const person = filter.person === '' ? null : await findNamed(world, filter.person);
  const clientId = filter.application === '' ? null : await findClientNumber(world, filter.application);
  const since = filter.since === '' ? 0 : secondOf(filter.since);
  const lastDay = filter.until === '' ? null : secondOf(filter.until);
  const isReversed = since !== undefined && typeof lastDay === 'number' && since > lastDay;
  const faults: EventLogPage['faults'] = {
    person: filter.person !== '' && !person ? { reason: 'person_unknown' } : undefined,
    application: clientId === undefined ? { reason: 'application_unknown' } : undefined,
    since: since === undefined ? { reason: 'date_unreadable' } : undefined,
    until:
      lastDay === undefined ? { reason: 'date_unreadable' } : isReversed ? { reason: 'dates_reversed' } : undefined,
  };
  if (faults.person || clientId === undefined || since === undefined || lastDay === undefined || isReversed) {
    return { search: null, faults };
  }
  const client = clientId === null ? null : { id: clientId, publicId: filter.application };
  const kind = isKind(filter.kind) ? filter.kind : null;
  // The day that was typed belongs to the range.
  const until = lastDay === null ? null : lastDay + DAY_SECONDS;
  return { search: { kind, accountId: person?.id ?? null, client, since, until, before }, faults };
}

interface Log extends Pick<Asked, 'filter' | 'faults' | 'before'> {
  readonly found: FoundEvents;
}

async function logReply(visitor: AccountVisitor, { filter, faults, found, before }: Log): Promise<Reply> {
  const { olderBelow, isCut } = found;
  const older = olderBelow === null ? null : withQuery(PATH, { ...filter, before: String(olderBelow) });
  const page = {
    filter,
    faults,
    events: await entriesOf(visitor.world, found.events),
    goOnPath: isCut ? older : null,
    pages: { previous: before === null ? null : withQuery(PATH, filter), next: isCut ? null : older },
    // Older pages do not grow, and a range that has ended does not either.
    followPath: before === null && filter.until === '' ? withQuery(`${PATH}/newer`, filter) : null,
    exports: {
      csv: withQuery(`${PATH}/export`, { ...filter, format: 'csv' }),
      jsonl: withQuery(`${PATH}/export`, { ...filter, format: 'jsonl' }),
    },
  };
  const hasFaults = Object.values(faults).some(Boolean);
  return pageReply(visitor, (context) => eventLogPage(context, page), {
    status: hasFaults ? 422 : 200,
    headers: { 'Content-Security-Policy': followingPolicy() },
  });
}

/** People are kept by number, so that the log holds for a person of any name; here the names are told. */
async function entriesOf(world: World, events: readonly LoggedEvent[]): Promise<readonly LogEntry[]> {
  const numbers = new Set(events.flatMap(({ kind, detail }) => accountsIn(kind, detail)));
  const people = await Promise.all([...numbers].map((id) => findPerson(world, id)));
  const nicknames = new Map(people.flatMap((person) => (person ? [[person.id, person.nickname] as const] : [])));
  return events.map((event) => entryOf(event, nicknames));
}

function entryOf(event: LoggedEvent, nicknames: ReadonlyMap<number, string>): LogEntry {
  const { id, kind, at, accountId, nickname, clientId, clientName, address, userAgent, detail } = event;
  return {
    ...{ id, kind, at, detail, nicknames },
    account: accountId === null ? null : { id: accountId, nickname: nickname ?? '' },
    application: clientId === null ? null : { clientId, name: clientName ?? clientId },
    source: { address, userAgent },
  };
}

/** The first second of a day; undefined for what is no day. */
function secondOf(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isCalendarTime(text)) return undefined;
  return Math.max(0, Date.parse(`${text}T00:00:00Z`) / 1000);
}

function isKind(text: string): text is EventKind {
  // Widened, since a list of names is asked about a text that may be none of them.
  return (EVENT_KINDS as readonly string[]).includes(text);
}
