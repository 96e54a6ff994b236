/** The tables that administrators and the operator fill by what they do and look at. */
import { DIGEST, type Growth, ROW, usual } from './growth.ts';

export const SERVICE_TABLES: Readonly<Record<string, Growth>> = {
  backups: {
    grownBy: ['operator'],
    because: 'a single row, which every backup of the embedded database writes again',
    bound: { most: 1, per: 'service' },
    bytes: ROW,
  },
  service_days: {
    grownBy: ['operator'],
    because: 'one for each finished day that an administrator looked at',
    bound: { most: usual('eventDays'), per: 'service' },
    bytes: ROW,
  },
  sign_in_links: {
    grownBy: ['operator'],
    because: 'an account has one, which a new one replaces; gone once it is used, or after a day',
    bound: { most: 1, per: 'account' },
    bytes: ROW + DIGEST,
  },
};
