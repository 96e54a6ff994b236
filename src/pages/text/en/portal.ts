/** English words of the developer's portal: the list of applications, the form, the secret, the deletion. */
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const applications = {
  title: 'Your applications',
  lead: 'Programs and websites of yours that ask people for access.',
  register: 'Register application',
  emptyTitle: 'Register your first application',
  emptyText:
    'You give it a name and the address users come back to. You get a client_id and a client_secret, and commands to request your first token with.',
  name: 'Name',
  type: 'Type',
  users: 'Users',
  lastToken: 'Last token',
  created: 'Created',
  everybodys: 'Applications of all accounts',
  search: 'Name or client_id',
  sort: 'Sort by',
  states: { suspended: 'suspended', unused: 'unused for half a year' },
  orders: { created: 'Newest first', name: 'Name', users: 'Most users', last_token: 'Last token' },
  find: 'Find',
  nothingFound: 'Nothing found',
  nothingFoundText: (words: Html) => html`No application is called “${words}”, and none has it as its client_id.`,
  showAll: 'Show all applications',
  offers: 'Offered to you',
  offer: (owner: Html, distance: Html) => html`offered by ${owner} ${distance}`,
  offerText: formats.boundedCounts({
    none: 'Nobody uses it yet. If you accept, it is yours with everything it has, and its former owner can no longer change it.',
    one: '# person uses it. If you accept, it is yours with everything it has, and its former owner can no longer change it.',
    other:
      '# people use it. If you accept, it is yours with everything it has, and its former owner can no longer change it.',
  }),
  accept: 'Accept application',
  decline: 'Decline application',
};

/** The kinds of applications: a chip in lists, a title and a sentence where one is chosen. */
export const kinds = {
  web: {
    chip: 'web',
    title: 'Web application',
    text: 'Runs on a server of yours, which keeps a secret. Users come to it with a browser.',
  },
  spa: {
    chip: 'single-page',
    title: 'Single-page application',
    text: 'Runs in the user’s browser and keeps no secret. Must use PKCE (S256); users are asked every time on localhost or with a custom scheme.',
  },
  native: {
    chip: 'native',
    title: 'Native application',
    text: 'Installed on a phone or a computer; command-line tools too. Keeps no secret. Must use PKCE (S256); users are asked every time on localhost or with a custom scheme.',
  },
  machine: {
    chip: 'machine',
    title: 'Machine',
    text: html`A server, a job, a bot that acts for itself, without a user. Keeps a secret and asks for tokens with <code>client_credentials</code>.`,
  },
};

export const applicationForm = {
  newTitle: 'Register application',
  newLead: 'Users see the name and the description when you ask them for access. Use only what may be public.',
  newSubmit: 'Register application',
  trial: {
    title: 'Try it out',
    text: (uri: Html) =>
      html`Registers a test application that sends users to ${uri} on your computer. You can change everything later.`,
    submit: 'Register test application',
    name: 'Test application',
  },
  moreOptions: 'More options',
  editTitle: (name: string) => `Edit ${name}`,
  editHeading: (name: Html) => html`Edit ${name}`,
  editLead: 'Access that users have given stays as it is.',
  editSubmit: 'Save application',
  name: 'Application name',
  nameHint: 'Something users will recognize and trust.',
  description: 'Description',
  descriptionHint: 'One or two sentences, shown when users are asked.',
  homepage: 'Homepage',
  policy: 'Privacy policy',
  policyHint: 'Where users read what you do with their data. Starts with https://; linked when they are asked.',
  terms: 'Terms of service',
  termsHint: 'The terms users agree to. Starts with https://; linked when they are asked.',
  type: 'What is it?',
  typeHint: 'This decides what it needs and how it proves itself.',
  typeChange:
    'If you switch to single-page or native, all secrets are deleted at once. If you switch back, you get a new one. If you switch to machine, all redirect URIs are removed.',
  scopes: 'Scopes it may ask for',
  picked: (scopes: Html) =>
    html`Ticked by the link you followed, not saved yet: ${scopes}. Save if your application needs it.`,
  scopesHint: html`Ask for little: users refuse what they do not understand. You get refresh tokens without <code>offline_access</code>, and <code>openid</code> brings no ID token; both are there for libraries that always send them.`,
  isDefault: 'default',
  callback: 'Callback',
  issuer: html`Send <code>iss</code> in the callback`,
  issuerText: html`Tells your application which service answered, which stops mix-up attacks (RFC 9207). Leave it on. Turn it off only if your client library stops with an error about an unexpected <code>iss</code> and cannot be told the issuer.`,
};

export const redirectUris = {
  title: 'Redirect URIs',
  hint: html`Where users come back to, one address a row. It must match what you send as <code>redirect_uri</code> exactly.`,
  row: (number: number | string) => `Redirect URI ${number}`,
  add: 'Add another redirect URI',
  check: 'Check redirect URIs',
  forWeb: html`Usually one address of your server, such as <code>https://app.example.com/callback</code>, and <code>http://localhost/callback</code> to develop with.`,
  forSpa: html`The address of the page that receives the code, such as <code>https://app.example.com/callback</code>.`,
  forNative: html`A scheme of your own, such as <code>com.example.app:/callback</code>, or <code>http://127.0.0.1/callback</code> with whatever port is free.`,
  exact: 'Matches exactly this address and no other.',
  anyPort: (address: Html) => html`Matches ${address} with any port, or none.`,
  portPlace: 'any port',
  scheme: (scheme: Html) => html`Matches exactly and opens the application on the device that answers ${scheme} links.`,
  codePage: 'Nobody is redirected: a page of this service shows the code.',
  near: (row: number, differences: string) =>
    `The same as redirect URI ${row}, except for ${differences}. Keep both only if you send both.`,
  differences: {
    slash_extra: 'the slash at the end',
    slash_missing: 'the slash at the end',
    case: 'upper and lower case',
    www_extra: 'the www. in front',
    www_missing: 'the www. in front',
    port: 'the port',
    encoding: 'the percent-encoding',
  },
  and: ' and ',
  allowed: 'What is allowed',
  rules: [
    html`<code>https://</code> addresses, with a path and a query if you like, without a fragment (<code>#…</code>).`,
    html`<code>http://</code> only for this computer: <code>127.0.0.1</code>, <code>[::1]</code>, <code>localhost</code>. The port is ignored, so any free one works.`,
    html`Schemes of your own for installed applications: <code>com.example.app:/callback</code>.`,
    html`<code>urn:ietf:wg:oauth:2.0:oob</code> shows the code on a page for the user to copy.`,
    html`No wildcards, no user name or password in the address.`,
  ],
};

export const newSecret = {
  createdTitle: 'Application registered',
  createdLead: (name: Html) => html`${name} can now ask users for access.`,
  createdMachineLead: (name: Html) => html`${name} can now get tokens of its own.`,
  waitingLead: (name: Html) =>
    html`${name} is waiting for approval by an administrator. Until then only you can give it access.`,
  waitingMachineLead: (name: Html) =>
    html`${name} is waiting for approval by an administrator. Until then it gets no tokens.`,
  addedTitle: 'Secret added',
  addedLead: (name: Html) => html`${name} can use this secret at once. The older one goes on working.`,
  firstTitle: 'Secret added',
  firstLead: (name: Html) => html`${name} has a secret now and can use it at once.`,
  rotatedTitle: 'Secret rotated',
  rotatedLead: (name: Html) => html`${name} can use this secret at once.`,
  oldEnded: formats.counts({
    one: 'The old secret no longer works. Whoever still uses it is locked out.',
    other: 'The # old secrets no longer work. Whoever still uses one of them is locked out.',
  }),
  urisRemoved: formats.counts({
    one: 'Its redirect URI is removed: users cannot come back to it any more.',
    other: 'Its # redirect URIs are removed: users cannot come back to them any more.',
  }),
  oldEnds: (at: Html, distance: string) =>
    html`The old secret works until ${at}, which is ${distance}. Whoever still uses it then is locked out.`,
  once: 'Copy the secret now. You will not see it again.',
  care: 'Only a digest of it is kept here. Treat it like a password: not in a repository, not in a browser, not in an installed application. If it is lost, add another one and remove this.',
  download: 'Download as JSON',
  downloadEnv: 'Download as .env',
  firstToken: 'Get your first token',
  goOn: 'Continue to application',
};

/** The page before a change of the type that deletes something. */
export const losingChange = {
  title: (name: string) => `Change the type of ${name}`,
  heading: (name: Html) => html`Change the type of ${name}`,
  lead: (kind: string) => `New type: ${kind}. Nothing is saved yet.`,
  loses: (name: Html, lost: string) => html`${name} loses its ${lost}.`,
  secrets: formats.counts({ one: 'secret', other: '# secrets' }),
  redirectUris: formats.counts({ one: 'redirect URI', other: '# redirect URIs' }),
  and: ' and ',
  secretsLost:
    'Whoever still uses a secret is locked out at once, and the tokens that it got for itself end. If you switch back, you get a new secret.',
  redirectUrisLost: 'Users cannot come back to it any more. If you switch back, you have to enter redirect URIs again.',
  submit: 'Change type',
  back: 'Back to the form',
};

export const applicationDeletion = {
  title: (name: string) => `Delete ${name}`,
  heading: (name: Html) => html`Delete ${name}`,
  lead: 'Read what will be lost, then confirm with the name of the application.',
  usersLost: formats.boundedCounts({
    none: 'No user has given it access.',
    one: '# user loses access at once.',
    other: '# users lose access at once.',
  }),
  tokensLost: 'Every token and code it holds stops working.',
  nameLost: 'Its client_id and its secrets are gone and cannot be registered again.',
  submit: 'Delete application',
  back: 'Keep application',
};
