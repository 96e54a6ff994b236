/** The shelf of events: one row for every security event, written in the transaction of the change it reports. */
import type { EventKind, Source } from '../../../protocol/event.ts';
import { type Sql, sql } from '../../sql.ts';

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

export function record(entry: EventEntry): Sql {
  return sql`insert into events (id, happened_at, kind, account_id, client_id, family_id, address, user_agent, detail)
    values (${entry.id}, ${entry.at}, ${entry.kind}, ${entry.accountId}, ${entry.clientId}, ${entry.familyId},
      ${entry.source.address}, ${entry.source.userAgent}, ${entry.detail})`;
}
