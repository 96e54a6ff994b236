/** The shelf of events: one row for every security event, written in the transaction of the change it reports. */
import type { EventKind, Source } from '../../../protocol/event.ts';
import { insertRow } from '../../sql.ts';

export interface EventEntry {
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
}));
