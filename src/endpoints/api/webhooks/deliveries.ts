/** The operations of the management API on deliveries of a webhook: what became of each, and sending one again. */
import { formatCursor } from '../../../protocol/api/paging.ts';
import {
  integer,
  moment,
  named,
  nullable,
  object,
  oneOf as oneOfNames,
  type Read,
  text,
} from '../../../protocol/api/shape.ts';
import { accept } from '../../../protocol/result.ts';
import { messageIdOf } from '../../../webhooks/attempt.ts';
import { sendDeliveryAgain } from '../../../webhooks/by-hand.ts';
import { type Delivery, deliveriesOf } from '../../../webhooks/find.ts';
import { type Operation, operation } from '../operation.ts';
import { iso, isoOrNull, PAGING, pageOf, readPaging } from '../parts.ts';
import { problem } from '../replies.ts';
import { findOne, HOMES, type Home, oneOf } from './home.ts';

const DELIVERY_ID = text({ says: 'The number of the delivery.', most: 40, pattern: '^\\d{1,16}\\.\\d{1,16}$' });

const COUNT = { least: 0, most: Number.MAX_SAFE_INTEGER };

const DELIVERY = named(
  'Delivery',
  object({
    id: DELIVERY_ID,
    message_id: text({ says: 'What the header `webhook-id` carries, at every attempt.', most: 60 }),
    type: text({ says: 'The kind of the event.', most: 80 }),
    happened_at: moment('When the event happened.'),
    state: oneOfNames('Whether it is still to be sent.', ['waiting', 'delivered', 'failed']),
    attempts: integer('How often it was sent.', COUNT),
    last_attempt_at: nullable(moment('When it was last sent; null before the first time.')),
    next_attempt_at: nullable(
      moment(
        'When it is sent next; null where it is done, behind another of its subject, and while the webhook is off.',
      ),
    ),
    took_ms: nullable(integer('How long the last attempt took.', COUNT)),
    status: nullable(
      integer(
        'With what the receiver answered last, also where that was cut, too long or too slow; null where it did not answer.',
        COUNT,
      ),
    ),
    answer: nullable(text({ says: 'The first kilobyte of its last answer, or why there was none.', most: 2048 })),
  }),
);

const listing = (home: Home) =>
  operation({
    ...{ id: `list${home.name}Deliveries`, method: 'GET', ...oneOf(home, '/deliveries') },
    says: `Lists the deliveries of a webhook ${home.whose}, the newest first.`,
    explains: 'What is done is kept for thirty days, and so many of each webhook. Bodies are not told: events are.',
    query: PAGING,
    answer: { status: 200, says: 'A page of deliveries.', shape: pageOf(DELIVERY) },
    async run(call) {
      const paging = readPaging(call.query, 1);
      if (!paging.ok) return paging;
      const { most, from } = paging.value;
      const found = await findOne(call, 'read');
      if (!found.ok) return found;
      const { webhook } = found.value;
      const { deliveries, olderBelow } = await deliveriesOf(call.world, webhook, from?.[0] ?? null, most);
      const next_cursor = olderBelow === null ? null : formatCursor([olderBelow]);
      return accept({ body: { items: deliveries.map(bodyOf), next_cursor } });
    },
  });

function bodyOf(delivery: Delivery): Read<typeof DELIVERY> {
  return {
    id: delivery.id,
    message_id: messageIdOf(delivery),
    type: delivery.kind,
    happened_at: iso(delivery.happenedAt),
    state: delivery.outcome ?? 'waiting',
    attempts: delivery.attempts,
    last_attempt_at: isoOrNull(delivery.attemptedAt),
    next_attempt_at: isoOrNull(delivery.nextAt),
    took_ms: delivery.tookMs,
    status: delivery.status,
    answer: delivery.answer,
  };
}

const redelivering = (home: Home) => {
  const { parameters, ...one } = oneOf(home, '/deliveries/{delivery_id}/redeliver');
  return operation({
    ...{ id: `redeliver${home.name}Delivery`, method: 'POST', ...one },
    parameters: { ...parameters, delivery_id: DELIVERY_ID },
    says: `Sends a delivery of a webhook ${home.whose} again, with the same \`webhook-id\`; once in a minute.`,
    limit: 'sends',
    problems: ['conflict'],
    answer: { status: 200, says: 'It is on its way.', shape: object({ delivery: DELIVERY_ID }) },
    async run(call) {
      const found = await findOne(call, 'change');
      if (!found.ok) return found;
      const delivery = call.parameters.delivery_id;
      const { source } = call.caller.actor;
      switch (await sendDeliveryAgain(call.world, found.value.webhook, { id: delivery, source })) {
        case 'sent':
          return accept({ body: { delivery } });
        case 'unknown':
          return problem('not-found');
        case 'off':
          return problem('conflict', 'The webhook is off.');
        case 'too_soon':
          return problem('conflict', 'It was sent less than a minute ago, or is on its way.');
      }
    },
  });
};

export const DELIVERY_OPERATIONS: readonly Operation[] = HOMES.flatMap((home) => [listing(home), redelivering(home)]);
