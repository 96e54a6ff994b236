/** The tables of applications' requests, answered and refused, and what bounds their rows. */
import { USER_AGENT_CHARACTERS } from '../protocol/event.ts';
import { LONGEST_TEXT } from '../protocol/refusals/facts.ts';
import { MOST_ANSWERED } from '../storage/tables/events/answered-requests.ts';
import { MOST_REFUSED_OF_A_KIND } from '../storage/tables/events/refused-requests.ts';
import { type Growth, ROW } from './growth.ts';

/** An address, and a user agent in UTF-8. */
export const SOURCE = 45 + 3 * USER_AGENT_CHARACTERS;

export const REQUEST_TABLES = {
  answered_requests: {
    grownBy: ['client'],
    because: '500 of an application, the newest; requests that are alike share a row',
    bound: { most: MOST_ANSWERED, per: 'service' },
    bytes: ROW + SOURCE,
  },
  refused_requests: {
    grownBy: ['stranger', 'client'],
    because:
      'of an application 500 that came with a secret, a code or a token, and 500 others; trimmed while they are written, and written no more than 60 times in ten minutes for each reason and network',
    bound: { most: 2 * MOST_REFUSED_OF_A_KIND, per: 'service' },
    bytes: ROW + SOURCE + LONGEST_TEXT,
  },
} as const satisfies Readonly<Record<string, Growth>>;
