/** GET and POST …/webhooks, GET …/webhooks/new: the webhooks of an application or of the service, and one more. */
import { pageReply, problemReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { newWebhookPage } from '../../pages/webhooks/form.ts';
import { webhooksPage } from '../../pages/webhooks/list.ts';
import { webhookSecretPage } from '../../pages/webhooks/one.ts';
import type { MadeWebhook } from '../../webhooks/draft.ts';
import { webhooksOf } from '../../webhooks/find.ts';
import { createWebhook } from '../../webhooks/manage.ts';
import type { Confirmed, Posted } from '../needs.ts';
import { repeatedReply, sentOnce } from '../sent-once.ts';
import type { WebhooksContext } from './context.ts';
import { readDetails, webhookFormOf } from './fields.ts';

export const showWebhooks: Handler<WebhooksContext> = async (_request, world, { visitor, scope, home }) => {
  const [subject, webhooks] = await Promise.all([home(), webhooksOf(world, scope)]);
  return pageReply(visitor, (context) => webhooksPage(context, subject, webhooks));
};

/** The password is asked for here already, so that what is typed into the form is not lost on the way to it. */
export const showNewWebhook: Handler<Confirmed<WebhooksContext>> = async (_request, _world, found) => {
  const { visitor, scope, home } = found;
  const usual = { url: '', groups: ['application', 'consent', 'webhook'] };
  const subject = await home();
  return pageReply(visitor, (context) => newWebhookPage(context, subject, webhookFormOf(scope, usual)));
};

export const submitWebhook: Handler<Confirmed<Posted<WebhooksContext>>> = async (_request, world, found) => {
  const { visitor, scope, actor, form, home } = found;
  const details = readDetails(form);
  const about = scope && { clientId: scope.id };
  const once = sentOnce(found, ({ webhook: { id } }: MadeWebhook) => ({
    location: `${found.path}/${id}?done=webhook_secret_shown`,
    about,
  }));
  const made = await createWebhook(world, { scope, details, once }, actor);
  if (!made.ok && made.refusal.reason === 'answered') return await repeatedReply(found);
  const subject = await home();
  if (made.ok) {
    const { webhook, secret } = made.value;
    const page = { id: webhook.id, url: webhook.url, secret, formerUntil: null };
    return pageReply(visitor, (context) => webhookSecretPage(context, subject, page), { status: 201 });
  }
  if (made.refusal.reason !== 'faulty') return problemReply(visitor, { status: 404 });
  const shown = webhookFormOf(scope, details, made.refusal.faults);
  return pageReply(visitor, (context) => newWebhookPage(context, subject, shown), { status: 422 });
};

export const showNewWebhookAgain: Handler<Posted<WebhooksContext>> = async (_request, _world, found) => {
  const { visitor, scope, form, home } = found;
  const subject = await home();
  return pageReply(visitor, (context) => newWebhookPage(context, subject, webhookFormOf(scope, readDetails(form))));
};
