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
  redirectUris: 'Redirect URIs',
  users: 'Users',
  created: 'Created',
  confidential: 'confidential',
  confidentialTitle: 'Keeps a secret on a server',
  public: 'public',
  publicTitle: 'Runs on the user’s device and has no secret',
};

export const applicationForm = {
  newTitle: 'Register application',
  newLead: 'Users see the name and the description when you ask them for access. Use only what may be public.',
  newSubmit: 'Register application',
  editTitle: (name: string) => `Edit ${name}`,
  editHeading: (name: Html) => html`Edit ${name}`,
  editLead: 'Access that users have given stays as it is.',
  editSubmit: 'Save application',
  name: 'Application name',
  nameHint: 'Something users will recognise and trust.',
  description: 'Description',
  descriptionHint: 'One or two sentences, shown when users are asked.',
  homepage: 'Homepage',
  logo: 'Logo address',
  logoHint: 'Kept with the application. These pages show a drawn picture and load nothing from elsewhere.',
  type: 'Type',
  confidential: 'Confidential',
  confidentialText: 'Runs on a server of yours and can keep a secret. Authenticates with client_secret.',
  public: 'Public',
  publicText:
    'Runs on the user’s device or in the browser and cannot keep a secret. Must use PKCE (S256); users are asked every time.',
  scopes: 'Scopes it may ask for',
  scopesHint: 'Ask for little: users refuse what they do not understand.',
  isDefault: 'default',
  callback: 'Callback',
  issuer: html`Send <code>iss</code> in the callback`,
  issuerText: html`Tells your application which service answered, which stops mix-up attacks (RFC 9207). Leave it on. Turn it off only if your client library stops with an error about an unexpected <code>iss</code> and cannot be told the issuer.`,
};

export const redirectUris = {
  title: 'Redirect URIs',
  hint: html`Where users come back to, one address a row. It must equal what you send as <code>redirect_uri</code>, letter by letter.`,
  row: (number: number | string) => `Redirect URI ${number}`,
  add: 'Add another redirect URI',
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
  addedTitle: 'Secret added',
  addedLead: (name: Html) => html`${name} can use this secret at once. The older one works until you remove it.`,
  once: 'Copy the secret now. You will not see it again.',
  care: 'Only a digest of it is kept here. Treat it like a password: not in a repository, not in a browser, not in an installed application. If it is lost, add another one and remove this.',
  download: 'Download as JSON',
  goOn: 'Continue to application',
};

export const applicationDeletion = {
  title: (name: string) => `Delete ${name}`,
  heading: (name: Html) => html`Delete ${name}`,
  lead: 'Read what will be lost, then confirm with the name of the application.',
  usersLost: formats.counts({
    none: 'No user has given it access.',
    one: '# user loses access at once.',
    other: '# users lose access at once.',
  }),
  tokensLost: 'Every token and code it holds stops working.',
  nameLost: 'Its client_id and its secrets are gone and cannot be registered again.',
  submit: 'Delete application',
  back: 'Keep application',
};
