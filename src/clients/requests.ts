/** The refused requests of an application, for those who may see it: the list, and everything about one. */
import type { Source } from '../protocol/event.ts';
import { type Fact, factIn, numberIn } from '../protocol/refusals/facts.ts';
import type { RefusedRequest, RefusingEndpoint } from '../protocol/refusals/refused-request.ts';
import { findEventAt } from '../storage/tables/events/events.ts';
import {
  findByShortTrace,
  findPublicId,
  findRefused,
  listRefused,
  listRefusedKinds,
  type RefusedFilter,
} from '../storage/tables/events/refused-requests.ts';
import { firstIdOf, type World } from '../world.ts';
import { type Client, findManagedClient, type Viewer } from './find.ts';

export type { RefusedFilter } from '../storage/tables/events/refused-requests.ts';

const PAGE = 50;

interface RefusedPage {
  readonly requests: readonly RefusedRequest[];
  readonly hasMore: boolean;
  /** What the whole log has, for the filters. */
  readonly endpoints: readonly RefusingEndpoint[];
  readonly errors: readonly string[];
}

/** Pages are counted from 1. Deferred writes are flushed first, so that a failure of just now is listed. */
export async function listRequests(
  world: World,
  client: Client,
  filter: RefusedFilter,
  page: number,
): Promise<RefusedPage> {
  await world.refusals.flush();
  const [found, kinds] = await Promise.all([
    listRefused(world.database, client.id, filter, { skip: (page - 1) * PAGE, most: PAGE + 1 }),
    listRefusedKinds(world.database, client.id),
  ]);
  return {
    requests: found.slice(0, PAGE),
    hasMore: found.length > PAGE,
    endpoints: [...new Set(kinds.map(({ endpoint }) => endpoint))],
    errors: [...new Set(kinds.map(({ error }) => error))].sort(),
  };
}

interface FoundRequest {
  readonly request: RefusedRequest;
  /** The application, if this viewer may see it; other viewers get no details of the request. */
  readonly client: Client | undefined;
}

export async function findRequest(
  world: World,
  traceId: string,
  viewer: Viewer | null,
): Promise<FoundRequest | undefined> {
  await world.refusals.flush();
  const found = await findRefused(world.database, traceId);
  if (!found) return undefined;
  const { request, clientId } = found;
  const publicId = viewer === null || clientId === null ? undefined : await findPublicId(world.database, clientId);
  const isVisible = viewer !== null && publicId !== undefined;
  return { request, client: isVisible ? await findManagedClient(publicId, viewer, world) : undefined };
}

/** The newest request behind an `error_uri` that this viewer may see, as its application's id and its own trace. */
export async function findShortTraced(
  world: World,
  shortTrace: string,
  viewer: Viewer,
): Promise<{ readonly publicId: string; readonly traceId: string } | undefined> {
  await world.refusals.flush();
  return await findByShortTrace(world.database, shortTrace, viewer.isAdmin ? null : viewer.id);
}

/** An earlier request that this one has to do with. */
interface Earlier {
  readonly at: number;
  readonly source: Source;
}

/** Which request used the code, or renewed the refresh token, before this one. */
export async function findEarlier(
  world: World,
  client: Client,
  { facts }: { readonly facts: readonly Fact[] },
): Promise<Earlier | undefined> {
  const familyId = numberIn(facts, 'family');
  const redeemedAt = numberIn(facts, 'redeemed_at');
  const at = redeemedAt ?? numberIn(facts, 'renewed_at');
  if (familyId === undefined || at === undefined) return undefined;
  const kinds =
    redeemedAt === undefined ? (['token.refreshed', 'token.retried'] as const) : (['code.exchanged'] as const);
  // Numbers of events grow with time, so the moment bounds the search on both sides.
  const span = { from: firstIdOf(at), below: firstIdOf(at + 2) };
  const events = await findEventAt(world.database, { clientId: client.id, familyId, ...span });
  const event = events.find(({ kind }) => kinds.some((each) => each === kind));
  return event && { at: event.at, source: { address: event.address, userAgent: event.userAgent } };
}

/** The refused request that ended what this one wanted to use, if it is still in the log. */
export async function findCulprit(
  world: World,
  client: Client,
  { id, facts }: RefusedRequest,
): Promise<RefusedRequest | undefined> {
  const because = factIn(facts, 'because');
  const family = factIn(facts, 'family');
  if (because !== 'code_replayed' && because !== 'refresh_token_reused') return undefined;
  const all = await listRefused(world.database, client.id, { endpoint: 'token', error: null }, { skip: 0, most: 1000 });
  return all.find((other) => other.id !== id && other.reason === because && factIn(other.facts, 'family') === family);
}
