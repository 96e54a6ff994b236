/** One webhook: its page, its settings, its secret, whether it is on, and its end. */
import { shownOf } from '../../http/browser/merged-form.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import type { ChangedWebhookForm } from '../../pages/webhooks/form.ts';
import { webhookPage, webhookSecretPage } from '../../pages/webhooks/one.ts';
import { sendTest } from '../../webhooks/by-hand.ts';
import { deliveriesOf, type Webhook } from '../../webhooks/find.ts';
import {
  changeDetails,
  removeWebhook,
  rotateWebhookSecret,
  switchWebhook,
  type WebhookRefusal,
} from '../../webhooks/manage.ts';
import type { World } from '../../world.ts';
import { readCursor } from '../admin/administrator.ts';
import type { Confirmed, Posted } from '../needs.ts';
import { repeatedReply, sentOnce } from '../sent-once.ts';
import { webhookDeleted } from '../where-deleted.ts';
import type { WebhookContext } from './context.ts';
import { deliveryViewOf, fieldsOf, mergeDetails, readDetails, webhookFormOf } from './fields.ts';

export const showWebhook: Handler<WebhookContext> = (_request, world, found) =>
  webhookReply(world, found, {
    ...webhookFormOf(found.scope, found.webhook),
    shown: shownOf(fieldsOf(found.scope, found.webhook)),
  });

export const submitWebhookChange: Handler<Confirmed<Posted<WebhookContext>>> = async (_request, world, found) => {
  const { scope, webhook, actor, form } = found;
  const merge = mergeDetails(scope, form);
  const details = (now: Webhook) => readDetails(merge.over(now));
  const which = { scope, id: webhook.id };
  const changed = await changeDetails(world, { ...which, details, isOvertaken: merge.isOvertaken }, actor);
  if (changed.ok) return leaveFor(found.visitor, `${found.onePath}?done=webhook_saved`);
  const { refusal } = changed;
  if (refusal.reason === 'faulty') {
    const faulty = webhookFormOf(scope, details(webhook), refusal.faults);
    return webhookReply(world, found, { ...faulty, shown: merge.again(webhook) }, 422);
  }
  if (refusal.reason !== 'stale' || !refusal.overtaken) return refusalReply(found, refusal);
  const { webhook: now, next } = refusal.overtaken;
  const kept = { ...webhookFormOf(scope, details(now)), shown: merge.overtakenBy(now, next) };
  return webhookReply(world, { ...found, webhook: now }, kept, 409);
};

/** What was touched as it was typed, everything else as it is kept now. */
export const showWebhookAgain: Handler<Posted<WebhookContext>> = (_request, world, found) => {
  const { scope, webhook, form } = found;
  const merge = mergeDetails(scope, form);
  const typed = webhookFormOf(scope, readDetails(merge.over(webhook)));
  return webhookReply(world, found, { ...typed, shown: merge.again(webhook) });
};

export const submitWebhookRotation: Handler<Confirmed<Posted<WebhookContext>>> = async (_request, world, found) => {
  const { scope, webhook, actor } = found;
  const location = `${found.onePath}?done=webhook_secret_shown`;
  const once = sentOnce(found, () => ({ location, about: scope && { clientId: scope.id } }));
  const rotated = await rotateWebhookSecret(world, { scope, id: webhook.id, once }, actor);
  if (!rotated.ok && rotated.refusal.reason === 'answered') return await repeatedReply(found);
  if (!rotated.ok) return refusalReply(found, rotated.refusal);
  const { secret, formerUntil } = rotated.value;
  const subject = await found.home();
  const page = { id: webhook.id, url: webhook.url, secret, formerUntil };
  return pageReply(found.visitor, (context) => webhookSecretPage(context, subject, page));
};

export const submitWebhookSwitch: Handler<Confirmed<Posted<WebhookContext>>> = async (_request, world, found) => {
  const { scope, webhook, actor, form } = found;
  const to = form.get('to') === 'on' ? 'on' : 'off';
  const done = await switchWebhook(world, { scope, id: webhook.id, to }, actor);
  return done.ok ? leaveFor(found.visitor, `${found.onePath}?done=webhook_${to}`) : refusalReply(found, done.refusal);
};

export const submitWebhookDelete: Handler<Confirmed<Posted<WebhookContext>>> = async (_request, world, found) => {
  const { scope, webhook, actor } = found;
  const done = await removeWebhook(world, { scope, id: webhook.id }, actor);
  return done.ok ? leaveFor(found.visitor, webhookDeleted(found.path)) : refusalReply(found, done.refusal);
};

/** A test of one that is off would wait for ever. */
export const submitWebhookTest: Handler<Posted<WebhookContext>> = async (_request, world, found) => {
  const id = await sendTest(world, found.webhook, found.actor.source);
  return leaveFor(found.visitor, `${found.onePath}?done=${id === undefined ? 'nothing_to_do' : 'webhook_tested'}`);
};

async function webhookReply(
  world: World,
  found: WebhookContext,
  form: ChangedWebhookForm,
  status = 200,
): Promise<Reply> {
  const { visitor, webhook, onePath } = found;
  const before = readCursor(visitor, visitor.request.query.form());
  if (!before.ok) return before.refusal;
  const [subject, { deliveries, olderBelow }] = await Promise.all([
    found.home(),
    deliveriesOf(world, webhook, before.value),
  ]);
  const isFormerLive = webhook.formerUntil !== null && webhook.formerUntil > world.now();
  const view = {
    ...webhook,
    formerUntil: isFormerLive ? webhook.formerUntil : null,
    form,
    deliveries: deliveries.map(deliveryViewOf),
    older: olderBelow === null ? null : `${onePath}?before=${olderBelow}`,
  };
  return pageReply(visitor, (context) => webhookPage(context, subject, view), { status });
}

function refusalReply({ visitor, onePath }: WebhookContext, refusal: WebhookRefusal): Reply {
  if (refusal.reason === 'nothing_to_do') return leaveFor(visitor, `${onePath}?done=nothing_to_do`);
  if (refusal.reason === 'rotated_often') return leaveFor(visitor, `${onePath}?done=webhook_rotated_often`);
  return problemReply(visitor, { status: 404 });
}
