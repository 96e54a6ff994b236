/** The tables of webhooks, and what bounds their rows. */
import { ADDRESS_MAX_CHARACTERS } from '../protocol/webhooks/address.ts';
import { MOST_DONE, MOST_WAITING } from '../storage/tables/webhooks/deliveries.ts';
import { MOST_OF_APPLICATION } from '../webhooks/manage.ts';
import { type Growth, ROW } from './growth.ts';

/** Of the answer a kilobyte is kept, which may be four times that in UTF-8 once what cannot be read is replaced. */
const ANSWER = 4096;
const SECRETS = 100;
const GROUPS = 200;
const DETAIL = 300;

export const WEBHOOK_TABLES: Readonly<Record<string, Growth>> = {
  deliveries: {
    grownBy: ['user', 'client'],
    because:
      'of each webhook so many wait and so many that are done are kept, trimmed every minute; all go thirty days after their event',
    bound: { most: (MOST_WAITING + MOST_DONE) * MOST_OF_APPLICATION, per: 'application', days: 30 },
    bytes: ROW + ANSWER + DETAIL,
  },
  webhooks: {
    grownBy: ['user'],
    because: 'an application has five, the service twenty',
    bound: { most: MOST_OF_APPLICATION, per: 'application' },
    bytes: ROW + ADDRESS_MAX_CHARACTERS + SECRETS + GROUPS,
  },
};
