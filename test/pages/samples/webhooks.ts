/** The pages of webhooks with sample content. */
import type { PageContext } from '../../../src/pages/frame.ts';
import { deliveryPage } from '../../../src/pages/webhooks/delivery.ts';
import { newWebhookPage } from '../../../src/pages/webhooks/form.ts';
import { webhooksPage } from '../../../src/pages/webhooks/list.ts';
import { webhookPage, webhookSecretPage } from '../../../src/pages/webhooks/one.ts';
import { EVENT_GROUPS } from '../../../src/protocol/event.ts';
import { FRESH, faultFor, overtakenIn, type Say } from './typed.ts';

export function webhookPages(say: Say, context: PageContext) {
  const { now } = context;
  const fault = faultFor(say);
  const url = say('https://hooks.example.org/latchkey');
  const home = {
    ...{ clientId: say('quill'), name: say('Quill'), description: say('Notes.'), logoPath: null },
    ...{ userCount: 3, createdAt: now - 90_000, updatedAt: now },
    kind: 'web' as const,
  };
  const form = { values: { url, groups: ['token'] }, faults: {}, offered: EVENT_GROUPS };
  const delivery = {
    ...{ id: '7.8', messageId: 'msg_7_8', kind: say('application.changed'), happenedAt: now - 60, attempts: 2 },
    ...{
      isBehind: false,
      nextAt: now + 5,
      attemptedAt: now - 5,
      tookMs: 120,
      status: 500,
      answer: say('Oops'),
      doneAt: null,
    },
    ...{ outcome: null, body: say('{"type":"application.changed"}') },
  };
  const view = {
    ...{ id: 8, url, createdAt: now - 9000, deliveredAt: null, dropped: 3, offAt: null, offBecause: null },
    ...{ failingSince: now - 900, secretMadeAt: now - 9000, formerUntil: now + 9000, form: { ...form, shown: FRESH } },
    ...{ groups: [say('token')], deliveries: [delivery] },
    older: say('/admin/webhooks/8?before=7'),
  };
  const off = { ...view, offAt: now, offBecause: 'gone', deliveries: [], older: null, dropped: 0, formerUntil: null };
  return {
    webhooks: webhooksPage(context, home, [view, { ...view, offAt: now, deliveredAt: now }]),
    'webhooks none': webhooksPage(context, null, []),
    'webhook new': newWebhookPage(context, home, form),
    'webhook refused': newWebhookPage(context, null, { ...form, faults: { url: fault, groups: fault } }),
    webhook: webhookPage(context, null, view),
    'webhook overtaken': webhookPage(context, null, {
      ...view,
      form: { ...form, shown: overtakenIn(say, 'url', 'group') },
    }),
    'webhook off': webhookPage(context, home, off),
    'webhook secret': webhookSecretPage(context, home, { id: 8, url, secret: say('whsec_x'), formerUntil: now + 9000 }),
    'webhook delivery': deliveryPage(context, home, { webhookId: 8, isOff: false, delivery }),
    'webhook delivery behind': deliveryPage(context, home, {
      webhookId: 8,
      isOff: false,
      delivery: { ...delivery, isBehind: true, nextAt: null, attempts: 0 },
    }),
    'webhook delivery done': deliveryPage(context, null, {
      webhookId: 8,
      isOff: true,
      delivery: { ...delivery, nextAt: null, attemptedAt: null, tookMs: null, status: null, answer: null },
    }),
  };
}
