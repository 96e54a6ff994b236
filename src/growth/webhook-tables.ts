/** The tables of webhooks, and what bounds their rows. */
import { EVENT_GROUPS } from '../protocol/event.ts';
import { ADDRESS_MAX_CHARACTERS } from '../protocol/webhooks/address.ts';
import { MOST_FORMER } from '../protocol/webhooks/former-secrets.ts';
import { MOST_DONE, MOST_WAITING } from '../storage/tables/webhooks/surplus-deliveries.ts';
import { MOST_OF_APPLICATION } from '../webhooks/manage.ts';
import { DETAIL } from './event-tables.ts';
import { type Growth, ROW, TRACEPARENT } from './growth.ts';

/** Of the answer a kilobyte is kept, which may be four times that in UTF-8 once what cannot be read is replaced. */
const ANSWER = 4096;
/** With the end of each former one. */
const SECRETS = (1 + MOST_FORMER) * 64;
const GROUPS = 200;

export const WEBHOOK_TABLES: Readonly<Record<string, Growth>> = {
  deliveries: {
    grownBy: ['user', 'client'],
    because:
      'of each webhook so many wait and so many that are done are kept, trimmed every minute, the longest lines first; all go thirty days after their event',
    bound: { most: (MOST_WAITING + MOST_DONE) * MOST_OF_APPLICATION, per: 'application', days: 30 },
    bytes: ROW + ANSWER + DETAIL + TRACEPARENT,
  },
  webhook_groups: {
    grownBy: ['user'],
    because: 'one for each group of events that a webhook is told of, gone with it; on SQLite alone',
    bound: { most: EVENT_GROUPS.length * MOST_OF_APPLICATION, per: 'application' },
    bytes: ROW,
  },
  webhooks: {
    grownBy: ['user'],
    because: 'an application has five, the service twenty',
    bound: { most: MOST_OF_APPLICATION, per: 'application' },
    bytes: ROW + ADDRESS_MAX_CHARACTERS + SECRETS + GROUPS,
  },
};
