/** English words of one application: its overview, its registration, how to connect to it. */
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const application = {
  users: formats.boundedCounts({ none: 'no users', one: '# user', other: '# users' }),
  created: (day: Html) => html`created ${day}`,
  changed: (distance: Html) => html`changed ${distance}`,
  edit: 'Edit application',
  tabs: {
    overview: 'Overview',
    connect: 'Connect',
    credentials: 'Credentials',
    activity: 'Activity',
    test: 'Test',
    webhooks: 'Webhooks',
    settings: 'Settings',
  },
  /** The pages of a tab that has several. */
  views: {
    requests: 'Requests',
    families: 'Tokens',
    events: 'Events',
    general: 'General',
    permissions: 'Permissions',
  },
  status: 'Status',
  active: 'Active',
  suspended: 'Suspended',
  identity: 'Identity',
  lastUse: 'Last used',
  lastToken: 'Last token',
  figures: 'The last 30 days',
  figureUsers: 'Users now',
  figureTokens: 'Tokens issued',
  figureErrors: 'Token requests refused',
  refusals: 'Refused lately',
  allRefusals: 'All refused requests',
  noRefusals: 'Nothing was refused in the last 7 days.',
  noRedirects: 'none: a machine is never redirected to',
  registration: 'Registration',
  type: 'Type',
  confidential: 'confidential: it keeps a secret',
  public: 'public: it keeps no secret',
  redirectUris: 'Redirect URIs',
  scopes: 'Scopes',
  homepage: 'Homepage',
  issuer: html`<code>iss</code> in the callback`,
  issuerSent: (address: Html) => html`sent: ${address}`,
  issuerNotSent: 'not sent',
  limit: 'Limits',
  limits: {
    token_requests: 'Token requests a minute, for each kind of grant',
    api_requests: 'Requests to the management API a minute, for each account',
    codes_per_user: 'Codes for one user an hour, before the user is asked again',
  },
  noLimit: 'none: limits are switched off',
  nextWalk: 'It has not received a token yet. Walk through the whole flow in this browser: it takes a minute.',
  nextCommand: 'It has not received a token yet. One command asks for one.',
  next: 'Get your first token',
};

export const connect = {
  addresses: 'Addresses',
  addressesLead: 'Most libraries need the metadata address alone: they find the others there.',
  allAddresses: 'All addresses',
  files: 'All of it as a file, without a secret:',
  downloadJson: 'Download as JSON',
  downloadEnv: 'Download as .env',
  commands: 'Requests',
  commandsLead: 'Ready to copy, with the values of this application.',
  putSecret: (place: Html) => html`Put your secret in the place of ${place}.`,
  putPrinted:
    'Other words in capitals stand for what the steps before gave you: the verifier, the code from the address you come back to, the tokens.',
  orTest: 'Or walk through them in this browser.',
  libraries: 'Client libraries',
  librariesLead: 'With the values of this application filled in.',
  legend: 'Client libraries',
  /** Follows the word "Copy", for screen readers. */
  what: 'snippet',
};

/** `what` follows the word "Copy", for screen readers. */
export const snippets = {
  authorize: {
    title: '1. Make a verifier, then open the printed address in a browser',
    what: 'authorization program',
  },
  token: { title: '2. Exchange the code for tokens', what: 'token request' },
  whoami: { title: '3. Ask who the user is', what: 'whoami request' },
  refresh: { title: '4. Refresh, once the access token has expired', what: 'refresh request' },
  client: { title: 'Or: a token for the application itself, without a user', what: 'client credentials request' },
  clientOnly: { title: 'Ask for a token', what: 'token request' },
};

export const endpoints = {
  authorize: 'Authorization',
  token: 'Token',
  revoke: 'Revocation',
  introspect: 'Introspection',
  whoami: 'Who am I',
  metadata: 'Metadata',
  issuer: 'Issuer',
  /** Follows the word "Copy", for screen readers. */
  addressOf: (label: string) => `${label} address`,
};

/** About applications that wait for approval, for their owners and for administrators. */
export const approval = {
  /** What the owner reads on the application's pages. */
  forOwner: {
    waitsNew:
      'This application is waiting for approval by an administrator. Until then only you can sign in with it: build and test it, the playground included. Everybody else is told to wait, and it gets no tokens of its own.',
    waitsChanged:
      'You changed this application, so it is waiting for approval again. Until then only you can give it access; access that people gave it before stays.',
    declined: (because: Html) =>
      html`An administrator did not approve this application: “${because}” Only you can sign in with it. Fix what the reason says, then ask again.`,
    askAgain: 'Ask again',
    status: { waiting: 'Waiting for approval', declined: 'Not approved' },
  },
  home: {
    waiting: (application: Html) => html`${application} is waiting for approval. Until then only you can use it.`,
    declined: (application: Html) => html`${application} was not approved. Read why, and ask again once that is fixed.`,
  },
  /** Above the form of an application. */
  form: {
    new: 'An administrator has to approve the application before others can use it. You can use it yourself at once.',
    change:
      'Changing the name, homepage, logo or type, or adding a redirect URI or a permission, needs approval again. Until an administrator has looked, only you can give it access. Existing access keeps working.',
  },
  /** For administrators, on the page of the application. */
  judging: {
    waitsNew: (at: Html) => html`Waiting for approval since ${at}`,
    waitsChanged: (at: Html) => html`Changed, and waiting for approval since ${at}`,
    declined: 'Not approved',
    because: 'Reason',
    explainedNew:
      'Only its owner can sign in with it so far. Look at its name, owner, homepage, redirect URIs and scopes below before you let others do so.',
    explainedChanged: 'Until you decide, only its owner can give it access. Existing access keeps working.',
    changed: 'Changed since it was approved',
    fields: {
      name: 'Name',
      owner: 'Owner',
      description: 'Description',
      logo: 'Logo',
      homepage_url: 'Homepage',
      policy_url: 'Privacy policy',
      terms_url: 'Terms of service',
      type: 'Type',
      redirect_uri: 'Redirect URIs',
    },
    addedScopes: (scopes: Html) => html`New scopes: ${scopes}`,
    removedScopes: (scopes: Html) => html`No longer asked for: ${scopes}`,
    addedRedirects: (addresses: Html) => html`New redirect URIs: ${addresses}`,
    removedRedirects: (addresses: Html) => html`Redirect URIs removed: ${addresses}`,
    formerly: (was: Html) => html`, formerly ${was}`,
    formerlyEmpty: ', formerly empty',
    nowBelow: 'What it says now is shown below.',
    /** For what has waited since before former values were kept. */
    formerUnknown: 'Former values are known of scopes only. What it says now is shown below.',
    approve: 'Approve application',
    decline: 'Decline application',
    reason: 'Reason',
    reasonHint:
      'For declining: one or two plain sentences for the owner, who can change the application and ask again.',
  },
  /** For administrators, on the page of a person. */
  developer: {
    title: 'Development',
    is: 'May register applications.',
    isNot: 'May not register applications.',
    give: {
      label: 'Allow registering applications',
      title: (nickname: Html) => html`Let ${nickname} register applications?`,
      lost: 'This person becomes a developer, who can register applications here and be given some.',
    },
    take: {
      label: 'Remove as developer',
      title: (nickname: Html) => html`Remove ${nickname} as developer?`,
      lost: 'No further applications can be registered. Those that exist stay, with all their access.',
    },
  },
  /** In place of the empty list, for people who may not register. */
  notYours: {
    title: 'No applications',
    text: 'Not everyone can register applications here. Ask the operator of this service if you need one.',
  },
  chips: { waiting: 'waiting for approval', declined: 'not approved' },
};
