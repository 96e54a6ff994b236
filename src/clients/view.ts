/** What the portal shows of one application's life: its last token and its last use; and its newest events. */
import { isByAnother } from '../protocol/audit/detail.ts';
import { type EventKind, NOWHERE, type Source } from '../protocol/event.ts';
import { readLatestUse, readTokenAt } from '../storage/tables/clients/days.ts';
import { FROM_THE_NEWEST, type LoggedEvent, readEventsOfClient } from '../storage/tables/events/events.ts';
import type { World } from '../world.ts';
import type { Client } from './find.ts';
import { asDeveloperSees } from './sources.ts';

interface ClientView {
  /** When it last received a token; null when it never did. */
  readonly lastTokenAt: number | null;
  readonly lastUse: { readonly at: number; readonly source: Source } | null;
}

interface ClientEvent {
  readonly kind: EventKind;
  readonly at: number;
  readonly source: Source;
}

const MOST_EVENTS = 50;

export async function viewClient({ database }: World, client: Client): Promise<ClientView> {
  const [lastTokenAt, use] = await Promise.all([readTokenAt(database, client.id), readLatestUse(database, client.id)]);
  const lastUse = use ? { at: use.usedAt, source: { address: use.address, userAgent: use.userAgent } } : null;
  return { lastTokenAt, lastUse: lastUse && asDeveloperSees(client, lastUse) };
}

/** Who looks at the events of an application. */
interface Reader {
  readonly id: number;
  readonly isAdmin: boolean;
}

/** Newest first. From where an administrator acted only administrators are shown. */
export async function eventsOfClient(
  { database }: World,
  client: Client,
  reader: Reader,
): Promise<readonly ClientEvent[]> {
  const page = { below: FROM_THE_NEWEST, most: MOST_EVENTS };
  const found = await readEventsOfClient(database, client.id, page);
  const events = found.map((event) => {
    const isHidden = !reader.isAdmin && isByAnother(event.kind, event.detail, reader.id);
    return isHidden ? { ...event, ...NOWHERE } : event;
  });
  // Newest first: what stands behind it was before this owner.
  const accepted = events.findIndex(({ kind }) => kind === 'application.transfer_accepted');
  return events.map((event, index) =>
    accepted >= 0 && index > accepted ? { ...shown(event, client), source: NOWHERE } : shown(event, client),
  );
}

/** Events that a user or a former owner caused are shown without the address of their browser. */
function shown(event: LoggedEvent, client: Client): ClientEvent {
  const { kind, at, address, userAgent } = event;
  const source = { address, userAgent };
  if (kind.startsWith('consent.') || kind === 'code.issued') return { kind, at, source: NOWHERE };
  if (!kind.startsWith('application.')) return asDeveloperSees(client, { kind, at, source });
  const isFormerOwners = event.accountId !== null && event.accountId !== client.ownerId;
  return { kind, at, source: isFormerOwners ? NOWHERE : source };
}
