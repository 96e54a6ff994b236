/** English words of administration beside people: applications, scopes, events. */
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const administeredList = {
  title: 'Applications',
  lead: 'Every application of this service, the newest first.',
  typed: 'Name, client_id or owner',
  typedHint: 'The beginning of a name, a whole client_id, or the whole nickname or address of the owner.',
  all: 'All',
  onlySuspended: 'Suspended',
  which: 'Which applications',
  caption: 'Applications',
  application: 'Application',
  owner: 'Owner',
  created: 'Created',
  lastToken: 'Last token',
  state: 'State',
  active: 'active',
  suspended: 'suspended',
  emptyTitle: 'No application fits',
  emptyText: 'No name begins like this, and no client_id or owner is called so.',
  noneSuspended: 'No application is suspended.',
};

export const administeredPage = {
  by: (owner: Html) => html`by ${owner}`,
  about: 'Registration',
  homepage: 'Homepage',
  users: 'Users',
  scopes: 'Scopes',
  redirectUris: 'Redirect URIs',
  openPortal: 'Open in portal',
  showEvents: 'Show events',
  suspendedSince: (at: Html) => html`Suspended since ${at}`,
  because: 'Reason',
  liftExplained:
    'Lifting the suspension brings back every token and access that has not expired or been revoked meanwhile.',
  lift: 'Lift suspension',
  suspend: 'Suspend application',
  limit: 'Limit of token requests',
  limitExplained:
    'How many tokens the application may ask for in a minute, for each kind of grant. Its owner sees the number.',
  limitField: 'Requests a minute',
  limitHint: (count: string) => `Empty: ${count}, as all others.`,
  limitSubmit: 'Set limit',
  suspendExplained:
    'Its tokens are refused at once, people who come from it read the reason, and so does its developer. Nothing is deleted: lifting the suspension brings its tokens back.',
  management: 'Management API',
  mayManageSince: (at: Html) =>
    html`It may manage the whole service since ${at}, with tokens of its own that have the scope <code>admin</code>.`,
  manageExplained:
    'With this right its own tokens with the scope admin manage all applications, people and APIs, as you can. Whoever holds its secrets holds the right.',
  manageForbidden:
    'Only a confidential application that belongs to an administrator can be given the right to manage the whole service.',
  manageDormant: 'Its owner is no administrator now, so the right has no effect.',
  giveManagement: 'Let it manage the service',
  takeManagement: 'Take the right back',
};

/** What everybody but administrators reads about a suspended application. */
export const suspension = {
  forOwner: (because: Html) =>
    html`An administrator has suspended this application: “${because}” Its tokens and codes are refused until that is lifted, and then work again unless they have expired. It is your turn: mend what is said here and tell the operator of this service.`,
  forUser: (because: Html) =>
    html`Suspended by an administrator: “${because}” It cannot use its access until that is lifted.`,
};

export const suspending = {
  title: (name: string) => `Suspend ${name}`,
  heading: (name: Html) => html`Suspend ${name}`,
  lead: 'Say why. The reason is shown to everybody who meets the application.',
  usersLost: formats.boundedCounts({
    none: 'Nobody uses it now.',
    one: '# person can no longer use it.',
    other: '# people can no longer use it.',
  }),
  tokensRefused: 'Its tokens and codes are refused at once, and it receives no new ones.',
  comesBack: 'Nothing is deleted. Lifting the suspension brings back what has not expired.',
  reason: 'Reason',
  reasonHint:
    'One or two plain sentences. Programs are told the reason too, if it is written in plain English letters.',
  submit: 'Suspend application',
  back: 'Leave it as it is',
};

export const scopeList = {
  title: 'Scopes',
  lead: 'The permissions that applications can ask for, in the order in which people are shown them.',
  caption: 'Catalogue of scopes',
  scope: 'Scope',
  words: 'Shown to people as',
  isDefault: 'Default',
  yes: 'default',
  no: 'only when asked for',
  applications: 'Applications',
  shipped: 'This is the catalogue that Latchkey ships with.',
  ownWords: 'This is the operator’s own catalogue.',
  setWith: (file: Html, variable: Html) =>
    html`It is set on the server, by the key ${file} of the configuration file or by ${variable}, and takes effect with the next start.`,
  cut: (count: string) => `Counted among the newest ${count} applications.`,
  goneTitle: 'No longer in the catalogue',
  goneText: 'Applications are still registered for these, and are refused when they ask for them.',
};

export const eventLog = {
  title: 'Events',
  lead: 'The audit log, the newest first.',
  kind: 'Kind',
  anyKind: 'Every kind',
  person: 'Person',
  personHint: 'Nickname, e-mail address or number.',
  application: 'Application',
  applicationHint: 'Its client_id.',
  since: 'Since',
  sinceHint: 'A day, UTC.',
  filter: 'Show events',
  caption: 'Events',
  nobody: 'Of no account',
  deleted: (number: number) => `Deleted account ${number}`,
  emptyTitle: 'No event fits',
  emptyText: 'Nothing like this was recorded, or it is older than the log.',
  cutTitle: 'Searched back so far and found little',
  cutText: 'A search looks at a few thousand events at a time. Older ones may fit.',
  goOn: 'Search on',
};
