/** The documentation of the management API: who may call it, how, and which operations there are. */
import { API_BASE } from '../../protocol/api/operation.ts';
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import type { PageContext } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { codeBlock } from '../parts/copy.ts';
import { table } from '../parts/table.ts';
import type { ServiceFacts } from './docs.ts';
import { docsFrame, filledIn, type OwnApplication } from './frame.ts';
import { shellString } from './snippets/quote.ts';
import { exampleValues } from './snippets/values.ts';

export function docsApiPage(
  context: PageContext,
  { baseUrl, operations }: ServiceFacts,
  reader: OwnApplication | null = null,
): Html {
  const { text } = context;
  const words = text.docs.api;
  // Only an application with a secret gets tokens of its own.
  const own = reader?.values.isConfidential === true ? reader : null;
  const { clientId } = own?.values ?? exampleValues(baseUrl);
  const token = `curl '${baseUrl}${ENDPOINT_PATHS.token}' \\
  -d grant_type=client_credentials -d scope=admin \\
  --data-urlencode ${shellString(`client_id=${clientId}`)} -d client_secret=YOUR_CLIENT_SECRET`;
  const call = `curl '${baseUrl}${API_BASE}/applications?limit=10' \\
  -H 'Authorization: Bearer ACCESS_TOKEN'`;
  const areas = Map.groupBy(operations, ({ tag }) => tag);
  return docsFrame(context, {
    page: 'api',
    lead: words.lead,
    body: html`${section(
      words.token.title,
      html`<ul class="rules-list">${words.token.rules.map((rule) => html`<li>${rule}</li>`)}</ul>
${own && filledIn(text, 'api', own)}
${codeBlock(text, { id: 'api-token', title: words.token.example, text: token, what: text.docs.request })}`,
    )}
${section(
  words.call.title,
  html`${codeBlock(text, { id: 'api-call', title: words.call.example, text: call, what: text.docs.request })}
<ul class="rules-list">${words.call.rules.map((rule) => html`<li>${rule}</li>`)}</ul>`,
)}
${section(
  words.operations.title,
  html`<p>${words.operations.text(html`<code dir="ltr">${API_BASE}</code>`)}</p>
<div class="actions">${buttonLink('/openapi.json', 'secondary', words.operations.description)}</div>
${table({
  caption: words.operations.title,
  columns: [{ title: words.operations.area }, { title: words.operations.operations }],
  rows: [...areas].map(([area, own]) => [words.areas[area], listed(own)]),
})}`,
)}`,
  });
}

function listed(operations: ServiceFacts['operations']): Html {
  const rows = operations.map(
    ({ method, path }) => html`<li><code class="long-value" dir="ltr">${method} ${path}</code></li>`,
  );
  return html`<ul class="plain">${rows}</ul>`;
}

function section(title: string, body: Child): Html {
  return html`<section class="section"><h2>${title}</h2>
${body}</section>`;
}
