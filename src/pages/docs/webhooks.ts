/** The documentation for whoever receives webhooks: what arrives, how it is checked, and how it is answered. */
import type { PageContext } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { codeBlock, codeTabs } from '../parts/copy.ts';
import type { ServiceFacts } from './docs.ts';
import { docsFrame, filledIn, type OwnApplication } from './frame.ts';
import { exampleValues } from './snippets/values.ts';
import { WEBHOOK_SNIPPETS } from './snippets/webhook.ts';

const example = (clientId: string) => `POST /hooks/latchkey HTTP/1.1
content-type: application/json
webhook-id: msg_910000000000000_820000000000000
webhook-timestamp: 1794751500
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"type":"consent.revoked","timestamp":"2026-11-15T14:05:00.000Z","data":{"event_id":"910000000000000","client_id":${JSON.stringify(clientId)}}}`;

export function docsWebhooksPage(
  context: PageContext,
  { baseUrl }: ServiceFacts,
  own: OwnApplication | null = null,
): Html {
  const { text } = context;
  const words = text.docs.webhooks;
  const { clientId } = own?.values ?? exampleValues(baseUrl);
  const applications = (link: string) => html`<a href="/oauth/applications">${link}</a>`;
  return docsFrame(context, {
    page: 'webhooks',
    lead: words.lead,
    body: html`${section(words.add.title, html`<p>${words.add.text(applications)}</p>`)}
${section(
  words.arrives.title,
  html`<p>${words.arrives.text(html`<a href="https://www.standardwebhooks.com/" rel="noopener noreferrer nofollow" translate="no">Standard Webhooks</a>`)}</p>
${own && filledIn(text, 'webhooks', own)}
${codeBlock(text, { id: 'webhook-example', title: words.arrives.example, text: example(clientId), what: text.docs.request })}`,
)}
${section(
  words.check.title,
  html`<p>${words.check.text}</p>
${codeTabs(text, { id: 'webhook', legend: words.check.legend, what: words.check.what, tabs: WEBHOOK_SNIPPETS })}`,
)}
${section(words.answer.title, html`<ul class="rules-list">${words.answer.rules.map((rule) => html`<li>${rule}</li>`)}</ul>`)}`,
  });
}

function section(title: string, body: Child): Html {
  return html`<section class="section"><h2>${title}</h2>
${body}</section>`;
}
