/** GET /docs and the pages below it: the documentation, with the addresses and settings of this service. */

import { pageReply, problemReply } from '../../http/browser/page.ts';
import { visitorOf } from '../../http/browser/visitor.ts';
import type { Reply, Request } from '../../http/request.ts';
import type { Handler, Route } from '../../http/route.ts';
import {
  docsClientsPage,
  docsEndpointsPage,
  docsScopesPage,
  docsStartPage,
  docsTokensPage,
  type ServiceFacts,
} from '../../pages/docs/docs.ts';
import { docsErrorsPage } from '../../pages/docs/errors.ts';
import { docsPartsPage, PARTS_PATH } from '../../pages/docs/parts.ts';
import type { PageContext } from '../../pages/frame.ts';
import type { Html } from '../../pages/html.ts';
import type { World } from '../../world.ts';

export const DOCS_ROUTES: readonly Route[] = [
  page('/docs', docsStartPage),
  page('/docs/endpoints', docsEndpointsPage),
  page('/docs/tokens', docsTokensPage),
  page('/docs/scopes', docsScopesPage),
  page('/docs/errors', docsErrorsPage),
  page('/docs/clients', docsClientsPage),
  { method: 'GET', path: PARTS_PATH, kind: 'page', handler: showParts },
];

/** Readable without an account: a developer decides by them whether to make one. */
function page(path: string, write: (context: PageContext, facts: ServiceFacts) => Html): Route {
  const handler: Handler = async (request, world) => {
    const facts = factsOf(world);
    return pageReply(await visitorOf(request, world), (context) => write(context, facts));
  };
  return { method: 'GET', path, kind: 'page', handler };
}

/** For development: plain http is for loopback addresses alone, so nobody but whoever runs the service sees it. */
async function showParts(request: Request, world: World): Promise<Reply> {
  const visitor = await visitorOf(request, world);
  const isDevelopment = world.settings.url.startsWith('http:');
  return isDevelopment ? pageReply(visitor, docsPartsPage) : problemReply(visitor, { status: 404 });
}

function factsOf({ settings }: World): ServiceFacts {
  return {
    baseUrl: settings.url,
    accessSeconds: settings.accessTokenSeconds,
    codeSeconds: settings.codeSeconds,
    refreshIdleSeconds: settings.refreshIdleSeconds,
    leewaySeconds: settings.refreshLeewaySeconds,
    scopes: Object.entries(settings.scopes).map(([name, { description, default: isDefault }]) => ({
      name,
      description,
      isDefault,
    })),
  };
}
