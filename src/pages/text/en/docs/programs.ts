/** English words of the documentation for programs beside clients: the management API and webhooks. */
import { type Html, html } from '../../../html.ts';

export const api = {
  lead: 'Manage applications, people, APIs, tokens and events from programs of your own.',
  token: {
    title: '1. Get a token',
    rules: [
      html`A person’s token with the scope <code>applications</code> manages the applications of that person, and nothing else.`,
      html`An application asks for the scope <code>admin</code> for itself and manages everything. An administrator gives it that right on its page in the administration.`,
    ],
    example: 'For an application with the right',
  },
  call: {
    title: '2. Call the API',
    example: 'List applications',
    rules: [
      html`Lists have up to 100 entries a page (<code>limit</code>) and <code>next_cursor</code> while there is more.`,
      html`Where the OpenAPI description names <code>Idempotency-Key</code>, a request with one takes effect once within a day, however often it is sent.`,
      html`A change needs <code>If-Match</code> with the <code>ETag</code> of what you read: 428 without it, 412 if somebody else was faster.`,
      html`Errors are <code>application/problem+json</code> (RFC 9457): <code>type</code> never changes, <code>help</code> says what to do, <code>errors</code> points at each faulty member.`,
      html`Secrets are shown once. The answer to a repeated request has <code>null</code> in their place.`,
    ],
  },
  operations: {
    title: 'Operations',
    text: (base: Html) =>
      html`All paths begin with ${base}. The OpenAPI 3.1 description has every parameter and answer, for code generators and API clients.`,
    description: 'Open the OpenAPI description',
    area: 'Area',
    operations: 'Operations',
  },
  areas: {
    applications: 'Applications',
    secrets: 'Client secrets',
    scopes: 'Scopes',
    resources: 'APIs',
    people: 'People',
    sessions: 'Sessions of a person',
    consents: 'Apps with access to an account',
    tokens: 'Tokens',
    webhooks: 'Webhooks',
    events: 'Audit log',
  },
};

export const webhooks = {
  lead: 'Your program hears of events within seconds, without having to ask.',
  add: {
    title: '1. Add an address',
    text: (link: (words: string) => Html) =>
      html`Open the tab <strong>Webhooks</strong> of ${link('your application')}. Administrators can add webhooks for all events of the service. The address begins with <code>https</code> and can be reached from the internet. You get a secret, once.`,
  },
  arrives: {
    title: '2. What arrives',
    text: (standard: Html) =>
      html`A signed POST, as ${standard} describes it; its libraries work as they are. Codes, tokens, secrets and the names of users are never sent.`,
    example: 'A delivery',
  },
  check: {
    title: '3. Check the signature',
    text: html`Put the secret into the environment as <code>WEBHOOK_SECRET</code>. For a day after a rotation there are two signatures; one of them has to match.`,
    legend: 'Checking in several languages',
    what: 'program',
  },
  answer: {
    title: '4. Answer',
    rules: [
      html`Answer with a status from 200 to 299 within five seconds, and do the work afterwards.`,
      html`A delivery can arrive more than once, always with the same <code>webhook-id</code>. Remember the ids for a few days.`,
      html`Events about the same account and application arrive in order.`,
      html`Without such an answer the delivery is repeated for three days, with growing pauses. Then, or after a 410, the webhook is switched off and its owner is told.`,
    ],
  },
};
