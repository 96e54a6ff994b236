/** What the pages of the documentation share: the frame with its tabs, and requests in several languages. */

import { type PageContext, workspaceFrame } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { codeTabs } from '../parts/copy.ts';
import { named } from '../parts/name.ts';
import { tabs } from '../parts/tabs.ts';
import type { Text } from '../text/en.ts';
import { type ExampleName, exampleRequest } from './requests.ts';
import { requestSnippets } from './snippets/request.ts';
import type { SnippetValues } from './snippets/values.ts';

type DocsPage = keyof Text['docs']['pages'];

export const DOCS_PATHS: { readonly [Page in DocsPage]: string } = {
  start: '/docs',
  endpoints: '/docs/endpoints',
  tokens: '/docs/tokens',
  scopes: '/docs/scopes',
  errors: '/docs/errors',
  clients: '/docs/clients',
  protect: '/docs/protect',
  webhooks: '/docs/webhooks',
  api: '/docs/api',
};

/** Beside the list of all errors, the page that explains what this one is about. */
const DOCUMENTS: Readonly<Record<string, DocsPage>> = {
  invalid_client: 'endpoints',
  unauthorized_client: 'endpoints',
  unsupported_grant_type: 'endpoints',
  unsupported_response_type: 'endpoints',
  invalid_request: 'endpoints',
  untrusted_request: 'endpoints',
  invalid_grant: 'tokens',
  invalid_token: 'tokens',
  invalid_scope: 'scopes',
  insufficient_scope: 'scopes',
  invalid_target: 'protect',
};

/** The way from an error that an application was told to its documentation. */
export function documentLinks({ docs, refusals }: Text, error: string): Html {
  const page = Object.hasOwn(DOCUMENTS, error) ? DOCUMENTS[error] : undefined;
  const anchor = Object.hasOwn(refusals.error, error) ? `#sent-${error}` : '';
  return html`<p class="small">${docs.title}: ${page !== undefined && html`<a href="${DOCS_PATHS[page]}">${docs.pages[page]}</a> · `}<a href="${DOCS_PATHS.errors}${anchor}">${docs.pages.errors}</a></p>`;
}

interface Docs {
  readonly page: DocsPage;
  readonly lead: string;
  readonly body: Child;
}

export function docsFrame(context: PageContext, { page, lead, body }: Docs): Html {
  const { docs } = context.text;
  // Object.keys loses the type of the keys.
  const pages = Object.keys(DOCS_PATHS) as DocsPage[];
  const listed = pages.map((each) => ({
    path: DOCS_PATHS[each],
    title: docs.pages[each],
    isCurrent: each === page,
  }));
  return workspaceFrame(context, {
    title: docs.pages[page],
    lead,
    navItem: 'docs',
    pages: listed,
    tabs: html`<div class="where-narrow">${tabs({ label: docs.title, tabs: listed })}</div>`,
    body,
  });
}

/** The reader's own application, whose values stand in the snippets, and others to choose. */
export interface OwnApplication {
  readonly values: SnippetValues;
  readonly others: readonly { readonly clientId: string; readonly name: string }[];
}

/** The secret is not among the values: nobody can read it back. */
export function filledIn({ docs: { filled } }: Text, page: DocsPage, { values, others }: OwnApplication): Html {
  const links = others.map(
    ({ clientId, name }, index) =>
      html`${index > 0 && ', '}<a href="${DOCS_PATHS[page]}?client=${encodeURIComponent(clientId)}">${named(name)}</a>`,
  );
  return html`<p class="hint">${filled.with(html`<strong>${named(values.name)}</strong>`)}${values.isConfidential && html` ${filled.secret(html`<code>${values.secret}</code>`)}`}${others.length > 0 && html` ${filled.others(html`${links}`)}`}</p>`;
}

export function exampleTabs({ text }: PageContext, subject: SnippetValues, name: ExampleName): Html {
  const { docs } = text;
  const title = docs.endpoints.example[name];
  return codeTabs(text, {
    id: `example-${name}`,
    legend: docs.languages(title),
    what: docs.request,
    tabs: requestSnippets(exampleRequest(subject, name)).map(({ language, text: code }) => ({
      label: language,
      text: code,
    })),
  });
}
