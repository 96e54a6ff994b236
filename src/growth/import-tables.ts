/** The tables of what was imported from other services, and what bounds their rows. */
import { DIGEST, type Growth, ROW } from './growth.ts';
import { SERVICE_TABLES } from './service-tables.ts';

export const IMPORT_TABLES = {
  ...SERVICE_TABLES,
  imported_accounts: {
    grownBy: ['operator'],
    because: 'one for each account that was imported, and gone with it',
    bound: { most: 1, per: 'account' },
    bytes: ROW + DIGEST,
  },
  imported_clients: {
    grownBy: ['operator'],
    because: 'one for each application that was imported, and gone with it',
    bound: { most: 1, per: 'application' },
    bytes: ROW + DIGEST,
  },
  imported_tokens: {
    grownBy: ['operator'],
    because: 'three for each token or code that was imported at most, and gone with its pair or code',
    bound: { most: 30_000_000, per: 'service' },
    bytes: ROW + 2 * DIGEST,
  },
  imports: {
    grownBy: ['operator'],
    because: 'one for each kind of source',
    bound: { most: 10, per: 'service' },
    bytes: ROW,
  },
} as const satisfies Readonly<Record<string, Growth>>;
