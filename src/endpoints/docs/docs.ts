/** GET /docs and the pages below it: the documentation, with the addresses and settings of this service. */
import { type Client, findClient, listWholeClients } from '../../clients/find.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import type { Visitor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import { docsApiPage } from '../../pages/docs/api.ts';
import {
  docsClientsPage,
  docsEndpointsPage,
  docsScopesPage,
  docsStartPage,
  docsTokensPage,
  type ServiceFacts,
} from '../../pages/docs/docs.ts';
import { docsErrorsPage } from '../../pages/docs/errors.ts';
import type { OwnApplication } from '../../pages/docs/frame.ts';
import { docsPartsPage } from '../../pages/docs/parts.ts';
import { docsProtectPage } from '../../pages/docs/protect.ts';
import { docsWebhooksPage } from '../../pages/docs/webhooks.ts';
import type { PageContext } from '../../pages/frame.ts';
import type { Html } from '../../pages/html.ts';
import type { World } from '../../world.ts';
import { OPERATIONS } from '../api/operations.ts';
import type { VisitorContext } from '../needs.ts';
import { snippetValuesOf } from '../playground/stage.ts';

export const showDocsStart: Handler<VisitorContext> = ownDocumentation(docsStartPage);
export const showDocsEndpoints: Handler<VisitorContext> = ownDocumentation(docsEndpointsPage);
export const showDocsTokens: Handler<VisitorContext> = documentation(docsTokensPage);
export const showDocsScopes: Handler<VisitorContext> = documentation(docsScopesPage);
export const showDocsErrors: Handler<VisitorContext> = documentation(docsErrorsPage);
export const showDocsClients: Handler<VisitorContext> = ownDocumentation(docsClientsPage);
export const showDocsProtect: Handler<VisitorContext> = documentation(docsProtectPage);
export const showDocsWebhooks: Handler<VisitorContext> = ownDocumentation(docsWebhooksPage);
export const showDocsApi: Handler<VisitorContext> = ownDocumentation(docsApiPage);

/** For development: plain http is for loopback addresses alone, so only who runs the service sees it. */
export const showDocsParts: Handler<VisitorContext> = (_request, world, { visitor }) => {
  const isDevelopment = world.settings.url.startsWith('http:');
  return isDevelopment ? pageReply(visitor, docsPartsPage) : problemReply(visitor, { status: 404 });
};

/** Readable without an account: a developer decides by them whether to make one. */
function documentation(write: (context: PageContext, facts: ServiceFacts) => Html): Handler<VisitorContext> {
  return (_request, world, { visitor }) => {
    const facts = factsOf(world);
    return pageReply(visitor, (context) => write(context, facts));
  };
}

/** The same with the values of the reader's own application, for who is signed in and has one. */
function ownDocumentation(
  write: (context: PageContext, facts: ServiceFacts, own: OwnApplication | null) => Html,
): Handler<VisitorContext> {
  return async (request, world, { visitor }) => {
    const facts = factsOf(world);
    const own = await ownApplication(world, visitor, request.query.get('client'));
    return pageReply(visitor, (context) => write(context, facts, own));
  };
}

const MOST_OFFERED = 6;

/** The one that was asked for, or the newest; one without a redirect URI does not send users here. */
async function ownApplication(
  world: World,
  { account }: Visitor,
  asked: string | undefined,
): Promise<OwnApplication | null> {
  if (!account) return null;
  const newest = await listWholeClients(world, account.id, { below: undefined, most: MOST_OFFERED });
  const known = asked === undefined ? undefined : await findClient(asked, world);
  const fitting = (client: Client | undefined) =>
    client?.ownerId === account.id && client.redirectUris.length > 0 ? client : undefined;
  const chosen = fitting(known) ?? newest.find(fitting);
  if (!chosen) return null;
  const others = newest.filter((client) => client.id !== chosen.id && fitting(client));
  return {
    values: snippetValuesOf(world, chosen),
    others: others.map(({ publicId, name }) => ({ clientId: publicId, name })),
  };
}

function factsOf({ settings }: World): ServiceFacts {
  return {
    baseUrl: settings.url,
    registrationIsOpen: settings.applicationRegistration === 'everyone',
    operations: OPERATIONS,
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
