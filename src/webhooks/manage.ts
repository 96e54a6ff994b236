/** Makes, changes, switches and deletes webhooks, and rotates their secrets: each act is one guarded batch with its event. */
import { report } from '../events/report.ts';
import { formatWebhookSecret, WEBHOOK_SECRET_BYTES } from '../keys/webhook-signature.ts';
import { checkDestination } from '../outbound/call.ts';
import type { EventKind, Source } from '../protocol/event.ts';
import type { WebhookFault } from '../protocol/people/field-fault.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { examineAddress, examineGroups, groupsFor } from '../protocol/webhooks/address.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { remainsAdministrator } from '../storage/tables/people/search.ts';
import { dropDeliveries, reviveWaiting } from '../storage/tables/webhooks/deliveries.ts';
import {
  changeWebhook,
  deleteWebhook,
  insertWebhook,
  remainsOwner,
  replaceSecret,
  switchOff,
  switchOn,
} from '../storage/tables/webhooks/webhooks.ts';
import type { World } from '../world.ts';
import { findWebhook, keyOf, type Webhook, type WebhookScope, webhooksOf } from './find.ts';

/** The owner of the application, an administrator, or (null) the operator, who has no account. */
export interface WebhookActor {
  readonly id: number | null;
  readonly source: Source;
}

export interface WebhookDetails {
  readonly url: string;
  readonly groups: readonly string[];
}

export interface WebhookFieldFault {
  readonly field: 'url' | 'groups';
  readonly why: WebhookFault;
}

export type WebhookRefusal =
  | { readonly reason: 'faulty'; readonly faults: readonly WebhookFieldFault[] }
  | { readonly reason: 'unknown' }
  /** It is in that state already. */
  | { readonly reason: 'nothing_to_do' };

export const MOST_OF_APPLICATION = 5;
const MOST_OF_SERVICE = 20;
/** So long receivers may take to learn the new secret. */
const FORMER_SECRET_SECONDS = 86_400;
const DROPPED_AT_ONCE = 500;

interface MadeWebhook {
  readonly webhook: Webhook;
  /** Shown once. */
  readonly secret: string;
}

type Which = { readonly scope: WebhookScope; readonly id: number };

export async function createWebhook(
  world: World,
  { scope, details }: { readonly scope: WebhookScope; readonly details: WebhookDetails },
  actor: WebhookActor,
): Promise<Result<MadeWebhook, WebhookRefusal>> {
  const examined = await examine(world, scope, details);
  if (!examined.ok) return refuse({ reason: 'faulty', faults: examined.refusal });
  return await attempt<Result<MadeWebhook, WebhookRefusal>>(async () => {
    const most = scope === null ? MOST_OF_SERVICE : MOST_OF_APPLICATION;
    const taken = (await webhooksOf(world, scope)).map(({ slot }) => slot);
    const slot = Array.from({ length: most }, (_, index) => index + 1).find((each) => !taken.includes(each));
    if (slot === undefined)
      return refuse({ reason: 'faulty', faults: [{ field: 'url', why: { reason: 'webhooks_many', most } }] });
    const id = world.nextId();
    const secret = newSecret(world);
    const written = await world.database.write([
      ...rights(scope, actor),
      insertWebhook({ id, clientKey: keyOf(scope), slot, secret, createdAt: world.now(), ...examined.value }),
      told(world, { scope, actor }, 'webhook.created', examined.value.url),
    ]);
    if (written === null) return stale;
    const webhook = await findWebhook(world, scope, id);
    return webhook ? accept({ webhook, secret }) : refuse({ reason: 'unknown' });
  });
}

export async function changeDetails(
  world: World,
  { details, ...which }: Which & { readonly details: WebhookDetails },
  actor: WebhookActor,
): Promise<Result<Webhook, WebhookRefusal>> {
  const examined = await examine(world, which.scope, details);
  if (!examined.ok) return refuse({ reason: 'faulty', faults: examined.refusal });
  return await act(world, which, actor, (webhook) =>
    accept([
      changeWebhook(webhook, examined.value, world.now()),
      told(world, { scope: which.scope, actor }, 'webhook.changed', examined.value.url),
    ]),
  );
}

/** The secret before it signs too, for a day: receivers accept whichever they know. */
export async function rotateWebhookSecret(
  world: World,
  which: Which,
  actor: WebhookActor,
): Promise<Result<MadeWebhook & { readonly formerUntil: number }, WebhookRefusal>> {
  const secret = newSecret(world);
  const formerUntil = world.now() + FORMER_SECRET_SECONDS;
  const done = await act(world, which, actor, (webhook) =>
    accept([
      replaceSecret(webhook, secret, { now: world.now(), until: formerUntil }),
      told(world, { scope: which.scope, actor }, 'webhook.secret_rotated', webhook.url),
    ]),
  );
  return done.ok ? accept({ webhook: done.value, secret, formerUntil }) : done;
}

/** What waits is kept while it is off, and sent once it is on again. */
export async function switchWebhook(
  world: World,
  { to, ...which }: Which & { readonly to: 'on' | 'off' },
  actor: WebhookActor,
): Promise<Result<Webhook, WebhookRefusal>> {
  return await act(world, which, actor, (webhook) => {
    if ((webhook.offAt === null) === (to === 'on')) return refuse({ reason: 'nothing_to_do' });
    const now = world.now();
    if (to === 'off')
      return accept([
        switchOff(webhook.id, 'owner', now),
        told(world, { scope: which.scope, actor }, 'webhook.switched_off', webhook.url),
      ]);
    return accept([
      switchOn(webhook, now),
      reviveWaiting(webhook.id, now),
      told(world, { scope: which.scope, actor }, 'webhook.switched_on', webhook.url),
    ]);
  });
}

export async function removeWebhook(
  world: World,
  which: Which,
  actor: WebhookActor,
): Promise<Result<Webhook, WebhookRefusal>> {
  // Off first, so that nothing comes after; then in steps, so that other writes come in between.
  const off = await act(world, which, actor, (webhook) =>
    webhook.offAt === null
      ? accept([switchOff(webhook.id, 'owner', world.now())])
      : refuse({ reason: 'nothing_to_do' }),
  );
  if (!off.ok && off.refusal.reason !== 'nothing_to_do') return off;
  for (let rows = DROPPED_AT_ONCE; rows === DROPPED_AT_ONCE; )
    [rows = 0] = (await world.database.write([dropDeliveries(which.id, DROPPED_AT_ONCE)])) ?? [];
  return await act(world, which, actor, (webhook) =>
    accept([
      deleteWebhook(webhook),
      dropDeliveries(webhook.id, DROPPED_AT_ONCE),
      told(world, { scope: which.scope, actor }, 'webhook.deleted', webhook.url),
    ]),
  );
}

/** Read and judged anew for each attempt; the batch holds the guards that nothing has changed since. */
async function act(
  world: World,
  { scope, id }: Which,
  actor: WebhookActor,
  judge: (webhook: Webhook) => Result<readonly Sql[], WebhookRefusal>,
): Promise<Result<Webhook, WebhookRefusal>> {
  return await attempt<Result<Webhook, WebhookRefusal>>(async () => {
    const webhook = await findWebhook(world, scope, id);
    if (!webhook) return refuse({ reason: 'unknown' });
    const judged = judge(webhook);
    if (!judged.ok) return judged;
    const written = await world.database.write([...rights(scope, actor), ...judged.value]);
    if (written === null) return stale;
    return accept((await findWebhook(world, scope, id)) ?? webhook);
  });
}

/** A guard: whoever has lost the application, or the administration, changes nothing. */
function rights(scope: WebhookScope, { id }: WebhookActor): readonly Sql[] {
  if (id === null) return [];
  return [scope !== null && scope.ownerId === id ? remainsOwner(scope.id, id) : remainsAdministrator(id)];
}

type Examined = Result<{ readonly url: string; readonly groups: string }, readonly WebhookFieldFault[]>;

async function examine(world: World, scope: WebhookScope, details: WebhookDetails): Promise<Examined> {
  const address = examineAddress(details.url);
  const groups = examineGroups(details.groups, groupsFor(scope !== null));
  const forbidden = address.ok ? await checkDestination(world, address.value) : undefined;
  const faults: readonly (WebhookFieldFault | false)[] = [
    !address.ok && { field: 'url', why: address.refusal },
    forbidden !== undefined && { field: 'url', why: { reason: `webhook_url_${forbidden}` } },
    !groups.ok && { field: 'groups', why: groups.refusal },
  ];
  const found = faults.filter((fault) => fault !== false);
  if (!address.ok || !groups.ok || found.length > 0) return refuse(found);
  return accept({ url: address.value.href, groups: ` ${groups.value.join(' ')} ` });
}

function newSecret(world: World): string {
  return formatWebhookSecret(world.randomBytes(WEBHOOK_SECRET_BYTES));
}

/** Of an application's webhook the event is listed with its owner; who else acted is said. */
function told(
  world: World,
  { scope, actor }: { readonly scope: WebhookScope; readonly actor: WebhookActor },
  kind: EventKind,
  url: string,
): Sql {
  const by = actor.id === null ? 'by the operator' : `by administrator ${actor.id}`;
  const isOwners = scope !== null && scope.ownerId === actor.id;
  const detail = isOwners ? hostOf(url) : `${hostOf(url)}; ${by}`;
  const accountId = scope?.ownerId ?? actor.id;
  return report(world, actor.source, kind, { accountId, clientId: scope?.id ?? null, detail });
}

/** An address may carry what its receiver takes for a password: events tell the host alone. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}
