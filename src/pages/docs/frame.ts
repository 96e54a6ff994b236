/** What the pages of the documentation share: the frame with its tabs, and requests in several languages. */

import { type PageContext, workspaceFrame } from '../frame.ts';
import type { Child, Html } from '../html.ts';
import { codeTabs } from '../parts/copy.ts';
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
};

interface Docs {
  readonly page: DocsPage;
  readonly lead: string;
  readonly body: Child;
}

export function docsFrame(context: PageContext, { page, lead, body }: Docs): Html {
  const { docs } = context.text;
  // Object.keys loses the type of the keys.
  const pages = Object.keys(DOCS_PATHS) as DocsPage[];
  return workspaceFrame(context, {
    title: docs.pages[page],
    lead,
    navItem: 'docs',
    tabs: tabs({
      label: docs.title,
      tabs: pages.map((each) => ({ path: DOCS_PATHS[each], title: docs.pages[each], isCurrent: each === page })),
    }),
    body,
  });
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
