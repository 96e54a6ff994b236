/** English words of the administration of APIs that tokens are for. */
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const resourceList = {
  title: 'APIs',
  lead: 'APIs that tokens of this service are for. Each asks with its own credentials whether a token is good.',
  add: 'Register API',
  name: 'API',
  identifier: 'Identifier',
  scopes: 'Scopes',
  source: 'Described by',
  configured: 'configuration',
  made: 'administrators',
  created: 'Registered',
  protect: (link: (words: string) => Html) => html`${link('Protect your API')}: programs and a proxy to copy.`,
  emptyTitle: 'No API is registered',
  emptyText: 'Tokens can be used with this service itself. Register an API so that it can check tokens, too.',
};

export const resourceForm = {
  newTitle: 'Register API',
  newLead: 'Applications name it when they ask for tokens, and people read its name when they decide.',
  identifier: 'Identifier',
  identifierHint: html`An absolute URI, such as <code>https://api.example.org/</code>. Applications send it as <code>resource</code>, character by character; it cannot be changed later.`,
  name: 'Name',
  nameHint: 'People read it on the consent page.',
  scopes: 'Scopes',
  scopesHint: 'What a token for this API may carry. They come from the catalogue of this service.',
  seconds: 'Lifetime of access tokens, in seconds',
  secondsHint: 'Empty: as long as all others.',
  plainLegend: 'Tokens without an API',
  plain: 'Also accept tokens that name no API',
  plainText: html`For a platform with a single API, whose applications do not send <code>resource</code>: tokens with one of its scopes.`,
  newSubmit: 'Register API',
};

export const resourcePage = {
  identifier: 'Identifier',
  metadata: 'Metadata (RFC 9728)',
  people: 'People who gave access to it',
  credentials: 'Credentials',
  credentialsLead: 'With these the API asks about tokens and hears of revocations. They open nothing else.',
  noSecret: 'It has no secret yet, so it cannot ask about tokens.',
  makeSecret: 'Make a secret',
  settings: 'Settings',
  configured: (setting: Html) => html`The setting ${setting} describes this API. Change it there.`,
  save: 'Save settings',
  remove: 'Delete this API',
  removeExplained: 'Every token that is for it ends at once. There is a page to confirm it before anything happens.',
  back: 'All APIs',
  secretTitle: 'New secret',
  secretLead: (name: Html) => html`Put it into the configuration of ${name} now.`,
  goOn: 'Go on to the API',
};

export const resourceDeletion = {
  title: (name: string) => `Delete ${name}`,
  heading: (name: Html) => html`Delete ${name}`,
  lead: 'It can no longer ask about tokens, and no token can be for it.',
  peopleLost: formats.boundedCounts({
    none: 'Nobody has given access to it.',
    one: 'Access that # person gave ends.',
    other: 'Access that # people gave ends.',
  }),
  tokensLost: 'Every token that is for it ends, also if the API is registered again.',
  submit: 'Delete for good',
  back: 'Keep it',
};
