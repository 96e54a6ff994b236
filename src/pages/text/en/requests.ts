/** English words of an application's requests: the list, the diagnosis, and the page behind `error_uri`. */
import type { Comparison } from '../../../protocol/diagnosis/diagnosis.ts';
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

const comparisons: { readonly [What in Comparison['what']]: { readonly received: string; readonly expected: string } } =
  {
    redirect_uri: { received: 'You sent', expected: 'Expected' },
    code_challenge: {
      received: 'SHA-256 of your `code_verifier`',
      expected: '`code_challenge` of the authorization request',
    },
    grant_type: { received: 'You sent', expected: 'Nearest that is known' },
    response_type: { received: 'You sent', expected: 'Expected' },
    parameter: { received: 'You sent', expected: 'Expected' },
  };

export const requests = {
  /** Above the list of one error link behind which there are several causes. */
  causes: (requests: number, causes: number) =>
    `These ${formats.numeral(requests)} requests got the same answer for ${formats.numeral(causes)} different reasons. The newest is first.`,
  endpoint: 'Endpoint',
  error: 'Error',
  all: 'all',
  from: 'From',
  usersBrowser: 'a user’s browser',
  /** A duration too short to be counted. */
  aMoment: 'a moment',
  unknown: 'unknown',
  back: 'All requests',
  heading: (error: Html, path: Html) => html`${error} at ${path}`,
  remedy: 'What to do',
  replay: 'Replay in playground',
  asCurl: html`Copy as <code>curl</code>`,
  /** For a screen reader, after "Copy". */
  asCurlWhat: 'command',
  asCurlTitle: 'What was kept of the request; secrets are variables of your shell',
  comparisonLegend: (sent: Html, wanted: Html) => html`${sent}: remove. ${wanted}: add.`,
  struck: 'Red',
  underlined: 'Green',
  received: 'Received',
  registered: 'Registered then',
  allowed: 'Scopes allowed then',
  scope: 'Scope',
  parameters: 'Parameters',
  noParameters: 'none that could be read',
  authorization: '`Authorization`',
  reason: 'Check that failed',
  standard: 'Standard',
  ownRule: 'a rule of this service',
  time: 'Time',
  trace: 'Request ID',
  shortTrace: 'Error link (`error_uri`)',
  traceHint: '`X-Request-Id` or `error_uri` of an answer.',
  alike: 'Others with this mistake',
  account: 'Account',
  addTitle: 'Is this address yours?',
  addExplained: (address: Html) =>
    html`Then it can be added to the redirect URIs of the application: ${address} From then on codes may be sent there.`,
  add: 'Add redirect URI',
  addScopeTitle: 'Should your application ask for this?',
  addScopeExplained: (scopes: Html) =>
    html`Then add it to the scopes of the application: ${scopes}. The form opens with it ticked; nothing changes until you save.`,
  addScope: 'Add scope',
  comparisons,
};

const refusedCount = formats.counts({ one: '# refused', other: '# refused' });

export const errorPages = {
  title: (error: string) => `The error ${error}`,
  heading: (error: Html) => html`The error ${error}`,
  unknownTitle: 'An error link',
  unknownWhat:
    'This address belongs to an error that an application was told. What is known about it is kept for 7 days, for the owner of the application.',
  unknownNext: 'The error itself stands in the answer that named this address, with a description of what to change.',
  forOwner: 'The owner of the application, signed in, sees here what exactly was wrong.',
  ownTitle: 'Your applications in the last hour',
  ownRow: (application: Html, count: number, why: Html) =>
    html`<strong>${application}</strong> · ${refusedCount(count)}: ${why}`,
  ownNone: 'None of your applications was refused like this in the last hour.',
  signIn: 'Sign in to see the diagnosis',
};

/** The activity of an application: its requests, answered and refused, and its events. */
export const activity = {
  title: 'Requests',
  lead: 'Every request of this application, answered or refused, newest first. The last 500 answered ones are kept, refused ones for 7 days. No secrets are kept.',
  live: 'Live',
  find: 'Find by request ID or error link',
  outcome: 'Outcome',
  answered: 'answered',
  refused: 'refused',
  kinds: {
    code_sent: 'A user authorized the application: code sent',
    code_exchanged: 'Code exchanged for tokens',
    tokens_refreshed: 'Tokens refreshed',
    client_token: 'Token issued to the application itself',
    identity: 'Asked who the user is',
    checked: 'Token checked by a proxy',
    introspected: 'Token inspected',
    revoked: 'Token revoked',
  },
  times: (count: string) => `×${count}`,
  milliseconds: (count: string) => `${count} ms`,
  older: formats.counts({ one: '# earlier one', other: '# earlier ones' }),
  emptyTitle: 'No requests yet',
  emptyText: 'As soon as this application asks for something, you see it here, with the reason where it was refused.',
  emptyAction: 'Send the first request',
  emptyFiltered: 'No matches.',
  noEvents: 'Nothing has happened yet',
  noEventsText: 'Here you see what happens to this application: changes of its settings and secrets, consents, tokens.',
  eventsLead: 'What happened to this application, newest first.',
};
