/** Reads those events that are few enough to be indexed by their kind: all but what every token leaves behind. */
import type { EventKind } from '../../../protocol/event.ts';
import type { Database } from '../../database.ts';
import { sql } from '../../sql.ts';
import type { LoggedEvent, Page } from './event-log.ts';

const FREQUENT: readonly EventKind[] = ['code.issued', 'code.exchanged', 'token.issued', 'token.refreshed'];

export function isOfNote(kind: EventKind): boolean {
  return !FREQUENT.includes(kind);
}

// Both statements repeat the condition of the index events_of_note: only then may an engine use it.

/** How many there were from this number on; no more than `most` are counted. */
export async function countEvents(database: Database, kind: EventKind, fromId: number, most: number): Promise<number> {
  const rows = await database.read<{ count: number }>(sql`select count(*) as "count" from (
      select 1 as one from events
      where kind not in ('code.issued', 'code.exchanged', 'token.issued', 'token.refreshed')
        and kind = ${kind} and id >= ${fromId} limit ${most}) as counted`);
  return rows[0]?.count ?? 0;
}

export function readEventsOfKind(
  database: Database,
  kind: EventKind,
  { below, most }: Page,
): Promise<readonly LoggedEvent[]> {
  return database.read<LoggedEvent>(sql`select e.id, e.happened_at as "at", e.kind, e.account_id as "accountId",
      a.nickname, c.public_id as "clientId", c.name as "clientName", e.address, e.user_agent as "userAgent", e.detail
    from events e left join accounts a on a.id = e.account_id left join clients c on c.id = e.client_id
    where e.kind not in ('code.issued', 'code.exchanged', 'token.issued', 'token.refreshed')
      and e.kind = ${kind} and e.id < ${below}
    order by e.id desc limit ${most}`);
}
