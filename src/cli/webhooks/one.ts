/** What the acts of `latchkey webhooks` share: which webhook is meant, and how it is told. */
import { findClient, findOwnerOf } from '../../clients/find.ts';
import { en } from '../../pages/text/en.ts';
import { faultWords } from '../../pages/text/texts.ts';
import { NOWHERE } from '../../protocol/event.ts';
import type { WebhookActor } from '../../webhooks/draft.ts';
import { findAnyWebhook, type Webhook, type WebhookScope } from '../../webhooks/find.ts';
import type { WebhookRefusal } from '../../webhooks/manage.ts';
import type { World } from '../../world.ts';
import type { Call } from '../command-line.ts';
import { withWorld } from '../open-world.ts';
import { iso } from '../output/answer.ts';

/** The operator has no account and no address. */
export const NOBODY: WebhookActor = { id: null, source: NOWHERE };

/** Undefined where there is no such application; null without one. */
export async function scopeOf(world: World, publicId: string | undefined): Promise<WebhookScope | undefined> {
  if (publicId === undefined) return null;
  const client = await findClient(publicId, world);
  return client && { id: client.id, ownerId: client.ownerId };
}

interface Found {
  readonly webhook: Webhook;
  /** The client_id of the application that it belongs to; null for the whole service. */
  readonly publicId: string | null;
  readonly scope: WebhookScope;
}

type Asked = Pick<Call, 'settings' | 'operands' | 'fail' | 'wrong'>;

/** The first operand is the number of the webhook. */
export async function withOne(call: Asked, work: (world: World, found: Found) => Promise<number>): Promise<number> {
  const [text = ''] = call.operands;
  if (!/^\d{1,16}$/.test(text)) return call.wrong('ID must be a number that latchkey webhooks list prints.');
  return await withWorld(call.settings, async (world) => {
    const webhook = await findAnyWebhook(world, Number(text));
    if (!webhook) return call.fail(`There is no webhook ${text}.`);
    const owned = webhook.clientKey === 0 ? null : await findOwnerOf(world, webhook.clientKey);
    const scope = owned && { id: webhook.clientKey, ownerId: owned.ownerId };
    return await work(world, { webhook, scope, publicId: owned?.publicId ?? null });
  });
}

/** Whose it is, and how it does; never its secret. */
export function factsOf(webhook: Webhook, publicId: string | null) {
  const state = webhook.offAt !== null ? 'off' : webhook.failingSince !== null ? 'failing' : 'on';
  return {
    id: webhook.id,
    url: webhook.url,
    groups: webhook.groups,
    state,
    off_because: webhook.offBecause,
    failing_since: iso(webhook.failingSince),
    last_delivery_at: iso(webhook.deliveredAt),
    dropped: webhook.dropped,
    created_at: iso(webhook.createdAt),
    client_id: publicId,
  };
}

/** For lists, in which many belong to one application. */
export function publicIds(world: World): (webhook: Webhook) => Promise<string | null> {
  let last: { readonly key: number; readonly publicId: string | null } = { key: 0, publicId: null };
  return async ({ clientKey: key }) => {
    if (key !== last.key)
      last = { key, publicId: key === 0 ? null : ((await findOwnerOf(world, key))?.publicId ?? null) };
    return last.publicId;
  };
}

export function refusalWords(refusal: WebhookRefusal): string {
  if (refusal.reason === 'faulty') return refusal.faults.map(({ why }) => faultWords(en, why)).join(' ');
  if (refusal.reason === 'rotated_often') return en.done.webhook_rotated_often;
  return refusal.reason === 'unknown' ? 'There is no such webhook.' : 'It is so already.';
}
