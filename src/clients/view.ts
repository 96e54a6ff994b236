/** Everything the portal shows of one application: its secrets, its users, its last use and its newest events. */
import type { EventKind, Source } from '../protocol/event.ts';
import { listSecrets, type SecretRow } from '../storage/client-secrets.ts';
import { countUsers, findLatestUse } from '../storage/consents.ts';
import { FROM_THE_NEWEST, type LoggedEvent, readEventsOfClient } from '../storage/event-log.ts';
import type { World } from '../world.ts';
import type { Client } from './find.ts';

export interface ClientView {
  readonly secrets: readonly SecretRow[];
  readonly userCount: number;
  readonly lastUse: { readonly at: number; readonly source: Source } | null;
  readonly events: readonly ClientEvent[];
}

export interface ClientEvent {
  readonly kind: EventKind;
  readonly at: number;
  readonly source: Source;
}

const MOST_EVENTS = 50;
/** Among how many users, those who came last, the latest use is looked for. */
const MOST_RECENT_USERS = 200;
const NOWHERE: Source = { address: null, userAgent: null };

export async function viewClient(world: World, client: Client): Promise<ClientView> {
  const { database } = world;
  const page = { below: FROM_THE_NEWEST, most: MOST_EVENTS };
  const [secrets, userCount, use, events] = await Promise.all([
    listSecrets(database, client.id, world.now()),
    countUsers(database, client.id, world.now()),
    findLatestUse(database, client.id, MOST_RECENT_USERS),
    readEventsOfClient(database, client.id, page),
  ]);
  const lastUse = use ? { at: use.usedAt, source: { address: use.address, userAgent: use.userAgent } } : null;
  return { secrets, userCount, lastUse, events: events.map(asDeveloperSees) };
}

/** What a user did in his own browser is told without its address: that is none of the developer's business. */
function asDeveloperSees({ kind, at, address, userAgent }: LoggedEvent): ClientEvent {
  const isUsers = kind.startsWith('consent.') || kind === 'code.issued';
  return { kind, at, source: isUsers ? NOWHERE : { address, userAgent } };
}
