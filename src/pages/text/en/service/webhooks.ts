/** English words of webhooks: their list, their form, one webhook with its deliveries, and one delivery. */
import type { WebhookFault } from '../../../../protocol/people/field-fault.ts';
import { type Html, html } from '../../../html.ts';
import { formats } from '../formats.ts';

export const webhookList = {
  title: 'Webhooks',
  lead: 'Events of this application are sent to your addresses as they happen, signed.',
  leadOfAll: 'Events of the whole service are sent to your addresses as they happen, signed.',
  docs: 'How to receive them',
  add: 'Add webhook',
  address: 'Address',
  groups: 'Events',
  state: 'State',
  delivered: 'Last delivery',
  on: 'on',
  off: 'off',
  failing: 'failing',
  emptyTitle: 'No webhooks yet',
  emptyText: 'With a webhook your own program hears of events within seconds, without having to ask.',
};

export const webhookForm = {
  newTitle: 'Add webhook',
  url: 'Address',
  urlHint: html`Where events are sent by <code>POST</code>, such as <code>https://example.org/hooks/latchkey</code>. It must answer with a status from 200 to 299 within five seconds.`,
  groups: 'Events',
  groupsHint: html`Whole groups: the word before the dot, such as <code>consent</code> for <code>consent.revoked</code>.`,
  groupTexts: {
    account: 'Sign-ins, sessions, passwords, accounts',
    application: 'Settings, secrets, suspension, transfer',
    resource: 'APIs and their credentials',
    consent: 'Access that users gave, refused or took back',
    code: 'Authorization codes: one for each sign-in with the application',
    token: 'Tokens issued, refreshed, refused, revoked: many',
    playground: 'Runs of the playground',
    administration: 'What administrators look at and export',
    webhook: 'Changes of webhooks',
    import: 'Imports of people and applications',
    limit: 'Rate limits that were reached',
    setup: 'The first administrator',
  },
  add: 'Add webhook',
  save: 'Save changes',
};

export const webhookPage = {
  created: 'Added',
  delivered: 'Last delivery',
  dropped: 'Dropped because too many were waiting',
  offTitle: 'This webhook is off',
  /** In the words of protocol/webhooks/attempt.ts. */
  offBecause: {
    gone: 'Its address answered 410, which means it is gone for good.',
    failing: 'Nothing could be delivered for three days.',
    owner: 'It was switched off by hand.',
    transferred:
      'The application was given to another account. Only the host of its address is kept: enter yours, make a new secret, and switch it on.',
  },
  offKept: 'Deliveries that were waiting are kept for 30 days and sent once it is on again. New events are not kept.',
  failing: (since: Html) =>
    html`Nothing has been delivered since ${since}. Attempts go on for three days, with growing pauses.`,
  switchOn: 'Switch on',
  switchOff: 'Switch this webhook off',
  switchOffText: 'Nothing is sent until it is switched on again. What happens meanwhile is not sent later.',
  test: 'Send test event',
  testText: html`A test event has the type <code>webhook.test</code> and is signed like all others.`,
  deliveries: 'Deliveries',
  deliveriesEmpty: 'Nothing has been sent yet.',
  event: 'Event',
  state: 'State',
  answer: 'Answer',
  attempts: 'Attempts',
  at: 'Happened',
  states: { waiting: 'waiting', delivered: 'delivered', failed: 'given up' },
  noAnswer: 'none',
  secret: 'Secret',
  secretText: (made: Html, link: (words: string) => Html) =>
    html`Your program ${link('checks')} the header <code>webhook-signature</code> with it. Created ${made}.`,
  secretUse: (link: (words: string) => Html) => html`${link('How to check signatures')}, with code to copy.`,
  former: (until: Html) => html`Deliveries are signed with the former secret as well until ${until}.`,
  rotate: 'Rotate secret',
  rotateTitle: 'Rotate the secret of this webhook?',
  rotateAsk: 'You get a new secret at once. Deliveries are signed with both for one day, then with the new one alone.',
  secretTitle: 'Webhook secret',
  secretLead: (host: Html) => html`Put it into the configuration of the program at ${host} now.`,
  goOn: 'Continue to webhook',
  settings: 'Change address or events',
  remove: 'Delete this webhook',
  removeTitle: 'Delete this webhook?',
  removeAsk: 'Its deliveries are deleted too, even those still waiting. Nothing more is sent to its address.',
  back: 'All webhooks',
};

export const deliveryPage = {
  id: html`<code>webhook-id</code>`,
  next: 'Next attempt',
  behind: 'After an earlier delivery about the same account or application.',
  took: 'Time',
  milliseconds: formats.counts({ one: '# millisecond', other: '# milliseconds' }),
  sent: 'What is sent',
  answered: 'Answer (first kilobyte)',
  /** In its place where nobody answered. */
  failedBecause: 'Why it failed',
  noAnswer: 'Not sent yet.',
  again: 'Send again',
  againText: html`It keeps its <code>webhook-id</code>, so the receiver can tell that it is the same delivery.`,
  againOff: 'The webhook is off: switch it on to send again.',
  back: 'All deliveries',
};

export type WebhookFaultTexts = {
  readonly [Reason in WebhookFault['reason']]: (fault: Extract<WebhookFault, { reason: Reason }>) => string;
};

export const webhookFaults: WebhookFaultTexts = {
  webhook_url_missing: () => 'Enter the address that events are sent to, like https://example.org/hooks.',
  webhook_url_long: ({ most }) => `Use at most ${most} characters.`,
  webhook_url_long_encoded: ({ most }) => `Use at most ${most} characters, counted once they are percent-encoded.`,
  webhook_url_malformed: () =>
    'Enter an address that begins with https://, without a user name, a password or a fragment (#).',
  webhook_url_unreadable: () =>
    'The host or the port of this address cannot be read. Check them; a port is at most 65535.',
  webhook_url_insecure: () =>
    'Use an address that begins with https://, so that nobody can read or change what is sent.',
  webhook_url_forbidden: () =>
    'This host is inside a private network, where this service sends nothing. Use an address that the internet can reach.',
  webhook_groups_missing: () => 'Choose at least one group of events.',
  webhook_groups_unknown: ({ names, offered }) =>
    `There is no such group of events here: ${names.join(', ')}. Choose from ${offered.join(', ')}.`,
  webhooks_many: ({ most }) => `There are ${most} webhooks already. Delete one that is no longer needed.`,
};
