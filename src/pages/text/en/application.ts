/** English words of one application's overview: identity, registration, first token, addresses. */
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const application = {
  users: formats.boundedCounts({ none: 'no users', one: '# user', other: '# users' }),
  created: (day: Html) => html`created ${day}`,
  changed: (distance: Html) => html`changed ${distance}`,
  edit: 'Edit application',
  tabs: {
    overview: 'Overview',
    credentials: 'Credentials',
    permissions: 'Permissions',
    users: 'Users',
    families: 'Tokens',
    requests: 'Requests',
    test: 'Test',
    webhooks: 'Webhooks',
    settings: 'Settings',
  },
  identity: 'Identity',
  lastUse: 'Last use of a token',
  lastToken: 'Last token',
  figures: 'The last 30 days',
  figureUsers: 'Users now',
  figureTokens: 'Tokens issued',
  figureErrors: 'Token requests refused',
  files: 'All of it as a file, without a secret:',
  downloadJson: 'Download as JSON',
  downloadEnv: 'Download as .env',
  noRedirects: 'none: a machine is never redirected to',
  registration: 'Registration',
  type: 'Type',
  confidential: 'confidential: it keeps a secret',
  public: 'public: it keeps no secret',
  redirectUris: 'Redirect URIs',
  scopes: 'Scopes',
  homepage: 'Homepage',
  issuer: html`<code>iss</code> in the callback`,
  issuerSent: (address: Html) => html`sent: ${address}`,
  issuerNotSent: 'not sent',
  limit: 'Limit',
  limitText: (count: string) => html`${count} token requests a minute for each <code>grant_type</code>`,
  noLimit: 'none: limits are switched off',
  nextWalk: 'It has not received a token yet. Walk through the whole flow in this browser: it takes a minute.',
  nextCommand: 'It has not received a token yet. One command asks for one.',
  next: 'Get the first token',
  firstToken: 'Commands',
  firstTokenLead: 'Ready to paste into a shell, with the values of this application.',
  putSecret: (place: Html) => html`Put your secret in the place of ${place}.`,
  endpoints: 'Endpoints',
  events: 'Recent events',
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
