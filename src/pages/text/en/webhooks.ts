/** English words of webhooks: their list, their form, one webhook with its deliveries, and one delivery. */
import type { WebhookFault } from '../../../protocol/people/field-fault.ts';
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const webhookList = {
  title: 'Webhooks',
  lead: 'Events of this application are sent to your addresses as they happen, signed.',
  leadOfAll: 'Every event of this service is sent to your addresses as it happens, signed.',
  add: 'Add a webhook',
  address: 'Address',
  groups: 'Events',
  state: 'State',
  delivered: 'Last delivery',
  on: 'on',
  off: 'off',
  failing: 'failing',
  emptyTitle: 'No webhook',
  emptyText: 'With a webhook your own program hears of events within seconds, without asking.',
};

export const webhookForm = {
  newTitle: 'Add a webhook',
  url: 'Address',
  urlHint: html`Where events are sent by <code>POST</code>, such as <code>https://example.org/hooks/latchkey</code>. It has to answer with a status from 200 to 299 within five seconds.`,
  groups: 'Events',
  groupsHint: 'Kinds by the word before the dot.',
  groupTexts: {
    account: 'Sign-ins, sessions, passwords, accounts',
    application: 'Settings, secrets, suspension, transfer',
    resource: 'APIs and their credentials',
    consent: 'Access that users gave, refused or took back',
    code: 'Authorization codes: one for each sign-in with the application',
    token: 'Tokens issued, refreshed, refused, revoked: many',
    playground: 'Runs of the playground',
    administration: 'What administrators look at',
    webhook: 'Changes of webhooks',
    import: 'Imports of people and applications',
    limit: 'Rate limits that were reached',
    setup: 'The first administrator',
  },
  add: 'Add',
  save: 'Save',
};

export const webhookPage = {
  created: 'Added',
  delivered: 'Last delivery',
  dropped: 'Dropped, because too many waited',
  offTitle: 'This webhook is off',
  /** In the words of protocol/webhooks/attempt.ts. */
  offBecause: {
    gone: 'Its address answered 410, which means that it is gone for good.',
    failing: 'Nothing could be delivered for three days.',
    owner: 'It was switched off by hand.',
    transferred: 'The application was given to another account. Switch it on only if the address is yours.',
  },
  offKept: 'Deliveries that waited are kept for thirty days and sent once it is on again. New events are not.',
  failing: (since: Html) =>
    html`Nothing could be delivered since ${since}. It is tried again with growing pauses, for three days.`,
  switchOn: 'Switch on',
  switchOff: 'Switch off',
  switchOffText: 'Nothing is sent until it is switched on again. What happens meanwhile is not sent later.',
  test: 'Send a test event',
  testText: html`A delivery of the type <code>webhook.test</code>, signed like all others.`,
  deliveries: 'Deliveries',
  deliveriesEmpty: 'Nothing was sent yet.',
  event: 'Event',
  state: 'State',
  answer: 'Answer',
  attempts: 'Attempts',
  at: 'Happened',
  states: { waiting: 'waits', delivered: 'delivered', failed: 'given up' },
  noAnswer: 'none',
  secret: 'Secret',
  secretText: (made: Html) =>
    html`Your program checks the header <code>webhook-signature</code> with it. Made ${made}.`,
  former: (until: Html) => html`The secret before it is signed with as well until ${until}.`,
  rotate: 'Rotate the secret',
  rotateTitle: 'Rotate the secret of this webhook?',
  rotateAsk: 'You get a new secret at once. Deliveries are signed with both for one day, then with the new one alone.',
  secretTitle: 'Secret of the webhook',
  secretLead: (host: Html) => html`Put it into the configuration of the program at ${host} now.`,
  goOn: 'Go on to the webhook',
  settings: 'Address and events',
  remove: 'Delete this webhook',
  removeTitle: 'Delete this webhook?',
  removeAsk: 'Its deliveries go with it, also those that wait. Nothing more is sent to its address.',
  back: 'All webhooks',
};

export const deliveryPage = {
  id: html`<code>webhook-id</code>`,
  next: 'Next attempt',
  took: 'Time',
  milliseconds: formats.counts({ one: '# millisecond', other: '# milliseconds' }),
  sent: 'What is sent',
  answered: 'The answer, its first kilobyte',
  noAnswer: 'There was no attempt yet.',
  again: 'Send again',
  againText: html`With the same <code>webhook-id</code>, so that a receiver knows it as a repetition.`,
  againOff: 'The webhook is off: switch it on to send again.',
  back: 'All deliveries',
};

export type WebhookFaultTexts = {
  readonly [Reason in WebhookFault['reason']]: (fault: Extract<WebhookFault, { reason: Reason }>) => string;
};

export const webhookFaults: WebhookFaultTexts = {
  webhook_url_missing: () => 'Write the address that events are sent to, such as https://example.org/hooks.',
  webhook_url_long: ({ most }) => `An address has at most ${most} characters.`,
  webhook_url_malformed: () =>
    'An address begins with https:// and has neither a user name, a password nor a fragment (#).',
  webhook_url_insecure: () => 'The address must begin with https://, so that nobody can read or change what is sent.',
  webhook_url_forbidden: () =>
    'This host is inside a private network, where this service sends nothing. Use an address that the internet can reach.',
  webhook_groups_missing: () => 'Choose at least one group of events.',
  webhook_groups_unknown: ({ names }) => `There is no such group of events here: ${names.join(', ')}.`,
  webhooks_many: ({ most }) => `There are ${most} webhooks already. Delete one that is no longer needed.`,
};
