/** GET …/deliveries/:delivery and POST …/again: what was sent and answered, and the same once more. */
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import { deliveryPage } from '../../pages/webhooks/delivery.ts';
import { sendDeliveryAgain } from '../../webhooks/by-hand.ts';
import { findDelivery } from '../../webhooks/find.ts';
import type { Posted } from '../needs.ts';
import type { WebhookContext } from './context.ts';
import { deliveryViewOf } from './fields.ts';

export const showDelivery: Handler<WebhookContext> = async (request, world, { visitor, webhook, home }) => {
  const delivery = await findDelivery(world, webhook, request.parameters.delivery ?? '');
  if (!delivery) return problemReply(visitor, { status: 404 });
  const subject = await home();
  const page = { webhookId: webhook.id, isOff: webhook.offAt !== null, delivery: deliveryViewOf(delivery) };
  return pageReply(visitor, (context) => deliveryPage(context, subject, page));
};

export const submitDeliveryAgain: Handler<Posted<WebhookContext>> = async (request, world, found) => {
  const id = request.parameters.delivery ?? '';
  const outcome = await sendDeliveryAgain(world, found.webhook, { id, source: found.actor.source });
  if (outcome === 'unknown') return problemReply(found.visitor, { status: 404 });
  const done = { sent: 'delivery_again', too_soon: 'delivery_too_soon', off: 'nothing_to_do' }[outcome];
  return leaveFor(found.visitor, `${found.onePath}/deliveries/${id}?done=${done}`);
};
