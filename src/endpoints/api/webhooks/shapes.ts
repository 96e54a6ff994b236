/** What the management API says about a webhook, and what may be said about one. */
import { en } from '../../../pages/text/en.ts';
import { faultWords } from '../../../pages/text/texts.ts';
import { entityTag } from '../../../protocol/api/paging.ts';
import {
  flag,
  integer,
  list,
  type MemberFault,
  moment,
  named,
  nullable,
  object,
  oneOf,
  type Read,
  text,
} from '../../../protocol/api/shape.ts';
import { EVENT_GROUPS } from '../../../protocol/event.ts';
import { ADDRESS_MAX_CHARACTERS } from '../../../protocol/webhooks/address.ts';
import type { WebhookFieldFault } from '../../../webhooks/draft.ts';
import type { Webhook } from '../../../webhooks/find.ts';
import { iso, isoOrNull, numberOf } from '../parts.ts';

export const WEBHOOK_ID = numberOf('webhook');

/** The same for descriptions that `latchkey apply` reads. */
export const SAID_WEBHOOK = {
  url: text({ says: 'Where events are sent by POST, over https.', least: 1, most: ADDRESS_MAX_CHARACTERS }),
  groups: list(
    'Which events, by the word before the dot of their kind; of an application only those that concern it.',
    oneOf('A group of events.', EVENT_GROUPS),
    { least: 1, most: EVENT_GROUPS.length },
  ),
};

const MOST_GROUPS = 100;

const MEMBERS = {
  id: WEBHOOK_ID,
  url: SAID_WEBHOOK.url,
  groups: list(
    'Which events, by the word before the dot of their kind.',
    text({ says: 'A group of events.', most: 40, examples: EVENT_GROUPS }),
    { most: MOST_GROUPS },
  ),
  enabled: flag('Whether events are sent.'),
  disabled_because: nullable(
    text({ says: 'owner, gone (410), failing (three days), transferred; null while it is on.', most: 40 }),
  ),
  failing_since: nullable(moment('Since when nothing could be delivered; null where the last one was taken.')),
  last_delivery_at: nullable(moment('When something was last taken, give or take a minute.')),
  dropped: integer('Deliveries that were dropped because too many waited.', {
    least: 0,
    most: Number.MAX_SAFE_INTEGER,
  }),
  applied: flag('Whether `latchkey apply` takes care of it.'),
  created_at: moment('When it was added.'),
};

export const WEBHOOK = named('Webhook', object(MEMBERS));

export const WEBHOOK_WITH_SECRET = named(
  'WebhookWithSecret',
  object({
    ...MEMBERS,
    secret: nullable(
      text({ says: 'What deliveries are signed with; shown this once, null in a repeated answer.', most: 255 }),
    ),
  }),
);

/** Never with its secret. */
export function webhookBody(webhook: Webhook): Read<typeof WEBHOOK> {
  return {
    id: String(webhook.id),
    url: webhook.url,
    groups: webhook.groups,
    enabled: webhook.offAt === null,
    disabled_because: webhook.offBecause,
    failing_since: isoOrNull(webhook.failingSince),
    last_delivery_at: isoOrNull(webhook.deliveredAt),
    dropped: webhook.dropped,
    applied: webhook.appliedAt !== null,
    created_at: iso(webhook.createdAt),
  };
}

export function webhookTag({ updatedAt }: Webhook): string {
  return entityTag(updatedAt);
}

export function webhookFaults(faults: readonly WebhookFieldFault[]): readonly MemberFault[] {
  return faults.map(({ field, why }) => ({ pointer: `/${field}`, detail: faultWords(en, why) }));
}
