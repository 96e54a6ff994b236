/** The tables of setting the service up and of its management API, and what bounds their rows. */
import { MOST_REDIRECT_URIS, REDIRECT_URI_MAX_BYTES } from '../protocol/clients/redirect-registration.ts';
import { DIGEST, type Growth, MINUTES_IN_AN_HOUR, ROW, usual } from './growth.ts';

/** Everything that an application says of itself but its redirect URIs. */
const SAID = 20_000;

export const OPERATING_TABLES = {
  creations: {
    grownBy: ['client', 'user'],
    because:
      'one for each creation with an Idempotency-Key through the management API (apiRequestsPerCaller), and for each secret made on a page (act limits), for a day',
    bound: { most: usual('apiRequestsPerCaller') * MINUTES_IN_AN_HOUR, per: 'application and hour', days: 1 },
    bytes: ROW + 2 * DIGEST + MOST_REDIRECT_URIS * REDIRECT_URI_MAX_BYTES + SAID,
  },
  setup_links: {
    grownBy: ['operator'],
    because: 'a new one replaces those that were not used',
    bound: { most: 2, per: 'service' },
    bytes: ROW + DIGEST,
  },
} as const satisfies Readonly<Record<string, Growth>>;
