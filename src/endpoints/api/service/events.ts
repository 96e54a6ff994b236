/** The operations of the management API on the audit log. */
import { findClientNumber } from '../../../clients/administered.ts';
import { type LoggedEvent, listEvents, noteEventsRead } from '../../../events/search.ts';
import { formatCursor } from '../../../protocol/api/paging.ts';
import { list, moment, named, nullable, object, oneOf, type Read, text } from '../../../protocol/api/shape.ts';
import { EVENT_KINDS } from '../../../protocol/event.ts';
import { accept } from '../../../protocol/result.ts';
import { type Operation, operation } from '../operation.ts';
import { ACCOUNT_ID, CLIENT_ID, iso, PAGING, pageOf, readPaging } from '../parts.ts';

const EVENT = named(
  'Event',
  object({
    id: text({ says: 'Its number; later ones are greater.', most: 20, pattern: '^\\d+$' }),
    at: moment('When it happened.'),
    kind: oneOf('What happened.', EVENT_KINDS),
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

const KINDS = list('Only these; may be given several times.', oneOf('A kind of event.', EVENT_KINDS), {
  most: EVENT_KINDS.length,
});

const showEvents = operation({
  id: 'listEvents',
  method: 'GET',
  path: '/events',
  tag: 'events',
  says: 'Lists what happened, the newest first. Reading is an event as well.',
  explains:
    'A page may hold fewer events than asked for, also none, where few fit: go on while there is a `next_cursor`.',
  needs: 'all',
  query: {
    ...PAGING,
    kind: KINDS,
    since: moment('Not before this moment.'),
    until: moment('Before this moment.'),
    account: ACCOUNT_ID,
    application: CLIENT_ID,
  },
  answer: { status: 200, says: 'A page of events.', shape: pageOf(EVENT) },
  async run({ world, caller, query }) {
    const paging = readPaging(query, 1);
    if (!paging.ok) return paging;
    const { most, from } = paging.value;
    const number = query.application === undefined ? undefined : await findClientNumber(world, query.application);
    if (query.application !== undefined && number === undefined) {
      return accept({ body: { items: [], next_cursor: null } });
    }
    const client =
      query.application === undefined || number === undefined ? null : { id: number, publicId: query.application };
    const accountId = query.account ?? null;
    await noteEventsRead(world, caller.actor, { accountId, client });
    const found = await listEvents(world, {
      kinds: query.kind ?? null,
      accountId,
      client,
      since: query.since === undefined ? 0 : Math.ceil(Date.parse(query.since) / 1000),
      until: query.until === undefined ? null : Math.ceil(Date.parse(query.until) / 1000),
      before: from?.[0] ?? null,
      most,
    });
    const next_cursor = found.olderBelow === null ? null : formatCursor([found.olderBelow]);
    return accept({ body: { items: found.events.map(eventBody), next_cursor } });
  },
});

export const EVENT_OPERATIONS: readonly Operation[] = [showEvents];
