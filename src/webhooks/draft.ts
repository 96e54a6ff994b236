/** What is written where a webhook is made, changed or deleted: who may, its rows, and its event. */
import { type ActingAdministrator, mayAdminister, remainsPowerful } from '../events/administering.ts';
import { report } from '../events/report.ts';
import { formatWebhookSecret, WEBHOOK_SECRET_BYTES } from '../keys/webhook-signature.ts';
import { checkDestination } from '../outbound/call.ts';
import type { EventKind, Source } from '../protocol/event.ts';
import type { WebhookFault } from '../protocol/people/field-fault.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { examineAddress, examineGroups, groupsFor } from '../protocol/webhooks/address.ts';
import type { Sql } from '../storage/sql.ts';
import { readOwnerOf } from '../storage/tables/clients/search.ts';
import { dropDeliveries } from '../storage/tables/webhooks/deliveries.ts';
import { remainsOwner } from '../storage/tables/webhooks/of-application.ts';
import { changeWebhook, deleteWebhook, insertWebhook } from '../storage/tables/webhooks/webhooks.ts';
import type { World } from '../world.ts';
import { keyOf, type Webhook, type WebhookScope, webhookOf } from './find.ts';

/** The owner of the application, an administrator, or (null) the operator, who has no account. */
export interface WebhookActor {
  readonly id: number | null;
  readonly source: Source;
  /** Through the management API; `managesAll` where it acts by its own right. */
  readonly application?:
    | (NonNullable<ActingAdministrator['application']> & { readonly managesAll: boolean })
    | undefined;
}

export interface WebhookDetails {
  readonly url: string;
  readonly groups: readonly string[];
}

export interface WebhookFieldFault {
  readonly field: 'url' | 'groups';
  readonly why: WebhookFault;
}

/** As it is kept. */
interface ExaminedWebhook {
  readonly url: string;
  readonly groups: string;
}

export async function examineWebhook(
  world: World,
  scope: WebhookScope | 'application',
  details: WebhookDetails,
): Promise<Result<ExaminedWebhook, readonly WebhookFieldFault[]>> {
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

export interface MadeWebhook {
  readonly webhook: Webhook;
  /** Shown once. */
  readonly secret: string;
}

interface NewWebhook {
  readonly scope: WebhookScope;
  readonly slot: number;
  readonly examined: ExaminedWebhook;
  /** Where `latchkey apply` takes care of it. */
  readonly appliedAt?: number | null;
}

export function draftWebhook(
  world: World,
  { scope, slot, examined, appliedAt = null }: NewWebhook,
  actor: WebhookActor,
): { readonly made: MadeWebhook; readonly batch: readonly Sql[] } {
  const now = world.now();
  const secret = newSecret(world);
  const row = { id: world.nextId(), clientKey: keyOf(scope), slot, ...examined, appliedAt, createdAt: now };
  const nothing = { formerUntil: null, offAt: null, offBecause: null, failingSince: null, deliveredAt: null };
  const webhook = webhookOf({ ...row, ...nothing, secretMadeAt: now, updatedAt: now, dropped: 0 });
  const batch = [insertWebhook({ ...row, secret }), told(world, { scope, actor }, 'webhook.created', examined.url)];
  return { made: { webhook, secret }, batch };
}

export function draftWebhookChange(
  world: World,
  webhook: Webhook,
  {
    scope,
    examined,
    appliedAt = null,
  }: { readonly scope: WebhookScope; readonly examined: ExaminedWebhook; readonly appliedAt?: number | null },
  actor: WebhookActor,
): readonly Sql[] {
  return [
    changeWebhook(webhook, { ...examined, appliedAt }, world.now()),
    told(world, { scope, actor }, 'webhook.changed', examined.url),
  ];
}

/** So many go in one batch; where there are more, the others go after it (`dropDeliveriesOf`). */
export const DELIVERIES_AT_ONCE = 500;

export function draftWebhookDeletion(
  world: World,
  webhook: Webhook,
  scope: WebhookScope,
  actor: WebhookActor,
): readonly Sql[] {
  return [
    deleteWebhook(webhook),
    dropDeliveries(webhook.id, DELIVERIES_AT_ONCE),
    told(world, { scope, actor }, 'webhook.deleted', webhook.url),
  ];
}

/** Whether the actor may do this now; the guards say the same of the commit. */
export async function mayAct(world: World, scope: WebhookScope, actor: WebhookActor): Promise<boolean> {
  const { id } = actor;
  if (id === null) return true;
  if (scope === null || !isOwner(scope, actor)) return await mayAdminister(world, actingOf(id, actor));
  return (await readOwnerOf(world.database, scope.id))?.ownerId === id;
}

/** Guards: whoever has lost the application, or the administration, changes nothing. */
export function rights(scope: WebhookScope, actor: WebhookActor): readonly Sql[] {
  const { id } = actor;
  if (id === null) return [];
  if (scope !== null && isOwner(scope, actor)) return [remainsOwner(scope.id, id)];
  return remainsPowerful(actingOf(id, actor));
}

function actingOf(id: number, { source, application }: WebhookActor): ActingAdministrator {
  return { id, source, application: application?.managesAll === true ? application : undefined };
}

/** An application with a right of its own acts by that, also on what belongs to its owner. */
function isOwner(scope: WebhookScope, { id, application }: WebhookActor): boolean {
  return scope !== null && scope.ownerId === id && application?.managesAll !== true;
}

export function newSecret(world: World): string {
  return formatWebhookSecret(world.randomBytes(WEBHOOK_SECRET_BYTES));
}

/** Of an application's webhook the event is listed with its owner; who else acted is said. */
export function told(
  world: World,
  { scope, actor }: { readonly scope: WebhookScope; readonly actor: WebhookActor },
  kind: EventKind,
  url: string,
): Sql {
  const by = actorWords(scope, actor);
  const detail = by === null ? hostOf(url) : `${hostOf(url)}; ${by}`;
  const accountId = scope?.ownerId ?? actor.id;
  return report(world, actor.source, kind, { accountId, clientId: scope?.id ?? null, detail });
}

/** Null for an owner on the pages, who needs no mention. */
function actorWords(scope: WebhookScope, actor: WebhookActor): string | null {
  if (actor.application !== undefined) return `by application ${actor.application.publicId}`;
  if (actor.id === null) return 'by the operator';
  return isOwner(scope, actor) ? null : `by administrator ${actor.id}`;
}

/** An address may carry what its receiver takes for a password: events tell the host alone. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}
