/** What the portal shows of one application's life: its last token and its last use; and its newest events. */
import type { EventKind, Source } from '../protocol/event.ts';
import { readLatestUse, readTokenAt } from '../storage/tables/clients/days.ts';
import { FROM_THE_NEWEST, type LoggedEvent, readEventsOfClient } from '../storage/tables/events/events.ts';
import type { World } from '../world.ts';
import type { Client } from './find.ts';

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
const NOWHERE: Source = { address: null, userAgent: null };

export async function viewClient({ database }: World, client: Client): Promise<ClientView> {
  const [lastTokenAt, use] = await Promise.all([readTokenAt(database, client.id), readLatestUse(database, client.id)]);
  const lastUse = use ? { at: use.usedAt, source: { address: use.address, userAgent: use.userAgent } } : null;
  return { lastTokenAt, lastUse };
}

/** Newest first. */
export async function eventsOfClient({ database }: World, client: Client): Promise<readonly ClientEvent[]> {
  const page = { below: FROM_THE_NEWEST, most: MOST_EVENTS };
  const events = await readEventsOfClient(database, client.id, page);
  return events.map((event) => asDeveloperSees(event, client));
}

/**
 * Events that a user or a former owner caused are shown without the address of their browser, which does not concern
 * the developer.
 */
function asDeveloperSees(event: LoggedEvent, { ownerId }: Client): ClientEvent {
  const { kind, at, address, userAgent } = event;
  const isUsers = kind.startsWith('consent.') || kind === 'code.issued';
  const isFormerOwners = kind.startsWith('application.') && event.accountId !== null && event.accountId !== ownerId;
  return { kind, at, source: isUsers || isFormerOwners ? NOWHERE : { address, userAgent } };
}
