/** GET /oauth/applications/:id/families and /families/:family: what became of an application's tokens. */
import { findTimeline, listFamilies } from '../../clients/families.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { tokenFamiliesPage, tokenFamilyPage } from '../../pages/applications/families.ts';
import { countedSubject, type ManagedClient } from './managed.ts';

export const showFamilies: Handler<ManagedClient> = async (_request, world, { visitor, client }) => {
  const page = { application: await countedSubject(world, client), families: await listFamilies(world, client) };
  return pageReply(visitor, (context) => tokenFamiliesPage(context, page));
};

export const showFamily: Handler<ManagedClient> = async (request, world, { visitor, client }) => {
  const id = readNumber(request.parameters.family ?? '');
  const timeline = id === undefined ? undefined : await findTimeline(world, client, id);
  if (!timeline) return problemReply(visitor, { status: 404 });
  const application = await countedSubject(world, client);
  return pageReply(visitor, (context) => tokenFamilyPage(context, { ...timeline, application }));
};

function readNumber(text: string): number | undefined {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : undefined;
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
}
