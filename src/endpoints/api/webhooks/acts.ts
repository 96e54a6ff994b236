/** The operations of the management API on what a webhook does: its secret, whether it is on, a test. */
import { moment, object, text } from '../../../protocol/api/shape.ts';
import { accept } from '../../../protocol/result.ts';
import { sendTest } from '../../../webhooks/by-hand.ts';
import { rotateWebhookSecret, switchWebhook } from '../../../webhooks/manage.ts';
import { type Operation, operation } from '../operation.ts';
import { iso } from '../parts.ts';
import { problem } from '../replies.ts';
import { findOne, HOMES, type Home, oneOf, refused, settled } from './home.ts';
import { WEBHOOK } from './shapes.ts';

const rotating = (home: Home) =>
  operation({
    ...{ id: `rotate${home.name}Secret`, method: 'POST', ...oneOf(home, '/rotate') },
    says: `Makes a new secret for a webhook ${home.whose}, and shows it once; the one before it is signed with too, for a day.`,
    limit: 'changes',
    problems: ['conflict'],
    answer: {
      status: 200,
      says: 'Deliveries are signed with both.',
      shape: object({
        secret: text({ says: 'Shown this once.', most: 255 }),
        previous_until: moment('Until when the one before it is signed with.'),
      }),
    },
    async run(call) {
      const found = await findOne(call, 'change');
      if (!found.ok) return found;
      const { scope, webhook } = found.value;
      const done = await rotateWebhookSecret(call.world, { scope, id: webhook.id }, call.caller.actor);
      if (!done.ok) return refused(done.refusal);
      return accept({ body: { secret: done.value.secret, previous_until: iso(done.value.formerUntil) } });
    },
  });

const switching = (to: 'on' | 'off') => (home: Home) => {
  const verb = to === 'on' ? 'enable' : 'disable';
  return operation({
    ...{ id: `${verb}${home.name}`, method: 'POST', ...oneOf(home, `/${verb}`) },
    says: `Switches a webhook ${home.whose} ${to}; ${to === 'on' ? 'what waited is sent' : 'what waits is kept'}.`,
    limit: 'changes',
    problems: ['conflict'],
    answer: { status: 200, says: `It is ${to}.`, shape: WEBHOOK, hasTag: true },
    async run(call) {
      const found = await findOne(call, 'change');
      if (!found.ok) return found;
      const { scope, webhook } = found.value;
      return settled(await switchWebhook(call.world, { scope, id: webhook.id, to }, call.caller.actor));
    },
  });
};

const testing = (home: Home) =>
  operation({
    ...{ id: `test${home.name}`, method: 'POST', ...oneOf(home, '/test') },
    says: `Sends a test event to the address of a webhook ${home.whose}.`,
    limit: 'sends',
    problems: ['conflict'],
    answer: {
      status: 200,
      says: 'It is on its way.',
      shape: object({ delivery: text({ says: 'The number of the delivery.', most: 40 }) }),
    },
    async run(call) {
      const found = await findOne(call, 'change');
      if (!found.ok) return found;
      const delivery = await sendTest(call.world, found.value.webhook, call.caller.actor.source);
      return delivery === undefined ? problem('conflict', 'The webhook is off.') : accept({ body: { delivery } });
    },
  });

export const WEBHOOK_ACTS: readonly Operation[] = HOMES.flatMap((home) =>
  [rotating, switching('on'), switching('off'), testing].map((describe) => describe(home)),
);
