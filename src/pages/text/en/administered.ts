/** English words of administration beside people: applications, scopes, events. */
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const administeredList = {
  title: 'Applications',
  lead: 'Every application that is registered here.',
  typed: 'Part of a name or owner, or a client_id',
  all: 'All',
  filters: {
    waiting: 'Waiting for approval',
    declined: 'Not approved',
    suspended: 'Suspended',
    verified: 'Verified',
    first_party: 'First-party',
    not_verified: 'Not verified',
    unused: 'Unused for half a year',
  },
  orders: { newest: 'Newest first', oldest: 'Oldest first', name: 'Name' },
  lookedAt: (count: string) => `Searched ${count} applications. The next page searches on.`,
  which: 'Show',
  caption: 'Applications',
  application: 'Application',
  by: (owner: Html) => html`by ${owner}`,
  created: 'Created',
  lastToken: 'Last token',
  users: 'Users',
  active: 'active',
  suspended: 'suspended',
  verified: 'verified',
  firstParty: 'first-party',
  emptyTitle: 'No matches',
  emptyText: 'No application or owner has this in its name. Try fewer letters, or another filter.',
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
  marksTitle: 'Marks',
  marksEnd:
    'Both end by themselves when the owner changes its name, logo, homepage, type or redirect URIs, adds a permission, or gives it away.',
  marks: {
    verified: {
      title: 'Verified',
      isSet: 'verified',
      isNotSet: 'not verified',
      explained: 'The consent page says that you checked who is behind it.',
      set: {
        label: 'Mark as verified',
        title: (name: Html) => html`Mark ${name} as verified?`,
        lost: 'Users read that this service vouches for it. Check its owner, homepage and redirect URIs first.',
      },
      remove: {
        label: 'Remove mark',
        title: (name: Html) => html`Is ${name} no longer verified?`,
        lost: 'Users read “Not verified” again. Access that it has stays.',
      },
    },
    first_party: {
      title: 'First-party',
      isSet: 'first-party',
      isNotSet: 'asks users',
      explained:
        'One of your own apps: it gets access without asking. Users still see it under Apps with access and can end that; from then on it asks. Has no effect on public apps that redirect to localhost or a custom scheme.',
      set: {
        label: 'Mark as first-party',
        title: (name: Html) => html`Let ${name} in without asking?`,
        lost: 'Everybody who is signed in and comes from it gives it whatever it asks for, without a consent page. Only for apps that you run yourself.',
      },
      remove: {
        label: 'Remove mark',
        title: (name: Html) => html`Make ${name} ask again?`,
        lost: 'New users are asked from now on. Access that it has stays until they end it.',
      },
    },
  },
  liftExplained:
    'Lifting the suspension brings back every token and access that has not expired or been revoked meanwhile.',
  lift: 'Lift suspension',
  suspend: 'Suspend application',
  limit: 'Own limits',
  limitExplained: 'Instead of the settings, for this application alone. Its owner sees the numbers.',
  limitHint: (count: string) => `Leave empty for ${count}, like all others.`,
  limitSubmit: 'Set limits',
  suspendExplained:
    'Its tokens are refused at once, people who come from it read the reason, and so does its developer. Nothing is deleted: lifting the suspension brings its tokens back.',
  management: 'Management API',
  mayManageSince: (at: Html) =>
    html`Allowed to manage the whole service since ${at}, with tokens of its own that have the scope <code>admin</code>.`,
  manageDocs: 'What the management API can do',
  manageExplained: html`With this right its own tokens with the scope <code>admin</code> manage all applications, people and APIs, as you can. Whoever holds its secrets holds the right.`,
  manageForbidden:
    'Only a confidential application that belongs to an administrator can be given the right to manage the whole service.',
  manageDormant: 'Its owner is no longer an administrator, so the right has no effect.',
  giveManagement: 'Let it manage the service',
  takeManagement: 'Take the right back',
  manageAsk: {
    give: (name: Html) => html`Let ${name} manage the service?`,
    take: (name: Html) => html`Take the right back from ${name}?`,
  },
  manageLost: {
    give: 'Whoever holds its secrets can then change applications, people and APIs, as you can.',
    take: 'From its next request on it manages nothing. You can give the right again.',
  },
};

/** What everybody but administrators reads about a suspended application. */
export const suspension = {
  forOwner: (because: Html) =>
    html`An administrator has suspended this application: “${because}” Its tokens and codes are refused until that is lifted, and then work again unless they have expired. Fix the issue and tell the operator of this service.`,
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
  groups: {
    ...{ account: 'Accounts', application: 'Applications', resource: 'APIs', consent: 'Access', code: 'Codes' },
    ...{ token: 'Tokens', playground: 'Playground', administration: 'Administration', import: 'Imports' },
    ...{ limit: 'Limits', setup: 'Set-up', webhook: 'Webhooks' },
  },
  person: 'Person',
  personHint: 'Nickname, email or number.',
  application: 'Application',
  applicationHint: 'Its client_id.',
  since: 'Since',
  until: 'Until',
  sinceHint: 'A day, UTC.',
  follow: 'Follow live',
  following: 'Following · stop',
  filter: 'Show events',
  caption: 'Events',
  nobody: 'no account',
  deleted: (number: number) => `Deleted account ${number}`,
  emptyTitle: 'No matches',
  emptyText: 'Nothing like this was recorded, or it is older than the log.',
  cutTitle: 'Searched the last 5,000 events',
  cutText: 'Older ones may match too.',
  goOn: 'Search older',
};

export const search = {
  title: 'Search',
  lead: 'Find anything here that you may see.',
  found: (typed: Html) => html`Results for ${typed}`,
  requests: 'Refused requests',
  request: (trace: Html) => html`Refused request ${trace}`,
  requestLine: 'Why it was refused, and how to fix it',
  applications: 'Applications',
  by: (owner: Html) => html`by ${owner}`,
  people: 'People',
  docs: 'Documentation',
  byApplication: 'Part of a name, or a whole client_id',
  byRequest: 'The ID at the end of an error page, or of an error link',
  byPeople: 'Part of a nickname, name or email address',
  byDocs: 'Any word, or the name of an error',
  signInFirst: 'Sign in to find your applications too.',
  more: 'Show all',
  emptyTitle: 'No matches',
  emptyText: 'Try fewer letters, a whole client_id, or the ID at the end of an error page.',
};
