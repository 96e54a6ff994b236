/**
 * GET /oauth/applications/:id/families, /families/:family and /activity/events: what became of tokens, and all else; POST
 * /families/:family/revoke.
 */
import { revokeOneFamily } from '../../clients/ending.ts';
import { findFamilyOfRequest, findTimeline, listFamilies } from '../../clients/families.ts';
import { eventsOfClient } from '../../clients/view.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import { applicationEventsPage } from '../../pages/applications/activity/events.ts';
import { familyPath, tokenFamiliesPage, tokenFamilyPage } from '../../pages/applications/activity/families.ts';
import type { World } from '../../world.ts';
import { readNumber } from '../lists.ts';
import type { Confirmed, Posted } from '../needs.ts';
import { countedSubject, type ManagedClient } from './managed.ts';

export const showFamilies: Handler<ManagedClient> = async (request, world, { visitor, client }) => {
  const typed = (request.query.get('q') ?? '').trim().slice(0, LONGEST_TYPED);
  const found = typed === '' ? undefined : await soughtFamily(world, { visitor, client }, typed);
  if (found !== undefined) return leaveFor(visitor, familyPath(client.publicId, found));
  const [application, families] = await Promise.all([
    countedSubject(world, client),
    listFamilies(world, client, typed),
  ]);
  return pageReply(visitor, (context) => tokenFamiliesPage(context, { application, families, typed }));
};

const LONGEST_TYPED = 255;
const TRACE = /^[0-9a-f]{16}$/;

/** By the request ID of one of its requests, or its own number. A number may look like a request ID. */
async function soughtFamily(
  world: World,
  { visitor, client }: Pick<ManagedClient, 'visitor' | 'client'>,
  typed: string,
): Promise<number | undefined> {
  const traceId = typed.toLowerCase();
  const ofRequest = TRACE.test(traceId)
    ? await findFamilyOfRequest(world, client, { traceId, viewer: visitor.account })
    : undefined;
  if (ofRequest !== undefined) return ofRequest;
  const id = readNumber(typed);
  return id !== undefined && (await findTimeline(world, client, id)) ? id : undefined;
}

export const showApplicationEvents: Handler<ManagedClient> = async (_request, world, { visitor, client }) => {
  const [application, events] = await Promise.all([
    countedSubject(world, client),
    eventsOfClient(world, client, visitor.account),
  ]);
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
