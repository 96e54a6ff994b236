/** Whose webhooks a page is about: those of an application that this account manages, or those of the whole service. */
import { problemReply } from '../../http/browser/page.ts';
import type { AccountVisitor, Visitor } from '../../http/browser/visitor.ts';
import type { Reply } from '../../http/route.ts';
import { type WebhookHome, webhooksPath } from '../../pages/webhooks/frame.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import type { WebhookActor } from '../../webhooks/draft.ts';
import { findWebhook, type Webhook, type WebhookScope } from '../../webhooks/find.ts';
import { requireAdministrator } from '../admin/administrator.ts';
import { countedSubject, requireManaged } from '../applications/managed.ts';

export interface WebhooksContext {
  readonly visitor: AccountVisitor;
  readonly scope: WebhookScope;
  readonly actor: WebhookActor;
  /** The address of the list. */
  readonly path: string;
  /** What the frame of the pages shows of the application; null in the administration. */
  readonly home: () => Promise<WebhookHome>;
}

export interface WebhookContext extends WebhooksContext {
  readonly webhook: Webhook;
  /** The address of the webhook. */
  readonly onePath: string;
}

export async function requireManagedWebhooks(visitor: Visitor): Promise<Result<WebhooksContext, Reply>> {
  const managed = await requireManaged(visitor);
  if (!managed.ok) return managed;
  const { client, actor } = managed.value;
  return accept({
    visitor: managed.value.visitor,
    scope: { id: client.id, ownerId: client.ownerId },
    actor: { id: actor.id, source: actor.source },
    path: webhooksPath({ clientId: client.publicId }),
    home: () => countedSubject(visitor.world, client),
  });
}

export function requireServiceWebhooks(visitor: Visitor): Result<WebhooksContext, Reply> {
  const known = requireAdministrator(visitor);
  if (!known.ok) return known;
  const { account, request } = known.value.visitor;
  return accept({
    visitor: known.value.visitor,
    scope: null,
    actor: { id: account.id, source: request.source },
    path: webhooksPath(null),
    home: async () => null,
  });
}

export async function requireManagedWebhook(visitor: Visitor): Promise<Result<WebhookContext, Reply>> {
  return withWebhook(visitor, await requireManagedWebhooks(visitor));
}

export async function requireServiceWebhook(visitor: Visitor): Promise<Result<WebhookContext, Reply>> {
  return withWebhook(visitor, requireServiceWebhooks(visitor));
}

const NUMBER = /^[1-9]\d{0,15}$/;

/** One of another application does not exist here. */
async function withWebhook(
  visitor: Visitor,
  found: Result<WebhooksContext, Reply>,
): Promise<Result<WebhookContext, Reply>> {
  if (!found.ok) return found;
  const typed = visitor.request.parameters.webhook ?? '';
  const id = NUMBER.test(typed) ? Number(typed) : Number.NaN;
  const webhook = Number.isSafeInteger(id) ? await findWebhook(visitor.world, found.value.scope, id) : undefined;
  if (!webhook) return refuse(problemReply(visitor, { status: 404 }));
  return accept({ ...found.value, webhook, onePath: `${found.value.path}/${webhook.id}` });
}
