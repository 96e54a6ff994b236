/** `latchkey webhooks deliveries|test|resend`: what was sent and answered, and what is sent by hand. */
import { failureOf } from '../../protocol/webhooks/attempt.ts';
import { messageIdOf } from '../../webhooks/attempt.ts';
import { sendDeliveryAgain, sendTest } from '../../webhooks/by-hand.ts';
import { type Delivery, deliveriesOf } from '../../webhooks/find.ts';
import { act } from '../command-line.ts';
import { answer, iso, JSON_OPTION } from '../output/answer.ts';
import { listing } from '../output/list.ts';
import { NOBODY, withOne } from './one.ts';

export const deliveries = act({
  says: 'Lists the newest deliveries of a webhook, what was answered, and why one failed.',
  output: 'answer',
  operands: ['ID'],
  options: { json: { says: 'Prints JSON, one delivery a line.' } },
  run: (call) =>
    withOne(call, async (world, { webhook }) => {
      const say = listing(call);
      for (const delivery of (await deliveriesOf(world, webhook, null)).deliveries) {
        const facts = factsOf(delivery);
        const { id, type, state, status, attempts, happened_at, next_attempt_at } = facts;
        const why = failureOf(delivery);
        say(facts, { id, type, state, status, attempts, happened_at, next_attempt_at, why });
      }
      return 0;
    }),
});

export const test = act({
  says: 'Sends a test event; the running service delivers it.',
  operands: ['ID'],
  options: { json: JSON_OPTION },
  run: (call) =>
    withOne(call, async (world, { webhook }) => {
      const id = await sendTest(world, webhook, NOBODY.source);
      if (id === undefined) return call.fail(`The webhook ${webhook.id} is off: switch it on first.`);
      return answer(call, `The delivery ${id} waits for the service to send it.`, { id });
    }),
});

export const resend = act({
  says: 'Sends a delivery again, with the same webhook-id; the running service does it.',
  operands: ['ID', 'DELIVERY'],
  options: { json: JSON_OPTION },
  run: (call) =>
    withOne(call, async (world, { webhook }) => {
      const [, id = ''] = call.operands;
      const outcome = await sendDeliveryAgain(world, webhook, { id, source: NOBODY.source });
      if (outcome === 'unknown') return call.fail(`The webhook ${webhook.id} has no delivery ${id}.`);
      if (outcome === 'off') return call.fail(`The webhook ${webhook.id} is off: switch it on first.`);
      if (outcome === 'too_soon') return call.fail('It was sent less than a minute ago, or is on its way.');
      return answer(call, `The delivery ${id} waits for the service to send it.`, { id });
    }),
});

function factsOf(delivery: Delivery) {
  return {
    id: delivery.id,
    webhook_id: messageIdOf(delivery),
    type: delivery.kind,
    state: delivery.outcome ?? 'waiting',
    attempts: delivery.attempts,
    status: delivery.status,
    answer: delivery.answer,
    took_ms: delivery.tookMs,
    happened_at: iso(delivery.happenedAt),
    attempted_at: iso(delivery.attemptedAt),
    next_attempt_at: iso(delivery.nextAt),
  };
}
