/** The operations of the management API on the audit log. */
import { findClientNumber } from '../../../clients/administered.ts';
import { type LoggedEvent, listEvents, listEventsAfter, noteEventsRead } from '../../../events/search.ts';
import { QUERY_LIMITS } from '../../../http/reading/parameters.ts';
import { formatCursor, PAGE_MOST, PAGE_USUAL, parseCursor } from '../../../protocol/api/paging.ts';
import { list, moment, named, nullable, object, oneOf, type Read, text } from '../../../protocol/api/shape.ts';
import { EVENT_GROUPS, EVENT_KINDS, kindsOf } from '../../../protocol/event.ts';
import { accept, type Result } from '../../../protocol/result.ts';
import { type Operation, operation } from '../operation.ts';
import { ACCOUNT_ID, CLIENT_ID, CURSOR, iso, PAGING, readPaging } from '../parts.ts';
import { type ApiProblem, invalid } from '../replies.ts';

const EVENT = named(
  'Event',
  object({
    id: text({ says: 'Its number; later ones are greater.', most: 20, pattern: '^\\d+$' }),
    at: moment('When it happened.'),
    kind: text({ says: 'What happened.', most: 80, examples: EVENT_KINDS }),
    account_id: nullable(ACCOUNT_ID),
    nickname: nullable(text({ says: 'Of the account; empty once it is deleted.', most: 255 })),
    client_id: nullable(CLIENT_ID),
    application: nullable(text({ says: 'The name of the application.', most: 255 })),
    address: nullable(text({ says: 'From which network address.', most: 255 })),
    user_agent: nullable(text({ says: 'What the caller says it is.', most: 255 })),
    detail: nullable(text({ says: 'Which of several reasons, what changed, and by whom.', most: 10_000 })),
    traceparent: nullable(
      text({ says: 'Which trace the request belonged to (W3C Trace Context), as it was sent.', most: 55 }),
    ),
  }),
);

function eventBody(event: LoggedEvent): Read<typeof EVENT> {
  return {
    id: String(event.id),
    at: iso(event.at),
    kind: event.kind,
    account_id: event.accountId,
    nickname: event.nickname,
    client_id: event.clientId,
    application: event.clientName,
    address: event.address,
    user_agent: event.userAgent,
    detail: event.detail,
    traceparent: event.traceparent,
  };
}

const NUMBER = { most: 16, pattern: '^\\d+$' };

const EVENTS = object(
  {
    items: list('Of this page.', EVENT, { most: PAGE_MOST }),
    next_cursor: nullable(CURSOR),
  },
  { after: text({ says: 'What to ask `after` next; only where `after` was asked for.', ...NUMBER }) },
);

const ASKED = {
  ...PAGING,
  after: text({
    says: 'Only what came after the event with this `id` (0 for all), oldest first. A `cursor` goes on where its page ended.',
    ...NUMBER,
  }),
  since: moment('Not before this moment, which may not be later than `until`.'),
  until: moment('Before this moment.'),
  account: ACCOUNT_ID,
  application: CLIENT_ID,
};

const KINDS = list(
  'Only these; may be given several times.',
  oneOf('A kind of event, or a group: the word before the dot, for all of its kinds, those of later versions too.', [
    ...EVENT_GROUPS,
    ...EVENT_KINDS,
  ]),
  // As many as a query has room for beside all others.
  { most: QUERY_LIMITS.count - Object.keys(ASKED).length },
);

const showEvents = operation({
  id: 'listEvents',
  method: 'GET',
  path: '/events',
  tag: 'events',
  says: 'Lists what happened, the newest first. Reading is an event as well.',
  explains:
    'A page may hold fewer events than asked for, also none, where few fit: go on while there is a `next_cursor`. Whoever asks again and again what came since gives `after`, and from then on the `after` of each answer: each event is told once and none is missed, also where several processes write, since the last ten seconds are left for the next question.',
  needs: 'all',
  query: { ...ASKED, kind: KINDS },
  answer: { status: 200, says: 'A page of events.', shape: EVENTS },
  async run({ world, caller, query }) {
    const paging = placeOf(query);
    if (!paging.ok) return paging;
    const since = query.since === undefined ? 0 : Math.ceil(Date.parse(query.since) / 1000);
    const until = query.until === undefined ? null : Math.ceil(Date.parse(query.until) / 1000);
    if (until !== null && since > until) return invalid([{ parameter: 'since', detail: 'It is later than until.' }]);
    const { most, before, after } = paging.value;
    const number = query.application === undefined ? undefined : await findClientNumber(world, query.application);
    if (query.application !== undefined && number === undefined)
      return accept({ body: { items: [], next_cursor: null, ...(after === null ? {} : { after: String(after) }) } });
    const client =
      query.application === undefined || number === undefined ? null : { id: number, publicId: query.application };
    const accountId = query.account ?? null;
    await noteEventsRead(world, caller.actor, { accountId, client });
    const wanted = {
      kinds: query.kind === undefined ? null : [...new Set(query.kind.flatMap(kindsOf))],
      accountId,
      client,
      since,
      until,
      most,
    };
    if (after === null) {
      const { events, olderBelow } = await listEvents(world, { ...wanted, before });
      const next_cursor = olderBelow === null ? null : formatCursor([olderBelow]);
      return accept({ body: { items: events.map(eventBody), next_cursor } });
    }
    const { events, reached, goesOn } = await listEventsAfter(world, { ...wanted, after });
    const next_cursor = goesOn ? formatCursor([FORWARD, reached]) : null;
    return accept({ body: { items: events.map(eventBody), next_cursor, after: String(reached) } });
  },
});

/** Begins a cursor that goes on towards newer events. */
const FORWARD = 1;

interface Asked {
  readonly limit?: number;
  readonly cursor?: string;
  readonly after?: string;
}

interface Place {
  readonly most: number;
  readonly before: number | null;
  /** Null for a walk from the newest back. */
  readonly after: number | null;
}

/** A cursor says itself which way it leads, so it may be sent with or without what the first page was asked with. */
function placeOf({ after, ...query }: Asked): Result<Place, ApiProblem> {
  const forward = query.cursor === undefined ? undefined : parseCursor(query.cursor, 2);
  if (forward) return accept({ most: query.limit ?? PAGE_USUAL, before: null, after: forward[1] ?? 0 });
  const paging = readPaging(query, 1);
  if (!paging.ok) return paging;
  const { most, from } = paging.value;
  if (from || after === undefined) return accept({ most, before: from?.[0] ?? null, after: null });
  return accept({ most, before: null, after: Math.min(Number(after), Number.MAX_SAFE_INTEGER) });
}

export const EVENT_OPERATIONS: readonly Operation[] = [showEvents];
