/** English words of the home page, sign-in, sign-up, setup and confirmation. */
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const home = {
  welcome: 'Welcome',
  promise: 'You decide what apps may do',
  explained: (service: Html) =>
    html`With ${service} you sign in to apps without giving them your password. You see what each one asks for, allow only what you want, and take it back whenever you like.`,
  signIn: 'Sign in',
  createAccount: 'Create an account',
  promisesTitle: 'What you can count on',
  promises: [
    {
      title: 'One permission at a time',
      text: 'Untick what an app does not need, now or later. It keeps working with the rest.',
    },
    {
      title: 'An end you choose',
      text: 'A day, 30 days, or until you remove it. Access that nobody uses ends by itself.',
    },
    { title: 'Nothing in secret', text: 'A timeline shows when each app was used, from where, and why access ended.' },
  ],
  /** The drawn consent card, which is a picture. */
  drawn: {
    heading: (service: Html) => html`Quill wants access to your ${service} account`,
    profile: 'See your profile',
    email: 'See your email address',
    write: 'Change your notes',
    lasts: 'Access lasts 30 days',
    deny: 'Cancel',
    approve: 'Authorize Quill',
  },
  building: 'Building an app?',
  firstStep: 'Create an account and register your application.',
  /** Where accounts are made by the operator. */
  firstStepSignedIn: 'Sign in and register your application.',
  testStep: 'Open its Test tab and get your first token, without writing code.',
  codeStep: 'Copy the code for your language. It already has the addresses of this service.',
  readDocs: 'Read the docs',
  unfinishedService: {
    title: 'Almost ready',
    heading: (service: Html) => html`${service} is running`,
    text: 'It has no administrator yet. Open the set-up link printed in the terminal where it was started.',
    again: 'The link works once, for an hour. Restart the service to print a new one.',
  },
  offered: formats.counts({
    one: 'Another account wants to give you # application.',
    other: 'Other accounts want to give you # applications.',
  }),
  offeredOne: (owner: Html, application: Html) => html`${owner} wants to give you the application ${application}.`,
  seeOffers: 'See what is offered',
  given: (owner: Html | null, application: Html) =>
    owner === null
      ? html`Your offer was accepted: ${application} belongs to another account now.`
      : html`${owner} accepted your offer: ${application} belongs to that account now.`,
  toApprove: formats.boundedCounts({
    one: '# application is waiting for an administrator to approve it.',
    other: '# applications are waiting for an administrator to approve them.',
  }),
  seeToApprove: 'Look at what is waiting',
  title: 'Home',
  greeting: (nickname: Html) => html`Welcome, ${nickname}`,
  suspended: (application: Html) =>
    html`An administrator has suspended ${application}. Its tokens are refused until that is lifted.`,
  reused: (application: Html, why: Html) =>
    html`A code or refresh token of ${application} was used twice, so its access was revoked. ${why}`,
  why: 'See what happened',
  webhookOff: (link: Html, app: Html) =>
    html`A webhook of ${app} was switched off, because its address does not take events: ${link}.`,
  serviceWebhookOff: (link: Html) =>
    html`A webhook of the whole service was switched off, because its address does not take events: ${link}.`,
  secretEnds: (secret: Html, application: Html, when: Html) =>
    html`The secret ${secret} of ${application} stops working on ${when}.`,
  build: 'Your applications',
  application: 'Application',
  users: 'Users',
  tokens: 'Tokens since yesterday',
  refused: 'Refused in 24 hours',
  nothingRefused: 'none',
  refusedCount: formats.counts({ one: '# refused', other: '# refused' }),
  allApplications: 'All applications',
  register: 'Register application',
  newcomer: {
    lead: (service: Html) =>
      html`${service} is your one account for apps: you sign in here, and each app gets only what you allow.`,
    apps: 'As soon as you sign in to an app with this account, it is listed here, and you can change or end its access.',
    profile: 'Complete your profile',
    build: 'Build an app',
    register: 'Register an application, or try it out with everything filled in',
  },
  checklist: {
    title: 'Get started',
    done: '(done)',
    account: 'Create an account',
    registered: (application: Html) => html`Register an application: ${application}`,
    token: 'Get your first token',
    next: 'Get your first token',
  },
  use: 'Apps with access',
  permissions: formats.counts({ one: '# permission', other: '# permissions' }),
  noAccess: 'No apps have access to your account.',
  review: 'Review access',
  reviewAll: 'Review all',
  forDevelopers: 'Building an app?',
  forDevelopersText:
    'Register an application to get its client_id and secret, then walk through the whole flow in its Test tab.',
  openAdministration: 'Open administration',
  administer: (administration: Html) => html`You’re an administrator. ${administration}`,
};

export const signIn = {
  title: 'Sign in',
  continueTo: (application: Html) => html`to continue to <strong>${application}</strong>`,
  name: 'Nickname or email',
  password: 'Password',
  submit: 'Sign in',
  wrong: 'Wrong nickname, email or password. After too many tries, wait a few minutes and try again.',
  disabled: 'This account is disabled.',
  disabledBecause: (reason: Html) => html`Reason: ${reason}`,
  disabledAsk: (contact: Html | null) =>
    contact === null
      ? html`Ask the operator of this service.`
      : html`If you think this is a mistake, write to ${contact}.`,
  forgotten: {
    title: 'Forgot your password?',
    text: (contact: Html | null) =>
      html`The operator of this service can give you a link that signs you in once and lets you choose a new password${contact === null ? '.' : html`: ${contact}`}`,
  },
  kept: 'You were signed out, so nothing has been saved yet. Sign in, and the form comes back with what you entered.',
  noAccount: 'No account yet?',
  createAccount: 'Create an account',
};

export const signUp = {
  title: 'Create an account',
  submit: 'Create account',
  haveOne: 'Already have one?',
  signIn: 'Sign in',
  nickname: 'Nickname',
  nicknameHint: 'Everybody can see it. You can change it later.',
  email: 'Email',
  emailHint: 'Apps see it only if you allow it. Administrators of this service can see it.',
  password: 'Password',
  passwordHint: formats.counts({
    one: 'At least # character. A few unrelated words are strong and easy to keep.',
    other: 'At least # characters. A few unrelated words are strong and easy to keep.',
  }),
};

export const setup = {
  title: 'Create the first administrator',
  explained: (service: Html) =>
    html`${service} is running and has no administrator yet. The account you create here becomes one, and this link stops working.`,
  submit: 'Create administrator',
  deadTitle: 'This set-up link no longer works',
  deadText: 'It was used, or is older than an hour.',
  deadNext: (command: Html) =>
    html`If there is an administrator, sign in. Otherwise restart the service to print a new link, or run ${command} on the server.`,
  deadSignIn: 'Sign in',
};

/** Of a form that lets somebody in and came twice, with something else the second time. */
export const sentTwice = {
  title: 'You’re signed in',
  text: 'You sent this form twice, with different details. The first one counts; what you typed after that was not saved.',
  account: (nickname: Html) => html`Your account is ${nickname}.`,
  accountWith: (nickname: Html, email: Html) => html`Your account is ${nickname}, with the address ${email}.`,
  passwordSet: 'Your password is the one you sent first.',
  passwordKept: 'Your password is still the one you had: the first form had none.',
  next: 'Continue',
};

export const confirm = {
  title: 'Confirm it’s you',
  ask: (nickname: Html, purpose: string) =>
    html`Signed in as ${nickname}. Enter your password once more to ${purpose}.`,
  purposes: {
    delete_application: 'delete the application',
    add_secret: 'add a secret',
    rotate_secret: 'rotate the secret',
    remove_secret: 'remove the secret',
    revoke_tokens: 'revoke all tokens',
    revoke_family: 'revoke this token family',
    add_redirect_uri: 'add the redirect URI',
    transfer_application: 'transfer the application',
    accept_application: 'accept the application',
    change_application: 'change the application',
    change_access: 'change which apps have access',
    change_account: 'change your account',
    download_data: 'download your data',
    disable_person: 'disable the account',
    edit_person: 'edit the account',
    delete_person: 'delete the account',
    enable_person: 'enable the account',
    sign_out_person: 'sign the person out everywhere',
    suspend_application: 'suspend the application',
    lift_suspension: 'lift the suspension',
    administer: 'act as an administrator',
    go_on: 'continue',
  },
  submit: 'Confirm password',
  leave: 'Cancel, change nothing',
};
