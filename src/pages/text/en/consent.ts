/** English words of consent: the decision, the code to copy, the list of authorised applications. */
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const consent = {
  title: (name: string) => `Authorize ${name}`,
  heading: (name: Html) => html`${name} wants access to your account`,
  by: (owner: Html) => html`by ${owner}`,
  tickOne: 'Tick at least one permission, or cancel.',
  changed: 'What this application asks for has changed while this page was open. Look at it again before you decide.',
  able: 'It will be able to',
  api: 'For use with',
  apiWords: (name: Html, identifier: Html) => html`${name} (${identifier}), and nothing else`,
  untick: 'Untick what you don’t want to allow. It never sees your password.',
  noPassword: 'It never sees your password.',
  more: formats.counts({
    one: 'It has access already and asks for # more permission.',
    other: 'It has access already and asks for # more permissions.',
  }),
  looping: (name: Html, most: string) =>
    html`${name} sent you here more than ${most} times within an hour. You allowed this before, so you would not be asked again otherwise. If you did not start this, cancel and tell its developer.`,
  namesake: (owner: Html) =>
    html`Another app, registered before this one by somebody else, has a name that looks the same. This one belongs to ${owner}. Go on only if that is the one you mean.`,
  lasts: 'Access lasts',
  lasting: { day: 'One day', month: '30 days', until_removed: 'Until I remove it' },
  lastingUntil: (length: string, date: string) => `${length} (until ${date})`,
  endsUnused: (period: string) => `Ends earlier if unused for ${period}.`,
  replacesEnd: (when: Html) =>
    html`The access it has now ends ${when}. What you choose here takes its place, on all your devices.`,
  replacesOpen: 'It has access already. What you choose here counts for all of it, on all your devices.',
  removeWhere: (place: (words: string) => Html) =>
    html`You can remove access, or single permissions, at any time under ${place('Apps with access')}.`,
  promises: 'The developer’s',
  policy: 'privacy policy',
  terms: 'terms',
  notVerified: 'Not verified',
  verifiedBy: (service: Html) => html`Verified by ${service}`,
  createdToday: 'Created today',
  created: (age: string) => `Created ${age}`,
  people: formats.boundedCounts({ none: 'No users yet', one: '# user', other: '# users' }),
  toPlayground: (service: Html) => html`Sends you back to the playground of <strong>${service}</strong>`,
  /** What is within is only read aloud where the name is long. */
  approve: (name: Html, within: (part: Html) => Html) => html`Authorize${within(html` ${name}`)}`,
  wholeName: 'Show the whole name',
  deny: 'Cancel',
  signedInAs: (nickname: Html) => html`Signed in as <strong>${nickname}</strong>`,
  notYou: 'Not you?',
};

export const destination = {
  afterwards: 'Then',
  showsCode: 'this site shows you a code to copy into the app',
  sendsTo: 'Sends you to',
  programHere: (host: string) => `a program on this computer (${host})`,
  opens: 'Opens',
  applicationHere: (scheme: string) => `the app on this device that opens ${scheme} links`,
};

export const outOfBand = {
  title: 'Your code',
  heading: (name: Html) => html`Your code for ${name}`,
  explained: (period: string, until: Html) =>
    html`Copy it into the app to finish. It works once, for ${period}: until ${until}.`,
  code: 'Authorization code',
  what: 'the code',
  care: (name: Html) =>
    html`Whoever has this code can get the access you just gave. Enter it only in ${name}, and don’t share it with anyone.`,
  close: 'Done? You can close this page.',
  denied: {
    title: 'No access given',
    heading: (name: Html) => html`${name} got no access`,
    what: 'You cancelled, so nothing was shared and nothing changed.',
    next: 'You can close this page, or go back to the app.',
  },
};

export const authorized = {
  search: 'Name of the app',
  nothingFound: { title: 'No matches', text: 'No app with access has this in its name. Try fewer letters.' },
  title: 'Apps with access',
  lead: 'These apps can act for you. Removing access takes effect at once.',
  emptyTitle: 'No apps have access to your account',
  emptyText:
    'When an app asks for access and you allow it, you find it here: what it may do, when it last did, and how to remove its access.',
  by: (owner: Html) => html`by ${owner}`,
  api: 'API',
  may: 'Permissions',
  since: (when: Html) => html`Authorized ${when}`,
  details: 'Permissions and devices',
  /** Follows `details`, for screen readers. */
  detailsOf: (name: string) => `of ${name}`,
  ends: (when: Html) => html`ends ${when}`,
  lastUsed: 'Last used',
  unused: 'not used for 90 days',
  remove: 'Remove access',
  /** Follows `remove`, for screen readers. */
  of: (name: string) => `of ${name}`,
  explained: (name: Html) =>
    html`${name} will no longer be able to act for you. If you want it back, it has to ask you again.`,
  removeTitle: (name: Html) => html`Remove the access of ${name}?`,
  removeAllTitle: 'Remove the access of every app?',
  removeAll: 'Remove all access',
  removeAllExplained:
    'Ends the access of every app at once, also of those on other pages of this list. Your account stays.',
  removeAllAsk: 'Every app will have to ask you again.',
  removeAllSubmit: 'Remove the access of every app',
};
