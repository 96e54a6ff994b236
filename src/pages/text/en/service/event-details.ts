/** English words for the details of events, which are kept in words of their own. */
import type { COUNTED_IN_DETAILS, DetailPhrase } from '../../../../protocol/audit/detail.ts';
import { type Html, html } from '../../../html.ts';
import { formats } from '../formats.ts';

interface EventDetails {
  readonly phrases: Readonly<Record<DetailPhrase, string>>;
  readonly counts: Readonly<Record<(typeof COUNTED_IN_DETAILS)[number], (count: number) => string>>;
  readonly by: (person: Html) => Html;
  readonly to: (person: Html) => Html;
  readonly from: (person: Html) => Html;
  readonly declinedBy: (person: Html) => Html;
  readonly byApplication: (application: Html) => Html;
  readonly until: (moment: Html) => Html;
  readonly before: (moment: Html) => Html;
}

export const eventDetails: EventDetails = {
  phrases: {
    'by the operator': 'by the operator',
    'by the configuration': 'by the configuration',
    'by sign-in link': 'with a sign-in link',
    'with the password': 'with the password',
    administrator: 'as an administrator',
    consent: 'decisions about access',
    'e-mail address': 'changes of the email address',
    password: 'changes of the password',
    'sign-in': 'sign-ins',
    'sign-up': 'sign-ups',
    confirmation: 'confirmations',
    profile: 'changes of the profile',
    'reports of leaked strings': 'reports of leaked strings',
    'unknown name': 'unknown name',
    'too many tries': 'too many tries',
    disabled: 'account disabled',
    'wrong password': 'wrong password',
    'wrong confirmation': 'wrong confirmation',
    one: 'one session',
    'all others': 'all other sessions',
    'all at once': 'all at once',
    day: 'for a day',
    month: 'for a month',
    until_removed: 'until it is removed',
    applied: 'applied from a file',
    'required scopes': 'required scopes',
    removed: 'removed',
    'as all others': 'same as for all others',
    new: 'new',
    changed: 'changed',
    given: 'new owner',
    again: 'asked again',
    'all tokens': 'all tokens',
    leaked: 'leaked',
    revoked_by_client: 'revoked by the application',
    revoked_by_operator: 'revoked by the operator',
    people: 'people',
    events: 'events',
    users: 'people from a file',
    'it answered 410': 'it answered 410',
    'nothing could be delivered for three days': 'nothing could be delivered for three days',
  },
  counts: {
    people: formats.counts({ one: '# person', other: '# people' }),
    applications: formats.counts({ one: '# application', other: '# applications' }),
    tokens: formats.counts({ one: '# token', other: '# tokens' }),
  },
  by: (person) => html`by ${person}`,
  to: (person) => html`to ${person}`,
  from: (person) => html`from ${person}`,
  declinedBy: (person) => html`by ${person}`,
  byApplication: (application) => html`by application ${application}`,
  until: (moment) => html`until ${moment}`,
  before: (moment) => html`everything before ${moment}`,
};
