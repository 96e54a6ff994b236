/** `latchkey webhooks`: addresses that are told of events, as the operator adds, changes, tries and deletes them. */

import { groupsFor } from '../protocol/webhooks/address.ts';
import { everyWebhook, type Webhook, webhooksOf } from '../webhooks/find.ts';
import { changeDetails, createWebhook, removeWebhook, rotateWebhookSecret, switchWebhook } from '../webhooks/manage.ts';
import { act, CHANGE_MISSING, type Group, namesAChange } from './command-line.ts';
import { withWorld } from './open-world.ts';
import { answer, iso, JSON_OPTION } from './output/answer.ts';
import { tellFacts } from './output/facts.ts';
import { listing } from './output/list.ts';
import { deliveries, resend, test } from './webhooks/deliveries.ts';
import { factsOf, NOBODY, publicIds, refusalWords, scopeOf, withOne } from './webhooks/one.ts';

const GROUPS = {
  says: `Which events, by the word before the dot: ${groupsFor(false).join(', ')}; of an application ${groupsFor(true).join(', ')}.`,
  value: 'GROUP',
  repeats: true,
} as const;
const CLIENT = {
  says: 'Events of this application alone; every event of the service without it.',
  value: 'X',
} as const;

const create = act({
  says: 'Adds an address that is told of events, and prints the secret that they are signed with, once.',
  options: {
    url: { says: 'Where events are sent by POST.', value: 'U', required: true },
    group: { ...GROUPS, required: true },
    'client-id': CLIENT,
    json: JSON_OPTION,
  },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const { url, group: groups, 'client-id': publicId } = call.options;
      const scope = await scopeOf(world, publicId);
      if (scope === undefined) return call.fail(`There is no application ${publicId}.`);
      const made = await createWebhook(world, { scope, details: { url, groups } }, NOBODY);
      if (!made.ok) return call.fail(refusalWords(made.refusal));
      const { webhook, secret } = made.value;
      const said = [`Added the webhook ${webhook.id}.`, `secret  ${secret}`, 'The secret is not shown again.'];
      return answer(call, said.join('\n'), { ...factsOf(webhook, publicId ?? null), secret });
    }),
});

const list = act({
  says: 'Lists webhooks and whether they work.',
  output: 'answer',
  options: {
    'client-id': { says: 'Only those of this application; all without it.', value: 'X' },
    json: { says: 'Prints JSON, one webhook a line.' },
  },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const { 'client-id': publicId } = call.options;
      const scope = await scopeOf(world, publicId);
      if (scope === undefined) return call.fail(`There is no application ${publicId}.`);
      const webhooks = publicId === undefined ? everyWebhook(world) : await webhooksOf(world, scope);
      const say = listing(call);
      const ownerOf = publicIds(world);
      for await (const webhook of webhooks) say(factsOf(webhook, await ownerOf(webhook)));
      return 0;
    }),
});

const show = act({
  says: 'Shows one webhook.',
  output: 'answer',
  operands: ['ID'],
  options: { json: JSON_OPTION },
  run: (call) => withOne(call, async (_world, { webhook, publicId }) => tellFacts(call, factsOf(webhook, publicId))),
});

const update = act({
  says: 'Changes the address or the events of a webhook; what is not named stays.',
  operands: ['ID'],
  options: { url: { says: 'Where events are sent by POST.', value: 'U' }, group: GROUPS, json: JSON_OPTION },
  run: async (call) => {
    if (!namesAChange(call.options)) return call.wrong(CHANGE_MISSING);
    return await withOne(call, async (world, { webhook, scope, publicId }) => {
      const { url, group } = call.options;
      const details = (now: Webhook) => ({ url: url ?? now.url, groups: group.length === 0 ? now.groups : group });
      const done = await changeDetails(world, { scope, id: webhook.id, details }, NOBODY);
      if (!done.ok) return call.fail(refusalWords(done.refusal));
      return answer(call, `The webhook ${webhook.id} is changed.`, factsOf(done.value, publicId));
    });
  },
});

const rotate = act({
  says: 'Makes a new secret and prints it, once; the one before it is signed with too, for a day.',
  operands: ['ID'],
  options: { json: JSON_OPTION },
  run: (call) =>
    withOne(call, async (world, { webhook, scope }) => {
      const done = await rotateWebhookSecret(world, { scope, id: webhook.id }, NOBODY);
      if (!done.ok) return call.fail(refusalWords(done.refusal));
      const { secret, formerUntil } = done.value;
      const said = `secret  ${secret}\nThe secret is not shown again. The one before it works until ${iso(formerUntil)}.`;
      return answer(call, said, { id: webhook.id, secret, previous_until: iso(formerUntil) });
    }),
});

const switchTo = (to: 'on' | 'off', says: string) =>
  act({
    says,
    operands: ['ID'],
    options: { json: JSON_OPTION },
    run: (call) =>
      withOne(call, async (world, { webhook, scope, publicId }) => {
        const done = await switchWebhook(world, { scope, id: webhook.id, to }, NOBODY);
        if (!done.ok && done.refusal.reason === 'nothing_to_do')
          return call.fail(`The webhook ${webhook.id} is ${to} already.`);
        if (!done.ok) return call.fail(refusalWords(done.refusal));
        return answer(call, `The webhook ${webhook.id} is ${to}.`, factsOf(done.value, publicId));
      }),
  });

const remove = act({
  says: 'Deletes a webhook, with what waits to be sent to it.',
  operands: ['ID'],
  options: { json: JSON_OPTION },
  run: (call) =>
    withOne(call, async (world, { webhook, scope }) => {
      const done = await removeWebhook(world, { scope, id: webhook.id }, NOBODY);
      if (!done.ok) return call.fail(refusalWords(done.refusal));
      return answer(call, `The webhook ${webhook.id} is deleted.`, { id: webhook.id, deleted: true });
    }),
});

export const command: Group = {
  says: 'Adds, lists, changes, tries and deletes addresses that are told of events.',
  acts: {
    create,
    list,
    show,
    update,
    rotate,
    on: switchTo('on', 'Switches a webhook on; what waited is sent.'),
    off: switchTo('off', 'Switches a webhook off; what waits is kept for thirty days.'),
    test,
    deliveries,
    resend,
    delete: remove,
  },
};
