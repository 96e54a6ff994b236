/** Makes, changes, switches and deletes webhooks, and rotates their secrets: each act is one guarded batch with its event. */
import type { Once } from '../limits/once.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { formerAfter } from '../protocol/webhooks/former-secrets.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { dropDeliveries, reviveWaiting } from '../storage/tables/webhooks/deliveries.ts';
import { readSecrets, replaceSecret, switchOff, switchOn } from '../storage/tables/webhooks/webhooks.ts';
import type { World } from '../world.ts';
import {
  DELIVERIES_AT_ONCE,
  draftWebhook,
  draftWebhookChange,
  draftWebhookDeletion,
  examineWebhook,
  type MadeWebhook,
  mayAct,
  newSecret,
  rights,
  told,
  type WebhookActor,
  type WebhookDetails,
  type WebhookFieldFault,
} from './draft.ts';
import { findWebhook, type Webhook, type WebhookScope, webhooksOf } from './find.ts';

export type WebhookRefusal =
  | { readonly reason: 'faulty'; readonly faults: readonly WebhookFieldFault[] }
  | { readonly reason: 'unknown' }
  /** It has changed since the version that the act was meant for. */
  | { readonly reason: 'stale'; readonly overtaken?: Overtaken }
  /** A request with the same key has been answered before. */
  | { readonly reason: 'answered' }
  /** So many secrets before it are still signed with that there is no room for another. */
  | { readonly reason: 'rotated_often' }
  /** It is in that state already. */
  | { readonly reason: 'nothing_to_do' };

/** What a change would have undone, since it was changed elsewhere too, and by what. */
interface Overtaken {
  readonly webhook: Webhook;
  readonly next: WebhookDetails;
}

export const MOST_OF_APPLICATION = 5;
export const MOST_OF_SERVICE = 20;
/** So long receivers may take to learn the new secret. */
const FORMER_SECRET_SECONDS = 86_400;

interface Which {
  readonly scope: WebhookScope;
  readonly id: number;
  /** The version that the act is meant for; any where it is missing. */
  readonly isFor?: ((webhook: Webhook) => boolean) | undefined;
}

interface NewWebhook {
  readonly scope: WebhookScope;
  readonly details: WebhookDetails;
  /** Identifies a request of the management API, which then makes one. */
  readonly once?: Once<MadeWebhook> | undefined;
}

export async function createWebhook(
  world: World,
  { scope, details, once }: NewWebhook,
  actor: WebhookActor,
): Promise<Result<MadeWebhook, WebhookRefusal>> {
  const examined = await examineWebhook(world, scope, details);
  if (!examined.ok) return refuse({ reason: 'faulty', faults: examined.refusal });
  return await attempt<Result<MadeWebhook, WebhookRefusal>>(async () => {
    const slot = freeSlot(scope, await webhooksOf(world, scope));
    // Asked after what it may have written was read: see addSecret of applications.
    if (await once?.isDone()) return refuse({ reason: 'answered' });
    if (!(await mayAct(world, scope, actor))) return refuse({ reason: 'unknown' });
    if (slot === undefined) {
      const why = { reason: 'webhooks_many', most: mostOf(scope) } as const;
      return refuse({ reason: 'faulty', faults: [{ field: 'url', why }] });
    }
    const { made, batch } = draftWebhook(world, { scope, slot, examined: examined.value }, actor);
    const note = once ? [once.note(made)] : [];
    const written = await world.database.write([...rights(scope, actor), ...batch, ...note]);
    return written === null ? stale : accept(made);
  });
}

/** The first place that is free; undefined where there are as many as there may be. */
export function freeSlot(scope: WebhookScope, taken: readonly { readonly slot: number }[]): number | undefined {
  const slots = Array.from({ length: mostOf(scope) }, (_, index) => index + 1);
  return slots.find((each) => !taken.some(({ slot }) => slot === each));
}

export function mostOf(scope: WebhookScope): number {
  return scope === null ? MOST_OF_SERVICE : MOST_OF_APPLICATION;
}

interface DetailsChange extends Which {
  /** The complete new details, or how they are made from what is there. */
  readonly details: WebhookDetails | ((webhook: Webhook) => WebhookDetails);
  /** Whether it would undo what was changed elsewhere; never where this is missing. */
  readonly isOvertaken?: (now: WebhookDetails, next: WebhookDetails) => boolean;
}

export async function changeDetails(
  world: World,
  { details, isOvertaken, ...which }: DetailsChange,
  actor: WebhookActor,
): Promise<Result<Webhook, WebhookRefusal>> {
  const { scope } = which;
  return await act(world, which, actor, async (webhook) => {
    const wanted = typeof details === 'function' ? details(webhook) : details;
    const examined = await examineWebhook(world, scope, wanted);
    if (!examined.ok) return refuse({ reason: 'faulty', faults: examined.refusal });
    const next = { url: examined.value.url, groups: examined.value.groups.trim().split(' ') };
    if (isOvertaken?.(webhook, next)) return refuse({ reason: 'stale', overtaken: { webhook, next } });
    // What is saved as it was changes nothing, and is no event.
    if (next.url === webhook.url && next.groups.join(' ') === webhook.groups.join(' ')) return accept([]);
    return accept(draftWebhookChange(world, webhook, { scope, examined: examined.value }, actor));
  });
}

/** Each secret before it signs too, for its day: receivers accept whichever they know. */
export async function rotateWebhookSecret(
  world: World,
  { once, ...which }: Which & { readonly once?: Once<Webhook> },
  actor: WebhookActor,
): Promise<Result<MadeWebhook & { readonly formerUntil: number }, WebhookRefusal>> {
  const secret = newSecret(world);
  const formerUntil = world.now() + FORMER_SECRET_SECONDS;
  const done = await act(world, which, actor, async (webhook) => {
    if (await once?.isDone()) return refuse({ reason: 'answered' });
    const kept = await readSecrets(world.database, webhook.id);
    if (!kept) return refuse({ reason: 'unknown' });
    const former = formerAfter(kept, world.now());
    if (former === undefined) return refuse({ reason: 'rotated_often' });
    return accept([
      replaceSecret(webhook, { secret, now: world.now(), former, until: formerUntil }),
      told(world, { scope: which.scope, actor }, 'webhook.secret_rotated', webhook.url),
      ...(once ? [once.note(webhook)] : []),
    ]);
  });
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
        switchOff(webhook, 'owner', now),
        told(world, { scope: which.scope, actor }, 'webhook.switched_off', webhook.url),
      ]);
    return accept([
      switchOn(webhook, now),
      reviveWaiting(webhook.id, now),
      told(world, { scope: which.scope, actor }, 'webhook.switched_on', webhook.url),
    ]);
  });
}

/** Gone with the one version that was judged, so that nothing comes after; what is left of its deliveries goes then. */
export async function removeWebhook(
  world: World,
  which: Which,
  actor: WebhookActor,
): Promise<Result<Webhook, WebhookRefusal>> {
  const { scope, id } = which;
  const removed = await act(world, which, actor, (webhook) =>
    accept(draftWebhookDeletion(world, webhook, scope, actor)),
  );
  if (removed.ok) await dropDeliveriesOf(world, id);
  return removed;
}

/** What waits, and what was done: in steps, so that other writes come in between. */
export async function dropDeliveriesOf(world: World, id: number): Promise<void> {
  for (let rows = DELIVERIES_AT_ONCE; rows === DELIVERIES_AT_ONCE; )
    [rows = 0] = (await world.database.write([dropDeliveries(id, DELIVERIES_AT_ONCE)])) ?? [];
}

type Awaitable<T> = T | Promise<T>;

/** Read and judged anew for each attempt; the batch holds the guards that nothing has changed since. */
async function act(
  world: World,
  { scope, id, isFor }: Which,
  actor: WebhookActor,
  judge: (webhook: Webhook) => Awaitable<Result<readonly Sql[], WebhookRefusal>>,
): Promise<Result<Webhook, WebhookRefusal>> {
  return await attempt<Result<Webhook, WebhookRefusal>>(async () => {
    const webhook = (await mayAct(world, scope, actor)) ? await findWebhook(world, scope, id) : undefined;
    if (!webhook) return refuse({ reason: 'unknown' });
    if (isFor?.(webhook) === false) return refuse({ reason: 'stale' });
    const judged = await judge(webhook);
    if (!judged.ok) return judged;
    if (judged.value.length === 0) return accept(webhook);
    const written = await world.database.write([...rights(scope, actor), ...judged.value]);
    if (written === null) return stale;
    return accept((await findWebhook(world, scope, id)) ?? webhook);
  });
}
