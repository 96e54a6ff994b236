/** GET /admin/events: the audit log, by kind, person, application and day. */
import { findNamed } from '../../accounts/people.ts';
import { findClientNumber } from '../../clients/administered.ts';
import {
  type EventSearch,
  type FoundEvents,
  type LoggedEvent,
  noteEventsRead,
  searchEvents,
} from '../../events/search.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import type { AccountVisitor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { type EventLogPage, eventLogPage, type LogEntry } from '../../pages/admin/events.ts';
import { EVENT_KINDS, type EventKind } from '../../protocol/event.ts';
import type { World } from '../../world.ts';
import { type AdministratorContext, administratorOf, cursorReply, readCursor } from './administrator.ts';

type Filter = EventLogPage['filter'];

const LONGEST_TYPED = 255;
const NOTHING: FoundEvents = { events: [], olderBelow: null, isCut: false };

export const showEventLog: Handler<AdministratorContext> = async (request, world, { visitor }) => {
  const { query } = request;
  if (!query.result.ok) return cursorReply(visitor);
  const typed = (name: string) => (query.get(name) ?? '').trim().slice(0, LONGEST_TYPED);
  const filter = {
    kind: typed('kind'),
    person: typed('person'),
    application: typed('application'),
    since: typed('since'),
  };
  // The page offers a list of kinds: whatever is not on it was not chosen there.
  if (filter.kind !== '' && !isKind(filter.kind)) {
    return problemReply(visitor, { status: 400, about: 'request', reason: 'kind_unknown' });
  }
  const before = readCursor(visitor, query);
  if (!before.ok) return before.refusal;
  const { search, faults } = await understand(world, filter, before.value);
  if (!search) return logReply(visitor, { filter, faults, found: NOTHING, before: null });
  await noteEventsRead(world, administratorOf(visitor), search);
  return logReply(visitor, { filter, faults, found: await searchEvents(world, search), before: before.value });
};

interface Understood {
  /** Null when something could not be understood. */
  readonly search: EventSearch | null;
  readonly faults: EventLogPage['faults'];
}

async function understand(world: World, filter: Filter, before: number | null): Promise<Understood> {
  const person = filter.person === '' ? null : await findNamed(world, filter.person);
  const clientId = filter.application === '' ? null : await findClientNumber(world, filter.application);
  const since = filter.since === '' ? 0 : secondOf(filter.since);
  const faults: EventLogPage['faults'] = {
    person: filter.person !== '' && !person ? { reason: 'person_unknown' } : undefined,
    application: clientId === undefined ? { reason: 'application_unknown' } : undefined,
    since: since === undefined ? { reason: 'date_unreadable' } : undefined,
  };
  if (faults.person || clientId === undefined || since === undefined) return { search: null, faults };
  const client = clientId === null ? null : { id: clientId, publicId: filter.application };
  const kind = isKind(filter.kind) ? filter.kind : null;
  return { search: { kind, accountId: person?.id ?? null, client, since, before }, faults };
}

interface Log {
  readonly filter: Filter;
  readonly faults: EventLogPage['faults'];
  readonly found: FoundEvents;
  readonly before: number | null;
}

function logReply(visitor: AccountVisitor, { filter, faults, found, before }: Log): Reply {
  const { olderBelow, isCut } = found;
  const older = olderBelow === null ? null : pathOf(filter, olderBelow);
  const page = {
    filter,
    faults,
    events: found.events.map(entryOf),
    goOnPath: isCut ? older : null,
    pages: { previous: before === null ? null : pathOf(filter, null), next: isCut ? null : older },
  };
  const hasFaults = Object.values(faults).some(Boolean);
  return pageReply(visitor, (context) => eventLogPage(context, page), { status: hasFaults ? 422 : 200 });
}

function pathOf(filter: Filter, before: number | null): string {
  const pairs = [...Object.entries(filter), ['before', before === null ? '' : String(before)] as const];
  const query = pairs
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return query.length === 0 ? '/admin/events' : `/admin/events?${query.join('&')}`;
}

function entryOf(event: LoggedEvent): LogEntry {
  const { kind, at, accountId, nickname, clientId, clientName, address, userAgent, detail } = event;
  return {
    kind,
    at,
    account: accountId === null ? null : { id: accountId, nickname: nickname ?? '' },
    application: clientId === null ? null : { clientId, name: clientName ?? clientId },
    source: { address, userAgent },
    detail,
  };
}

/** The first second of a day; undefined for what is no day. */
function secondOf(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const milliseconds = Date.parse(`${text}T00:00:00Z`);
  // 30 February is read as a day of March.
  const isDay = Number.isFinite(milliseconds) && new Date(milliseconds).toISOString().startsWith(text);
  return isDay ? Math.max(0, milliseconds / 1000) : undefined;
}

function isKind(text: string): text is EventKind {
  // Widened, since a list of names is asked about a text that may be none of them.
  return (EVENT_KINDS as readonly string[]).includes(text);
}
