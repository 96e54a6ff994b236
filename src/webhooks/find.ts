/** Finds webhooks and their deliveries, for the pages and commands that manage them. */
import type { EventGroup } from '../protocol/event.ts';
import { type Audience, payloadOf } from '../protocol/webhooks/payload.ts';
import {
  type DeliveryRow,
  findDelivery as findDeliveryRow,
  type ListedDelivery,
  listDeliveries,
} from '../storage/tables/webhooks/deliveries.ts';
import {
  findWebhookRow,
  listEveryWebhook,
  listSwitchedOff,
  listWebhooks,
  OF_ALL_EVENTS,
  type SwitchedOff,
  type WebhookRow,
} from '../storage/tables/webhooks/webhooks.ts';
import type { World } from '../world.ts';

/** Whose events are told: one application's, with its owner, or (null) everything. */
export type WebhookScope = { readonly id: number; readonly ownerId: number } | null;

export interface Webhook extends Omit<WebhookRow, 'groups'> {
  readonly groups: readonly EventGroup[];
}

export function keyOf(scope: WebhookScope): number {
  return scope?.id ?? OF_ALL_EVENTS;
}

export async function webhooksOf(world: World, scope: WebhookScope): Promise<readonly Webhook[]> {
  return (await listWebhooks(world.database, keyOf(scope))).map(webhookOf);
}

/** Undefined for one of another application: to whoever asks, that does not exist. */
export async function findWebhook(world: World, scope: WebhookScope, id: number): Promise<Webhook | undefined> {
  const row = await findWebhookRow(world.database, id);
  return row && row.clientKey === keyOf(scope) ? webhookOf(row) : undefined;
}

const PAGE = 500;

export async function* everyWebhook(world: World): AsyncGenerator<Webhook> {
  for (let after = 0; ; ) {
    const rows = await listEveryWebhook(world.database, after, PAGE);
    yield* rows.map(webhookOf);
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < PAGE) return;
  }
}

/** By its number alone, for the operator. */
export async function findAnyWebhook(world: World, id: number): Promise<Webhook | undefined> {
  const row = await findWebhookRow(world.database, id);
  return row && webhookOf(row);
}

export interface Delivery extends DeliveryRow {
  /** What is sent, byte for byte. */
  readonly body: string;
  /** Whether others of its subject are sent before it. */
  readonly isBehind: boolean;
  /** When it is sent next; null where that depends on others, on somebody who switches the webhook on, or it is done. */
  readonly nextAt: number | null;
}

const DELIVERIES = 50;

interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  /** Where the next page begins; null on the last one. */
  readonly olderBelow: number | null;
}

/** Newest first. */
export async function deliveriesOf(
  world: World,
  webhook: Webhook,
  below: number | null,
  most = DELIVERIES,
): Promise<DeliveryPage> {
  const page = { below: below ?? Number.MAX_SAFE_INTEGER, most: most + 1 };
  const rows = await listDeliveries(world.database, webhook.id, page);
  const deliveries = rows.slice(0, most).map((row) => withBody(row, webhook));
  return { deliveries, olderBelow: rows.length > most ? (deliveries.at(-1)?.noted ?? null) : null };
}

export async function findDelivery(world: World, webhook: Webhook, id: string): Promise<Delivery | undefined> {
  if (!DELIVERY_ID.test(id)) return undefined;
  const row = await findDeliveryRow(world.database, webhook.id, id);
  return row && withBody(row, webhook);
}

const DELIVERY_ID = /^\d{1,16}\.\d{1,16}$/;
const MOST_SWITCHED_OFF = 10;

interface SwitchedOffWebhook extends Pick<SwitchedOff, 'id' | 'url'> {
  /** Null for one of the whole service. */
  readonly application: { readonly clientId: string; readonly name: string } | null;
}

/** For the home page: those of an owner's applications, and to administrators those of the whole service. */
export async function switchedOffOf(
  world: World,
  { id: ownerId, isAdmin }: { readonly id: number; readonly isAdmin: boolean },
): Promise<readonly SwitchedOffWebhook[]> {
  const [own, all] = await Promise.all([
    listSwitchedOff(world.database, ownerId, MOST_SWITCHED_OFF),
    isAdmin ? webhooksOf(world, null) : [],
  ]);
  const ofService = all.filter(({ offBecause }) => offBecause === 'gone' || offBecause === 'failing');
  return [
    ...ofService.map(({ id, url }) => ({ id, url, application: null })),
    ...own.map(({ id, url, clientId, clientName: name }) => ({ id, url, application: { clientId, name } })),
  ];
}

export function audienceOf({ clientKey }: Pick<WebhookRow, 'clientKey'>): Audience {
  return clientKey === OF_ALL_EVENTS ? 'administrator' : 'owner';
}

function withBody({ behind, ...row }: ListedDelivery, webhook: Webhook): Delivery {
  const isBehind = row.doneAt === null && behind !== null;
  const isNext = row.doneAt === null && !isBehind && webhook.offAt === null;
  return { ...row, body: payloadOf(row, audienceOf(webhook)), isBehind, nextAt: isNext ? row.dueAt : null };
}

export function webhookOf(row: WebhookRow): Webhook {
  // Only names of groups are ever written there; one of a newer version is shown as it is.
  return { ...row, groups: row.groups.split(' ').filter(Boolean) as EventGroup[] };
}
