/** English words of the home page, sign-in, sign-up, setup and confirmation. */
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const home = {
  welcome: 'Welcome',
  promise: 'Your account, your say',
  explained: (service: Html) =>
    html`${service} lets applications act for you, only with your permission and only as far as you allow. You can take any permission back at any time.`,
  signIn: 'Sign in',
  createAccount: 'Create an account',
  building: 'Building something?',
  steps: [
    'Sign in, or create an account.',
    'Register an application: a name, and where users come back to.',
    'Walk through the flow in its tab Test, and hold your first token.',
  ],
  endpoints: (docs: (words: string) => Html, metadata: (words: string) => Html) =>
    html`All of it is in the ${docs('documentation')}; libraries read the endpoints from the ${metadata('service metadata')}.`,
  offered: formats.counts({
    one: 'Another account wants to give you # application.',
    other: 'Other accounts want to give you # applications.',
  }),
  seeOffers: 'See what is offered',
  unfinished: (name: Html) => html`${name} is registered and has not received a token yet.`,
  firstToken: 'Request its first token',
  title: 'Home',
  greeting: (nickname: Html) => html`Welcome, ${nickname}`,
  lead: 'What you build, and what may act for you.',
  build: 'Applications you build',
  owned: formats.counts({
    none: 'Register an application to get its client_id and secret, and send your first user through.',
    one: 'You own # application.',
    other: 'You own # applications.',
  }),
  register: 'Register application',
  open: 'Open applications',
  use: 'Applications you use',
  authorized: formats.counts({
    none: 'No application may act for you. Those you authorize will be listed, each with a way to remove its access.',
    one: '# application may act for you.',
    other: '# applications may act for you.',
  }),
  review: 'Review access',
  administer: (administration: (words: string) => Html, command: Html) =>
    html`You administer this service: people, applications and events are in the ${administration('administration')}. What is not there is done on the server with ${command}.`,
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
  email: 'E-mail',
  emailHint: 'Only applications that you allow can see it.',
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
};

export const confirm = {
  title: 'Confirm it is you',
  ask: (nickname: Html, purpose: string) =>
    html`Signed in as ${nickname}. Enter your password once more to ${purpose}.`,
  purposes: {
    delete_application: 'delete the application',
    add_secret: 'add a secret',
    rotate_secret: 'rotate the secret',
    remove_secret: 'remove the secret',
    revoke_tokens: 'revoke all tokens',
    add_redirect_uri: 'add the redirect URI',
    transfer_application: 'transfer the application',
    accept_application: 'accept the application',
    change_application: 'change the application',
    change_access: 'change which apps have access',
    change_account: 'change your account',
    download_data: 'download your data',
    disable_person: 'disable the account',
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
