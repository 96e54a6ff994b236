/** English words of one application's page: credentials, registration, first token, addresses. */
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const application = {
  users: formats.counts({ none: 'no users', one: '# user', other: '# users' }),
  created: (day: Html) => html`created ${day}`,
  changed: (distance: Html) => html`changed ${distance}`,
  edit: 'Edit application',
  credentials: 'Credentials',
  secrets: 'Secrets',
  publicExplained: html`A public application has no secret. It proves itself with PKCE: send <code>code_challenge</code> (S256), then <code>code_verifier</code>.`,
  addFirst: 'Add secret',
  addSecond: 'Add second secret',
  noSecret: 'There is no secret, so this application cannot authenticate. Add one.',
  secret: 'Secret',
  secretCreated: 'Created',
  lastUsed: 'Last used',
  rotation:
    'To change the secret without an outage: add a second one, deploy it, wait until the old one is no longer used, remove the old one. Both work until then.',
  remove: 'Remove',
  /** Follows `remove`, for screen readers. */
  removeWhich: (suffix: string) => `secret ending in ${suffix}`,
  neverUsed: 'It was never used.',
  usedLast: (distance: Html) => html`It was last used ${distance}.`,
  lockedOut: 'Whoever still uses it is locked out at once.',
  removeSecret: 'Remove secret',
  endingIn: (suffix: string) => `ending in ${suffix}`,
  registration: 'Registration',
  redirectUris: 'Redirect URIs',
  scopes: 'Scopes',
  homepage: 'Homepage',
  issuer: html`<code>iss</code> in the callback`,
  issuerSent: (address: Html) => html`sent: ${address}`,
  issuerNotSent: 'not sent',
  firstToken: 'Your first token',
  firstTokenLead: 'Ready to paste into a shell, with the values of this application.',
  putSecret: (place: Html) => html`Put your secret in the place of ${place}.`,
  endpoints: 'Endpoints',
  events: 'Recent events',
  deletion: 'Delete application',
  accessEnds: formats.counts({
    none: 'No user has given it access.',
    one: 'Ends the access of # user at once.',
    other: 'Ends the access of # users at once.',
  }),
  deletionExplained: 'There is a page to confirm it before anything happens.',
};

/** `what` follows the word "Copy", for screen readers. */
export const snippets = {
  authorize: { title: '1. Open this address in a browser', what: 'authorization address' },
  authorizePublic: {
    title: '1. Make a verifier, then open the printed address in a browser',
    what: 'authorization commands',
  },
  token: { title: '2. Exchange the code for tokens', what: 'token request' },
  whoami: { title: '3. Ask who the user is', what: 'whoami request' },
  refresh: { title: '4. Refresh, once the access token has expired', what: 'refresh request' },
  client: { title: 'Or: a token for the application itself, without a user', what: 'client credentials request' },
};

export const endpoints = {
  authorize: 'Authorization',
  token: 'Token',
  revoke: 'Revocation',
  introspect: 'Introspection',
  whoami: 'Who am I',
  metadata: 'Metadata',
  issuer: 'Issuer',
  /** Follows the word "Copy", for screen readers. */
  addressOf: (label: string) => `${label} address`,
};
