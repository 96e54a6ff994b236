/** English words of consent: the decision, the code to copy, the list of authorised applications. */
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const consent = {
  title: (name: string) => `Authorize ${name}`,
  heading: (name: Html) => html`${name} wants access to your account`,
  by: (owner: Html) => html`by ${owner}`,
  tickOne: 'Tick at least one permission, or cancel.',
  able: 'It will be able to',
  untick:
    'Untick what you do not want to allow. It never sees your password, and cannot change it, your e-mail address or what other applications may do.',
  noPassword:
    'It never sees your password, and cannot change it, your e-mail address or what other applications may do.',
  more: formats.counts({
    one: 'It has access already and asks for # more permission.',
    other: 'It has access already and asks for # more permissions.',
  }),
  looping: (name: Html, most: string) =>
    html`${name} sent you here more than ${most} times within an hour. You allowed this before, so you would not be asked again otherwise. If you did not start this, cancel and tell its developer.`,
  namesake: (owner: Html) =>
    html`Another application, registered before this one by somebody else, has a name that looks the same. This one belongs to ${owner}. Go on only if that is the one you mean.`,
  lasts: 'How long access lasts',
  lasting: { day: 'One day', month: '30 days', until_removed: 'Until I remove it' },
  endsOn: (when: Html) => html`Ends ${when}.`,
  endsUnused: (period: string) => `Ends earlier if it goes unused for ${period}.`,
  replacesEnd: (when: Html) =>
    html`The access it has now ends ${when}. What you choose here takes its place, on all your devices.`,
  replacesOpen: 'It has access already. What you choose here counts for all of it, on all your devices.',
  remove: 'Remove it',
  removeWhere: (place: (words: string) => Html) =>
    html`at any time under ${place('Authorized applications')}, as a whole or one permission`,
  promises: 'Its own words',
  policy: 'Privacy policy',
  terms: 'Terms of service',
  checked: 'Checked',
  byNobody: (age: string, people: string) => `by nobody. Registered ${age}, used by ${people}.`,
  underADay: 'less than a day ago',
  people: formats.boundedCounts({ none: 'nobody yet', one: 'one person', other: '# people' }),
  approve: (name: Html) => html`Authorize ${name}`,
  deny: 'Cancel',
  signedInAs: (nickname: Html) => html`Signed in as <strong>${nickname}</strong>.`,
  notYou: 'Not you? Use another account',
};

export const destination = {
  afterwards: 'Then',
  showsCode: 'this site shows you a code to copy into the application',
  sendsTo: 'Sends you to',
  programHere: (host: string) => `a program on this computer (${host})`,
  opens: 'Opens',
  applicationHere: (scheme: string) => `the application on this device that answers ${scheme} links`,
};

export const outOfBand = {
  title: 'Your code',
  heading: (name: Html) => html`Your code for ${name}`,
  explained: (period: string) =>
    `Copy it into the application to finish. It works once, for ${period} after you gave access.`,
  code: 'Authorization code',
  what: 'the code',
  care: (name: Html) =>
    html`Whoever has this code can get the access you just gave. Enter it only in ${name}, and tell it to nobody.`,
  close: 'Done? You can close this page.',
};

export const authorized = {
  title: 'Authorized applications',
  lead: 'These applications may act for you. Removing access takes effect at once.',
  emptyTitle: 'No application may act for you',
  emptyText:
    'When an application asks for access and you authorize it, it is listed here with what it may do and when it last did, and with a way to remove its access.',
  by: (owner: Html) => html`by ${owner}`,
  may: 'May',
  since: 'Since',
  details: 'Permissions and devices',
  /** Follows `details`, for screen readers. */
  detailsOf: (name: string) => `of ${name}`,
  ends: 'Ends',
  lastUsed: 'Last used',
  remove: 'Remove access',
  /** Follows `remove`, for screen readers. */
  of: (name: string) => `of ${name}`,
  ofNow: (name: string) => `of ${name} now`,
  explained: (name: Html) =>
    html`${name} will no longer be able to act for you. If you want it back, it has to ask you again.`,
  removeAll: 'Remove all access',
  removeAllExplained:
    'Ends the access of every application at once, also of those on other pages of this list. Your account stays.',
  removeAllAsk: 'Every application will have to ask you again.',
  removeAllSubmit: 'Remove access of every application',
};
