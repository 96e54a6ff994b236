/**
 * The table of events: one row for every security event, written in the transaction of the change it reports. The
 * operator reads all of it, a person and a developer each their own part.
 */
import type { EventKind, Source } from '../../../protocol/event.ts';
import type { Database } from '../../database.ts';
import { insertRow, sql } from '../../sql.ts';
import { DAY_SECONDS, type SweepByIndex } from '../sweep.ts';

interface EventEntry {
  readonly id: number;
  readonly at: number;
  readonly kind: EventKind;
  readonly source: Source;
  readonly accountId: number | null;
  readonly clientId: number | null;
  readonly familyId: number | null;
  readonly detail: string | null;
}

export const record = insertRow('events', (entry: EventEntry) => ({
  id: entry.id,
  happened_at: entry.at,
  kind: entry.kind,
  account_id: entry.accountId,
  client_id: entry.clientId,
  family_id: entry.familyId,
  address: entry.source.address,
  user_agent: entry.source.userAgent,
  detail: entry.detail,
  traceparent: entry.source.traceparent ?? null,
}));

export interface LoggedEvent {
  readonly id: number;
  readonly at: number;
  readonly kind: EventKind;
  readonly accountId: number | null;
  /** Empty once the account is deleted. */
  readonly nickname: string | null;
  readonly clientId: string | null;
  readonly clientName: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly detail: string | null;
  /** As the request that caused it came with it. */
  readonly traceparent: string | null;
}

/** Newest first; numbers grow with time, so the next page starts below the last number of this one. */
export interface Page {
  readonly below: number;
  readonly most: number;
}

export const FROM_THE_NEWEST = Number.MAX_SAFE_INTEGER;

export function readEventsOfAccount(
  database: Database,
  accountId: number,
  { below, most }: Page,
): Promise<readonly LoggedEvent[]> {
  return database.list<LoggedEvent>(sql`select e.id, e.happened_at as "at", e.kind, e.account_id as "accountId",
      a.nickname, c.public_id as "clientId", c.name as "clientName", e.address, e.user_agent as "userAgent", e.detail,
      e.traceparent
    from (select * from events_of_accounts where account_id = ${accountId} and id < ${below}
      order by id desc limit ${most}) as e
    left join accounts a on a.id = e.account_id left join clients c on c.id = e.client_id
    order by e.id desc`);
}

/** `clientId` is the record's number, not the public id. */
export function readEventsOfClient(
  database: Database,
  clientId: number,
  { below, most }: Page,
): Promise<readonly LoggedEvent[]> {
  return database.list<LoggedEvent>(sql`select e.id, e.happened_at as "at", e.kind, e.account_id as "accountId",
      a.nickname, c.public_id as "clientId", c.name as "clientName", e.address, e.user_agent as "userAgent", e.detail,
      e.traceparent
    from events e left join accounts a on a.id = e.account_id left join clients c on c.id = e.client_id
    where e.client_id = ${clientId} and e.id < ${below}
    order by e.id desc limit ${most}`);
}

/** The events of one family within a short span of numbers. */
export function findEventAt(
  database: Database,
  sought: { readonly clientId: number; readonly familyId: number; readonly from: number; readonly below: number },
): Promise<readonly LoggedEvent[]> {
  return database.read<LoggedEvent>(sql`select e.id, e.happened_at as "at", e.kind, e.account_id as "accountId",
      cast(null as text) as "nickname", cast(null as text) as "clientId", cast(null as text) as "clientName", e.address,
      e.user_agent as "userAgent", e.detail, e.traceparent
    from events e
    where e.client_id = ${sought.clientId} and e.id >= ${sought.from} and e.id < ${sought.below}
      and e.family_id = ${sought.familyId}
    order by e.id`);
}

/** Null does not filter. */
export interface EventFilter {
  readonly kinds: readonly EventKind[] | null;
  readonly accountId: number | null;
  /** The public id. */
  readonly clientId: string | null;
  readonly since: number;
  /** Before this moment. */
  readonly until?: number | null;
}

/** In one value, however many there are: one statement is prepared for all. Two spaces lie between two kinds, so that each has its own. */
function kindList(kinds: EventFilter['kinds']): string | null {
  return kinds === null ? null : kinds.map((kind) => ` ${kind} `).join('');
}

export function readEvents(
  database: Database,
  filter: EventFilter,
  { below, most }: Page,
): Promise<readonly LoggedEvent[]> {
  const { accountId, clientId, since, until = null } = filter;
  const kinds = kindList(filter.kinds);
  return database.list<LoggedEvent>(sql`select e.id, e.happened_at as "at", e.kind, e.account_id as "accountId",
      a.nickname, c.public_id as "clientId", c.name as "clientName", e.address, e.user_agent as "userAgent", e.detail,
      e.traceparent
    from events e left join accounts a on a.id = e.account_id left join clients c on c.id = e.client_id
    where e.id < ${below} and e.happened_at >= ${since}
      and (cast(${until} as bigint) is null or e.happened_at < ${until})
      and (cast(${kinds} as text) is null
        or replace(cast(${kinds} as text), ' ' || e.kind || ' ', '') <> cast(${kinds} as text))
      and (cast(${accountId} as bigint) is null or e.account_id = ${accountId})
      and (cast(${clientId} as text) is null or c.public_id = ${clientId})
    order by e.id desc limit ${most}`);
}

/** Oldest first, between two numbers. */
export function readEventsAfter(
  database: Database,
  filter: EventFilter,
  { after, below, most }: Page & { readonly after: number },
): Promise<readonly LoggedEvent[]> {
  const { accountId, clientId, since, until = null } = filter;
  const kinds = kindList(filter.kinds);
  return database.list<LoggedEvent>(sql`select e.id, e.happened_at as "at", e.kind, e.account_id as "accountId",
      a.nickname, c.public_id as "clientId", c.name as "clientName", e.address, e.user_agent as "userAgent", e.detail,
      e.traceparent
    from events e left join accounts a on a.id = e.account_id left join clients c on c.id = e.client_id
    where e.id > ${after} and e.id < ${below} and e.happened_at >= ${since}
      and (cast(${until} as bigint) is null or e.happened_at < ${until})
      and (cast(${kinds} as text) is null
        or replace(cast(${kinds} as text), ' ' || e.kind || ' ', '') <> cast(${kinds} as text))
      and (cast(${accountId} as bigint) is null or e.account_id = ${accountId})
      and (cast(${clientId} as text) is null or c.public_id = ${clientId})
    order by e.id limit ${most}`);
}

/** So many of these are written, one or two for every token, that they are not in the index by kind. */
const FREQUENT: readonly EventKind[] = ['code.issued', 'code.exchanged', 'token.issued', 'token.refreshed'];

export function isOfNote(kind: EventKind): boolean {
  return !FREQUENT.includes(kind);
}

// Both statements repeat the condition of the index events_of_note: only then may an engine use it.

interface IdRange {
  readonly from: number;
  readonly below: number;
}

/** How many there were in a range of numbers; no more than `most` are counted. */
export async function countEvents(
  database: Database,
  kind: EventKind,
  { from, below }: IdRange,
  most: number,
): Promise<number> {
  const rows = await database.list<{ count: number }>(sql`select count(*) as "count" from (
      select 1 as one from events
      where kind <> 'code.issued' and kind <> 'code.exchanged' and kind <> 'token.issued' and kind <> 'token.refreshed'
        and kind = ${kind} and id >= ${from} and id < ${below} limit ${most}) as counted`);
  return rows[0]?.count ?? 0;
}

/** Those of one kind about an application, from a number on, newest first. */
export function readEventsOfClientAndKind(
  database: Database,
  { clientId, kind, from, most }: ClientEvents,
): Promise<readonly { readonly id: number; readonly at: number; readonly detail: string | null }[]> {
  return database.list(sql`select id, happened_at as "at", detail from events
    where kind <> 'code.issued' and kind <> 'code.exchanged' and kind <> 'token.issued' and kind <> 'token.refreshed'
      and kind = ${kind} and id >= ${from} and client_id = ${clientId}
    order by id desc limit ${most}`);
}

interface ClientEvents {
  /** The record's number. */
  readonly clientId: number;
  readonly kind: EventKind;
  readonly from: number;
  readonly most: number;
}

export function readEventsOfKind(
  database: Database,
  kind: EventKind,
  { below, most }: Page,
): Promise<readonly LoggedEvent[]> {
  return database.list<LoggedEvent>(sql`select e.id, e.happened_at as "at", e.kind, e.account_id as "accountId",
      a.nickname, c.public_id as "clientId", c.name as "clientName", e.address, e.user_agent as "userAgent", e.detail,
      e.traceparent
    from events e left join accounts a on a.id = e.account_id left join clients c on c.id = e.client_id
    where e.kind <> 'code.issued' and e.kind <> 'code.exchanged' and e.kind <> 'token.issued' and e.kind <> 'token.refreshed'
      and e.kind = ${kind} and e.id < ${below}
    order by e.id desc limit ${most}`);
}

export const sweepEvents: SweepByIndex = {
  table: 'events',
  // Numbers grow with time, so age is a range of the primary key.
  ends: 'after as many days as the settings say, by group',
  step: ({ now, longestEventDays, firstIdOf }, most) => sql`delete from events where id in
    (select id from events where id < ${firstIdOf(now - longestEventDays * DAY_SECONDS)} order by id limit ${most})`,
};
