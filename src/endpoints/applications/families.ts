/**
 * GET /oauth/applications/:id/families, /families/:family and /activity/events: what became of tokens, and all else; POST
 * /families/:family/revoke.
 */
import { revokeOneFamily } from '../../clients/ending.ts';
import { findTimeline, listFamilies } from '../../clients/families.ts';
import { eventsOfClient } from '../../clients/view.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import { applicationEventsPage } from '../../pages/applications/activity/events.ts';
import { familyPath, tokenFamiliesPage, tokenFamilyPage } from '../../pages/applications/activity/families.ts';
import { readNumber } from '../lists.ts';
import type { Confirmed, Posted } from '../needs.ts';
import { countedSubject, type ManagedClient } from './managed.ts';

export const showFamilies: Handler<ManagedClient> = async (_request, world, { visitor, client }) => {
  const page = { application: await countedSubject(world, client), families: await listFamilies(world, client) };
  return pageReply(visitor, (context) => tokenFamiliesPage(context, page));
};

export const showApplicationEvents: Handler<ManagedClient> = async (_request, world, { visitor, client }) => {
  const [application, events] = await Promise.all([countedSubject(world, client), eventsOfClient(world, client)]);
  const page = { application, events: events.map((event) => ({ ...event, applicationName: client.name })) };
  return pageReply(visitor, (context) => applicationEventsPage(context, page));
};

export const showFamily: Handler<ManagedClient> = async (request, world, { visitor, client }) => {
  const id = readNumber(request.parameters.family ?? '');
  const timeline = id === undefined ? undefined : await findTimeline(world, client, id);
  if (!timeline) return problemReply(visitor, { status: 404 });
  const application = await countedSubject(world, client);
  return pageReply(visitor, (context) => tokenFamilyPage(context, { ...timeline, application }));
};

export const submitFamilyRevocation: Handler<Confirmed<Posted<ManagedClient>>> = async (request, world, managed) => {
  const { visitor, client, actor } = managed;
  const familyId = readNumber(request.parameters.family ?? '');
  if (familyId === undefined) return problemReply(visitor, { status: 404 });
  const outcome = await revokeOneFamily(world, { publicId: client.publicId, familyId }, actor);
  if (outcome === 'unknown') return problemReply(visitor, { status: 404 });
  const done = outcome === 'revoked' ? 'family_revoked' : 'nothing_to_do';
  return leaveFor(visitor, `${familyPath(client.publicId, familyId)}?done=${done}`);
};
