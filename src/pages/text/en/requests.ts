/** English words of refused requests: the list, the diagnosis, and the page behind `error_uri`. */
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
  title: 'Refused requests',
  lead: 'Every request of this application that was refused in the last 7 days, newest first, and why. No secrets are kept.',
  emptyTitle: 'Nothing was refused',
  emptyText:
    'When a request of this application is refused, it is listed here with the reason and what to do about it.',
  /** Above the list of one error link behind which there are several causes. */
  causes: (requests: number, causes: number) =>
    `These ${formats.numeral(requests)} requests got the same answer for ${formats.numeral(causes)} different reasons. The newest is first.`,
  emptyFiltered: 'Nothing like this was refused in the last 7 days.',
  endpoint: 'Endpoint',
  error: 'Error',
  all: 'all',
  when: 'When',
  what: 'What happened',
  from: 'From',
  usersBrowser: 'a user’s browser',
  /** A duration too short to be counted. */
  aMoment: 'a moment',
  unknown: 'unknown',
  back: 'All refused requests',
  heading: (error: Html, path: Html) => html`${error} at ${path}`,
  remedy: 'What to do',
  tryIt: 'Try the flow in the playground',
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
  trace: 'Trace',
  shortTrace: 'Trace in `error_uri`',
  traceHint: '`X-Request-Id` or `error_uri` of an answer.',
  alike: 'Others with this mistake',
  account: 'Account',
  addTitle: 'Is this address yours?',
  addExplained: (address: Html) =>
    html`Then it can be added to the redirect URIs of the application: ${address} From then on codes may be sent there.`,
  add: 'Add redirect URI',
  comparisons,
};

const refusedCount = formats.counts({ one: '# refused', other: '# refused' });

export const errorPages = {
  title: (error: string) => `The error ${error}`,
  heading: (error: Html) => html`The error ${error}`,
  unknownTitle: 'An error with a trace',
  unknownWhat:
    'This address belongs to an error that an application was told. What is known about it is kept for 7 days, for the owner of the application.',
  unknownNext: 'The error itself stands in the answer that named this address, with a description of what to change.',
  forOwner: 'The owner of the application, signed in, sees here what exactly was wrong.',
  ownTitle: 'Your applications in the last hour',
  ownRow: (application: Html, count: number, why: Html) =>
    html`<strong>${application}</strong> · ${refusedCount(count)}: ${why}`,
  ownNone: 'None of your applications was refused like this in the last hour.',
  signIn: 'Sign in to see the diagnosis',
  goHome: 'Go to home',
};
