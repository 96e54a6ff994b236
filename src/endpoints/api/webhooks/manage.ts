/** The operations of the management API on webhooks: list, add, read, change, delete. */
import { list, object } from '../../../protocol/api/shape.ts';
import { accept } from '../../../protocol/result.ts';
import type { MadeWebhook } from '../../../webhooks/draft.ts';
import { type Webhook, webhooksOf } from '../../../webhooks/find.ts';
import { changeDetails, createWebhook, MOST_OF_SERVICE, removeWebhook } from '../../../webhooks/manage.ts';
import { type Operation, operation } from '../operation.ts';
import { findOne, HOMES, type Home, locationOf, oneOf, refused, scopeOf, seen, settled, shown } from './home.ts';
import { SAID_WEBHOOK, WEBHOOK, WEBHOOK_WITH_SECRET, webhookBody, webhookTag } from './shapes.ts';

const TAG = 'webhooks';

const listing = ({ name, whose, path, parameters, needs }: Home) =>
  operation({
    ...{ id: `list${name}s`, method: 'GET', path, tag: TAG, needs, parameters },
    says: `Lists the webhooks ${whose}.`,
    answer: {
      status: 200,
      says: 'All of them.',
      shape: object({ items: list('In the order of their places.', WEBHOOK, { most: MOST_OF_SERVICE }) }),
    },
    async run(call) {
      const scope = await scopeOf(call, 'read');
      if (!scope.ok) return scope;
      return accept({ body: { items: (await webhooksOf(call.world, scope.value)).map(webhookBody) } });
    },
  });

const creating = (home: Home) =>
  operation({
    ...{ id: `create${home.name}`, method: 'POST', path: home.path, tag: TAG },
    ...{ needs: home.needs, parameters: home.parameters },
    says: `Adds a webhook ${home.whose}, and shows the secret that its deliveries are signed with, once.`,
    body: object(SAID_WEBHOOK),
    isRepeatable: true,
    limit: 'changes',
    answer: { status: 201, says: 'Events are sent.', shape: WEBHOOK_WITH_SECRET, hasTag: true, hasLocation: true },
    async run(call) {
      const { world, caller, body, once } = call;
      const scope = await scopeOf(call, 'change');
      if (!scope.ok) return scope;
      const key = once<MadeWebhook>(({ webhook }) => ({
        status: 201,
        location: locationOf(home, call, webhook.id),
        answer: JSON.stringify({ ...webhookBody(webhook), secret: null }),
        about: scope.value && { clientId: scope.value.id },
      }));
      const made = await createWebhook(world, { scope: scope.value, details: body, ...key }, caller.actor);
      if (!made.ok) return refused(made.refusal);
      const { webhook, secret } = made.value;
      const location = locationOf(home, call, webhook.id);
      return accept({ body: { ...webhookBody(webhook), secret }, tag: webhookTag(webhook), location });
    },
  });

const reading = (home: Home) =>
  operation({
    ...{ id: `read${home.name}`, method: 'GET', ...oneOf(home) },
    says: `Reads a webhook ${home.whose}, without its secret.`,
    answer: { status: 200, says: 'The webhook.', shape: WEBHOOK, hasTag: true },
    async run(call) {
      const found = await findOne(call, 'read');
      return found.ok ? shown(found.value.webhook) : found;
    },
  });

const changing = (home: Home) =>
  operation({
    ...{ id: `change${home.name}`, method: 'PATCH', ...oneOf(home) },
    says: `Changes the address or the events of a webhook ${home.whose}; what is not named stays as it is.`,
    body: object({}, SAID_WEBHOOK),
    isConditional: true,
    limit: 'changes',
    answer: { status: 200, says: 'It is changed.', shape: WEBHOOK, hasTag: true },
    async run(call) {
      const found = await findOne(call, 'change');
      if (!found.ok) return found;
      const { url, groups } = call.body;
      const details = (now: Webhook) => ({ url: url ?? now.url, groups: groups ?? now.groups });
      return settled(await changeDetails(call.world, { ...seen(call, found.value), details }, call.caller.actor));
    },
  });

const deleting = (home: Home) =>
  operation({
    ...{ id: `delete${home.name}`, method: 'DELETE', ...oneOf(home) },
    says: `Deletes a webhook ${home.whose}, with what waits to be sent to it.`,
    isConditional: true,
    limit: 'changes',
    answer: { status: 204, says: 'It is deleted.', shape: null },
    async run(call) {
      const found = await findOne(call, 'change');
      if (!found.ok) return found;
      const done = await removeWebhook(call.world, seen(call, found.value), call.caller.actor);
      return done.ok ? accept({}) : refused(done.refusal);
    },
  });

export const WEBHOOK_OPERATIONS: readonly Operation[] = HOMES.flatMap((home) =>
  [listing, creating, reading, changing, deleting].map((describe) => describe(home)),
);
