/** The addresses of webhooks: the same pages for the owner of an application and for administrators. */
import { get, post, type Row } from './needs.ts';
import { showDelivery, submitDeliveryAgain } from './webhooks/deliveries.ts';
import { showNewWebhook, showNewWebhookAgain, showWebhooks, submitWebhook } from './webhooks/list.ts';
import {
  showWebhook,
  showWebhookAgain,
  submitWebhookChange,
  submitWebhookDelete,
  submitWebhookRotation,
  submitWebhookSwitch,
  submitWebhookTest,
} from './webhooks/one.ts';
import { whereWebhookWas } from './where-deleted.ts';

type Needs = readonly ['managed webhooks', 'managed webhook'] | readonly ['service webhooks', 'service webhook'];

/** Each change is kept as an event; each test and repetition is a call to another host. */
function webhookRows(list: string, [all, one]: Needs): readonly Row[] {
  const hook = `${list}/:webhook`;
  const delivery = `${hook}/deliveries/:delivery`;
  const act = { needs: one, confirmed: true, limit: 'changes', back: hook } as const;
  const sends = { needs: one, limit: 'sends', back: hook } as const;
  return [
    get(list, { needs: all, handler: showWebhooks, mayReturn: true }),
    post(list, {
      needs: all,
      confirmed: true,
      limit: 'changes',
      back: `${list}/new`,
      handler: submitWebhook,
      again: showNewWebhookAgain,
    }),
    get(`${list}/new`, { needs: all, confirmed: true, handler: showNewWebhook, mayReturn: true }),
    get(hook, { needs: one, handler: showWebhook, mayReturn: true }),
    post(hook, { ...act, handler: submitWebhookChange, again: showWebhookAgain }),
    post(`${hook}/rotate`, { ...act, handler: submitWebhookRotation }),
    post(`${hook}/switch`, { ...act, handler: submitWebhookSwitch }),
    post(`${hook}/delete`, { ...act, handler: submitWebhookDelete, whenGone: whereWebhookWas }),
    post(`${hook}/test`, { ...sends, handler: submitWebhookTest }),
    get(delivery, { needs: one, handler: showDelivery, mayReturn: true }),
    post(`${delivery}/again`, { ...sends, back: delivery, handler: submitDeliveryAgain }),
  ];
}

export const WEBHOOKS: readonly Row[] = [
  ...webhookRows('/oauth/applications/:id/webhooks', ['managed webhooks', 'managed webhook']),
  ...webhookRows('/admin/webhooks', ['service webhooks', 'service webhook']),
];
