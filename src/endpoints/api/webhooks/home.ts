/** Whose webhooks an operation is about: those of an application, or those of the whole service. */
import { findManagedClient } from '../../../clients/find.ts';
import { API_BASE, type ApiNeed } from '../../../protocol/api/operation.ts';
import type { Shape } from '../../../protocol/api/shape.ts';
import { accept, type Result } from '../../../protocol/result.ts';
import { findWebhook, type Webhook, type WebhookScope } from '../../../webhooks/find.ts';
import type { WebhookRefusal } from '../../../webhooks/manage.ts';
import type { Call, Outcome } from '../operation.ts';
import { CLIENT_ID } from '../parts.ts';
import { type ApiProblem, invalid, problem } from '../replies.ts';
import { WEBHOOK_ID, webhookBody, webhookFaults, webhookTag } from './shapes.ts';

/** The same operations stand below two addresses. */
export interface Home {
  /** Behind the verb in the names of the operations. */
  readonly name: string;
  readonly whose: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, Shape<unknown>>>;
  readonly needs: ApiNeed;
}

export const HOMES: readonly Home[] = [
  {
    name: 'ApplicationWebhook',
    whose: 'of an application',
    path: '/applications/{client_id}/webhooks',
    parameters: { client_id: CLIENT_ID },
    needs: 'own',
  },
  {
    name: 'Webhook',
    whose: 'of the service, which tell of every event',
    path: '/webhooks',
    parameters: {},
    needs: 'all',
  },
];

/** What operations on one webhook have in common. */
export function oneOf({ path, parameters, needs }: Home, end = '') {
  return {
    path: `${path}/{webhook_id}${end}`,
    parameters: { ...parameters, webhook_id: WEBHOOK_ID },
    needs,
    tag: 'webhooks' as const,
  };
}

type Asked = Pick<Call<Readonly<Record<string, unknown>>>, 'world' | 'caller' | 'parameters'>;

type Purpose = 'read' | 'change';

/**
 * What belongs to others does not exist for this caller. One's own application that manages the whole service is seen with
 * any token, and changed with none but one that does so too.
 */
export async function scopeOf(
  { world, caller, parameters }: Asked,
  purpose: Purpose,
): Promise<Result<WebhookScope, ApiProblem>> {
  const { client_id: publicId } = parameters;
  if (publicId === undefined) return accept(null);
  const client = await findManagedClient(String(publicId), caller.actor, world);
  if (!client) return problem('not-found');
  if (purpose === 'change' && client.adminAt !== null && !caller.managesAll) return problem('insufficient-scope');
  return accept({ id: client.id, ownerId: client.ownerId });
}

interface Found {
  readonly scope: WebhookScope;
  readonly webhook: Webhook;
}

export async function findOne(asked: Asked, purpose: Purpose): Promise<Result<Found, ApiProblem>> {
  const scope = await scopeOf(asked, purpose);
  if (!scope.ok) return scope;
  const webhook = await findWebhook(asked.world, scope.value, Number(asked.parameters.webhook_id));
  return webhook ? accept({ scope: scope.value, webhook }) : problem('not-found');
}

/** Which webhook an act is about, and which version of it. */
export function seen({ isFor }: Pick<Call, 'isFor'>, { scope, webhook }: Found) {
  return { scope, id: webhook.id, isFor: (each: Webhook) => isFor(webhookTag(each)) };
}

export function locationOf({ path }: Home, { parameters }: Pick<Asked, 'parameters'>, id: number): string {
  return `${API_BASE}${path.replace('{client_id}', encodeURIComponent(String(parameters.client_id)))}/${id}`;
}

export function settled(done: Result<Webhook, WebhookRefusal>): Outcome {
  return done.ok ? shown(done.value) : refused(done.refusal);
}

export function shown(webhook: Webhook): Outcome {
  return accept({ body: webhookBody(webhook), tag: webhookTag(webhook) });
}

export function refused(refusal: WebhookRefusal): Outcome {
  switch (refusal.reason) {
    case 'faulty':
      return invalid(webhookFaults(refusal.faults));
    case 'answered':
      return 'answered';
    case 'unknown':
      return problem('not-found');
    case 'stale':
      return problem('stale');
    case 'rotated_often':
      return problem('conflict', 'Four former secrets are still signed with: wait until the oldest of them has ended.');
    case 'nothing_to_do':
      return problem('conflict', 'It is so already.');
  }
}
