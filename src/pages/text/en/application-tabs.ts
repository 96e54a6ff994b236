/** English words of an application's tabs beside the overview: credentials, permissions, users, settings. */
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const credentials = {
  title: 'Secrets',
  publicExplained: html`An application without a server keeps no secret, so it has none. It proves itself with PKCE: send <code>code_challenge</code> (S256), then <code>code_verifier</code>.`,
  noSecret: 'There is no secret, so this application cannot authenticate. Add one.',
  secret: 'Secret',
  created: 'Created',
  addedBy: (name: Html) => html`by ${name}`,
  lastUsed: 'Last used',
  ends: 'Expires',
  noEnd: 'never',
  remove: 'Remove',
  /** In the place of `remove`. */
  only: 'To remove it, add another secret first.',
  onlyLasting: 'Cannot be removed: the other one expires.',
  /** Follows `remove`, for screen readers. */
  removeWhich: (suffix: string) => `secret ending in ${suffix}`,
  neverUsed: 'It was never used, so nobody is locked out.',
  usedLast: (distance: Html) => html`It was last used ${distance}.`,
  lockedOut: 'Whoever still uses it is locked out at once.',
  removeSecret: 'Remove secret',
  removeTitle: (secret: Html) => html`Remove the secret ${secret}?`,
  rotation: 'Rotate the secret',
  rotationLead: 'You get a new secret at once. Choose how long the old one goes on working beside it.',
  overlap: 'The old secret',
  overlaps: {
    hour: { title: 'Works for one more hour', text: 'For one program that you can restart now.' },
    day: { title: 'Works for one more day', text: 'For several servers.' },
    week: { title: 'Works for seven more days', text: 'For a release that takes a while.' },
  },
  endsOn: (at: Html) => html`Until ${at}.`,
  rotate: 'Rotate secret',
  rotateBoth:
    'There are two secrets. A new one can replace both now. To let one of them go on working, remove the other first, or let it end.',
  orEnd: 'Or end the old one now',
  orEndText: 'For a secret that others may have seen.',
  replaceNow: 'Replace secret now',
  replaceTitle: (secret: Html) => html`Replace the secret ${secret} now?`,
  rotateAll: 'Replace both secrets',
  replaceAllTitle: (secrets: Html) => html`Replace both secrets (${secrets}) now?`,
  allLockedOut: 'Whoever still uses one of them is locked out at once.',
  orAdd: 'Or keep both',
  orAddText: 'A second secret without an end, for as long as you want to keep two.',
  addFirst: 'Add secret',
  addSecond: 'Add second secret',
};

export const permissions = {
  title: 'What it may ask for',
  lead: 'A user may leave out what is optional. Make required only what the application is useless without: whoever does not want to give it can only cancel.',
  machineLead: 'It asks no user: its tokens can have these scopes.',
  caption: 'Scopes of this application',
  scope: 'Scope',
  allows: 'What the user reads',
  meaning: 'What it allows',
  required: 'Required',
  isDefault: 'default',
  /** Follows `required`, for screen readers. */
  which: (scope: string) => `: ${scope}`,
  save: 'Save permissions',
  others: 'Others',
  none: 'It may ask for everything that this service has.',
  change: (edit: (words: string) => Html) =>
    html`The service also has the scopes below. ${edit('Edit the application')} to ask for one of them.`,
};

export const people = {
  back: 'Back to the overview',
  now: 'Users now',
  explained: 'People who allow this application access at this moment.',
  trend: 'The last 30 days',
  chart: (from: string, to: string) => `Users at the end of each day, from ${from} to ${to}`,
  arrivals: 'New users',
  arrivalsChart: (from: string, to: string) => `New users on each day, from ${from} to ${to}`,
  uses: 'Tokens',
  usesChart: (from: string, to: string) => `Tokens issued on each day, from ${from} to ${to}`,
  errors: 'Token requests refused',
  errorsChart: (from: string, to: string) => `Token requests refused on each day, from ${from} to ${to}`,
  most: (count: string) => `peak ${count}`,
  table: 'As a table',
  day: 'Day (UTC)',
  people: 'Users',
  arrived: 'New',
  left: 'Left',
  emptyTitle: 'Nobody uses it yet',
  emptyText:
    'As soon as somebody authorizes this application, you see here how many they are and how that changes from day to day. Who they are stays with them.',
  emptyMachine: 'It acts for itself alone, so no user authorizes it. Its tokens and refused requests are counted here.',
  emptyAction: 'Get your first token',
  private: 'We show counts, not people.',
};

export const settings = {
  details: 'Registration',
  logo: 'Logo',
  logoText:
    'Users see it beside the name when they are asked for access. Without one, a picture drawn from the client_id stands in for it.',
  logoSubmit: 'Upload logo',
  logoRemove: 'Remove logo',
  transfer: 'Transfer ownership',
  transferText:
    'Everything stays as it is for its users. The other account accepts first; until then nothing changes. You can no longer see or change the application afterwards.',
  transferTo: 'Nickname of the other account',
  transferSubmit: 'Offer application',
  offered: (nickname: Html, at: Html) => html`Offered to ${nickname} on ${at}. Nothing changes until it is accepted.`,
  offerEnds: (at: Html) => html`The offer ends on ${at}.`,
  withdraw: 'Withdraw offer',
  revocation: 'Revoke all tokens',
  revocationText: formats.boundedCounts({
    none: 'Nobody has given it access. Tokens of the application itself stop working.',
    one: '# user is signed out of it and asked again. Secrets and settings stay.',
    other: '# users are signed out of it and asked again. Secrets and settings stay.',
  }),
  revocationAsk: 'Every access token, refresh token and open code stops working at once.',
  revocationSubmit: 'Revoke all tokens',
  revocationTitle: (name: Html) => html`Revoke all tokens of ${name}?`,
  deletion: 'Delete application',
  deletionText: formats.boundedCounts({
    none: 'No user has given it access.',
    one: 'Ends the access of # user at once.',
    other: 'Ends the access of # users at once.',
  }),
  deletionExplained: 'There is a page to confirm it before anything happens.',
};

/** What is wrong with an uploaded picture, and what to do. */
export const pictureRules = {
  not_png: 'This is not a PNG file. Open the picture in any editor and save it as PNG.',
  damaged: 'This PNG file is damaged. Save it again and upload the new file.',
  unreadable: 'The pixels of this PNG file cannot be read. Save it again and upload the new file.',
  interlaced: 'This PNG file is interlaced. Save it without interlacing (“progressive”).',
  deep: 'This PNG file has 16 bits a channel. Save it with 8 bits.',
  too_small: 'This picture is smaller than 32 by 32 pixels. Save it larger.',
  too_large: 'This picture is larger than 512 by 512 pixels. Scale it down.',
  not_square: 'This picture is far from square. Crop it so that its sides are nearly equal.',
  unknown_part: 'This PNG file has parts that this service does not know. Save it as plain PNG.',
  file_large: 'This file is larger than 256 KiB. Scale the picture down or use fewer colours.',
  result_large: 'This picture does not fit into 256 KiB. Scale it down or use fewer colours.',
  missing: 'Choose a file first.',
};
