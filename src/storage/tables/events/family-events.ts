/**
 * Reads the events about families of tokens.
 *
 * There is no index by family: it would cost every refresh a write. A family belongs to one account and one client, so
 * its events are looked for among theirs, and only among so many of the newest that the search has an end.
 */
import type { EventKind } from '../../../protocol/event.ts';
import type { FamilyEvent } from '../../../protocol/tokens/family-history.ts';
import type { Database } from '../../database.ts';
import { sql } from '../../sql.ts';

interface EventRow {
  readonly kind: EventKind;
  readonly at: number;
  readonly familyId: number | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly detail: string | null;
}

const MOST_SEARCHED = 2000;

/** Newest first: everything about the access that an account gave a client. */
export async function readAccessEvents(
  database: Database,
  accountId: number,
  clientId: number,
): Promise<readonly FamilyEvent[]> {
  const rows = await database.list<EventRow>(sql`
    select kind, happened_at as "at", family_id as "familyId", address, user_agent as "userAgent", detail
    from (select * from events_of_accounts where account_id = ${accountId} order by id desc limit ${MOST_SEARCHED}) as newest
    where client_id = ${clientId} and (family_id is not null or kind = 'consent.revoked')
    order by id desc`);
  return rows.map(asEvent);
}

interface FamilySearch {
  readonly familyId: number;
  readonly clientId: number;
  /** Whose consent it came from; null where that is no longer known, which makes the search less deep. */
  readonly accountId: number | null;
  readonly most: number;
}

/** Newest first: everything about one family. */
export async function readFamilyEvents(database: Database, search: FamilySearch): Promise<readonly FamilyEvent[]> {
  const { familyId, clientId, accountId, most } = search;
  const rows =
    accountId === null
      ? await database.list<EventRow>(sql`
          select kind, happened_at as "at", family_id as "familyId", address, user_agent as "userAgent", detail
          from (select * from events where client_id = ${clientId} order by id desc limit ${MOST_SEARCHED}) as newest
          where family_id = ${familyId} order by id desc limit ${most}`)
      : await database.list<EventRow>(sql`
          select kind, happened_at as "at", family_id as "familyId", address, user_agent as "userAgent", detail
          from (select * from events_of_accounts where account_id = ${accountId} order by id desc limit ${MOST_SEARCHED}) as newest
          where family_id = ${familyId} and client_id = ${clientId} order by id desc limit ${most}`);
  return rows.map(asEvent);
}

/** Newest first: what happened last in the families of a client's users. */
export async function readLatestOfFamilies(
  database: Database,
  clientId: number,
): Promise<readonly (FamilyEvent & { readonly familyId: number })[]> {
  const rows = await database.list<EventRow & { familyId: number }>(sql`
    select kind, happened_at as "at", family_id as "familyId", address, user_agent as "userAgent", detail
    from (select * from events where client_id = ${clientId} order by id desc limit ${MOST_SEARCHED}) as newest
    where family_id is not null and account_id is not null order by id desc`);
  return rows.map((row) => ({ ...asEvent(row), familyId: row.familyId }));
}

function asEvent({ kind, at, familyId, address, userAgent, detail }: EventRow): FamilyEvent {
  return { kind, at, familyId, source: { address, userAgent }, detail };
}
