/** The addresses that client programs call: served to the world, and called by the playground from inside. */
import type { Route } from '../../http/route.ts';
import { introspect } from './introspect.ts';
import { revoke } from './revoke.ts';
import { token } from './token.ts';
import { whoami } from './whoami.ts';

export const CLIENT_ROUTES: readonly Route[] = [
  { method: 'POST', path: '/oauth/token', kind: 'open-api', handler: token },
  { method: 'POST', path: '/oauth/revoke', kind: 'open-api', handler: revoke },
  { method: 'POST', path: '/oauth/introspect', kind: 'api', handler: introspect },
  { method: 'GET', path: '/api/users/whoami', kind: 'open-api', handler: whoami },
];
