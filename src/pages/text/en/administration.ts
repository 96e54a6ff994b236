/** English words of the administration: figures of the day, and people. */
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const administration = {
  tabs: {
    home: 'Today',
    people: 'People',
    applications: 'Applications',
    resources: 'APIs',
    scopes: 'Scopes',
    webhooks: 'Webhooks',
    events: 'Events',
  },
  label: 'Administration',
  search: 'Find',
  clear: 'Show all',
  narrow: 'More fit than are shown. Type more letters.',
  everythingIsAnEvent: 'What you do and look at here is recorded with your account.',
};

export const figures = {
  title: 'Administration',
  lead: (day: Html) => html`What happened on ${day} since midnight UTC.`,
  caption: 'Figures of the day',
  signIns: 'Sign-ins',
  failedSignIns: 'Failed sign-ins',
  newAccounts: 'New accounts',
  tokens: 'Tokens issued',
  refusals: 'Refused requests',
  liveSessions: 'Live sessions now',
  alarms: 'Codes and tokens used twice',
  atLeast: (count: string) => `${count} or more`,
  late: 'Tokens and refusals are written down every few seconds, so the newest may be missing.',
  events: 'Show events',
};

export const peopleList = {
  title: 'People',
  lead: 'Everybody with an account, the newest first.',
  typed: 'Nickname, e-mail address or number',
  typedHint: 'The beginning of a nickname or address is enough.',
  caption: 'Accounts',
  person: 'Person',
  email: 'E-mail address',
  since: 'Created',
  online: 'Last online',
  state: 'State',
  active: 'active',
  disabled: 'disabled',
  administrator: 'administrator',
  emptyTitle: 'Nobody fits',
  emptyText: 'No nickname or e-mail address begins like this, and nobody has this number.',
};

export const personPage = {
  line: (number: string) => `Number ${number}`,
  account: 'Account',
  name: 'Name',
  role: 'Role',
  user: 'user',
  disabledSince: (at: Html) => html`disabled since ${at}`,
  showEvents: 'Show events',
  sessions: 'Sessions',
  noSessions: 'Signed in nowhere.',
  signOut: 'Sign out everywhere',
  signOutExplained: 'Ends every session at once. Access given to applications stays, and so does the password.',
  owned: 'Applications owned',
  noOwned: 'Owns no application.',
  allowed: 'Applications allowed',
  noAllowed: 'Allows no application to act for it.',
  andMore: 'There are more.',
  may: (scopes: Html) => html`may use ${scopes}`,
  disable: 'Disable account',
  disableExplained:
    'Signs the person out, ends every access that came from the account, and lets nobody in. There is a page to confirm it before anything happens.',
  enable: 'Enable account',
  enableExplained: 'Lets the person in again, and forgets failed sign-ins. Applications have to ask for access anew.',
  yourself: 'This is you. You cannot disable your own account, so that an administrator is always left.',
};

export const disabling = {
  title: (nickname: string) => `Disable ${nickname}`,
  heading: (nickname: Html) => html`Disable ${nickname}`,
  lead: 'Read what will end, then confirm with the nickname.',
  sessionsLost: formats.counts({
    none: 'Nobody is signed in to it now.',
    one: '# session ends at once.',
    other: '# sessions end at once.',
  }),
  accessLost: formats.counts({
    none: 'No application may act for it.',
    one: '# application loses its access, also if you enable the account again.',
    other: '# applications lose their access, also if you enable the account again.',
  }),
  ownedStay: formats.counts({
    none: 'It owns no application.',
    one: 'Its own application goes on working. Suspend it if it should not.',
    other: 'Its own # applications go on working. Suspend them if they should not.',
  }),
  canBeEnabled: 'You can enable the account again at any time.',
  reason: 'Reason',
  reasonHint: 'The person reads it when signing in with the right password. Nobody else does.',
  submit: 'Disable account',
  back: 'Leave it as it is',
};
