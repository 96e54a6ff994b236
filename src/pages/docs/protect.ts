/** The documentation for whoever runs an API: how it finds out whose a token is, with the addresses of this service. */
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import type { PageContext } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { codeBlock, codeTabs } from '../parts/copy.ts';
import { table } from '../parts/table.ts';
import type { ServiceFacts } from './docs.ts';
import { docsFrame } from './frame.ts';
import { API_SNIPPETS } from './snippets/protected-api.ts';

export const PROTECT_PATH = '/docs/protect';

const RESOURCE = 'https://api.example.org/';
const COMMAND = `bin/latchkey resources create --identifier ${RESOURCE} --name "Example API" \\
  --scope "notes:read notes:write" --json`;

export function docsProtectPage(context: PageContext, { baseUrl }: ServiceFacts): Html {
  const { text } = context;
  const words = text.docs.protect;
  const resources = (link: string) => html`<a href="/admin/resources">${link}</a>`;
  const address = (path: string) => html`<code class="long-value" dir="ltr">${baseUrl}${path}</code>`;
  const snippets = API_SNIPPETS.map(({ label, write }) => ({ label, text: write({ baseUrl, resource: RESOURCE }) }));
  return docsFrame(context, {
    page: 'protect',
    lead: words.lead,
    body: html`${section(
      words.register.title,
      html`<p>${words.register.text(resources)}</p>
${codeBlock(text, { id: 'register-api', title: words.register.command, text: COMMAND, what: words.register.what })}
<p>${words.register.ask(html`<code>resource=${RESOURCE}</code>`)}</p>`,
    )}
${section(
  words.check.title,
  html`<p>${words.check.text}</p>
${codeTabs(text, { id: 'api', legend: words.check.legend, what: words.check.what, tabs: snippets })}
<ul class="rules-list">${words.check.rules.map((rule) => html`<li>${rule}</li>`)}</ul>`,
)}
${section(
  words.addresses.title,
  table({
    caption: words.addresses.title,
    columns: [{ title: words.addresses.what }, { title: words.addresses.address }],
    rows: [
      [words.addresses.introspect, address(ENDPOINT_PATHS.introspect)],
      [words.addresses.check, address(ENDPOINT_PATHS.check)],
      [words.addresses.revocations, address(ENDPOINT_PATHS.revocations)],
    ],
  }),
)}`,
  });
}

function section(title: string, body: Child): Html {
  return html`<section class="section"><h2>${title}</h2>
${body}</section>`;
}
