/** GET /oauth/applications/:id/connect: everything that a program needs to talk to this service as the application. */
import { pageReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { connectPage } from '../../pages/applications/connect.ts';
import { snippetValuesOf } from '../playground/stage.ts';
import { countedSubject, type ManagedClient } from './managed.ts';

export const showConnect: Handler<ManagedClient> = async (_request, world, { visitor, client }) => {
  const { homepageUrl, policyUrl, termsUrl, redirectUris } = client;
  const application = {
    ...(await countedSubject(world, client)),
    ...{ homepageUrl, policyUrl, termsUrl, redirectUris },
    baseUrl: world.settings.url,
  };
  const view = { application, values: snippetValuesOf(world, client) };
  return pageReply(visitor, (context) => connectPage(context, view));
};
