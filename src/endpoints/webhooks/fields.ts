/** The form of a webhook, from fields to details and from faults back to the page; and deliveries as pages show them. */
import { type Fields, type Merge, mergeOf } from '../../http/browser/merged-form.ts';
import type { DeliveryView } from '../../pages/webhooks/delivery.ts';
import type { WebhookForm } from '../../pages/webhooks/form.ts';
import type { Form } from '../../protocol/form.ts';
import { groupsFor } from '../../protocol/webhooks/address.ts';
import { messageIdOf } from '../../webhooks/attempt.ts';
import type { WebhookDetails, WebhookFieldFault } from '../../webhooks/draft.ts';
import type { Delivery, WebhookScope } from '../../webhooks/find.ts';

export function readDetails(form: Form): WebhookDetails {
  return { url: form.get('url') ?? '', groups: form.all('group') };
}

export function fieldsOf(scope: WebhookScope, { url, groups }: WebhookDetails): Fields {
  return { url: [url], group: groupsFor(scope !== null).filter((group) => groups.includes(group)) };
}

/** The form that was sent, over what is kept now. */
export function mergeDetails(scope: WebhookScope, form: Form): Merge<WebhookDetails> {
  return mergeOf<WebhookDetails>(form, (details) => fieldsOf(scope, details));
}

export function webhookFormOf(
  scope: WebhookScope,
  values: WebhookDetails,
  faults: readonly WebhookFieldFault[] = [],
): WebhookForm {
  const told = (field: WebhookFieldFault['field']) => faults.find((fault) => fault.field === field)?.why;
  return { values, faults: { url: told('url'), groups: told('groups') }, offered: groupsFor(scope !== null) };
}

export function deliveryViewOf(delivery: Delivery): DeliveryView {
  return { ...delivery, messageId: messageIdOf(delivery) };
}
