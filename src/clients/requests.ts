/** The refused requests of an application, for those who may see it: the newest, and everything about one. */
import { MOST_COUNTED_IN_LIST } from '../protocol/counting.ts';
import { NOWHERE, type Source } from '../protocol/event.ts';
import { type Fact, factIn, numberIn } from '../protocol/refusals/facts.ts';
import type { RefusedRequest } from '../protocol/refusals/refused-request.ts';
import { DAY_SECONDS } from '../storage/later/daily-counts.ts';
import { findEventAt } from '../storage/tables/events/events.ts';
import {
  countRefusedOf,
  findPublicId,
  findRefused,
  listByShortTrace,
  listRefused,
  listRefusedOfOwner,
} from '../storage/tables/events/refused-requests.ts';
import { firstIdOf, type World } from '../world.ts';
import { type Client, findManagedClient, type Viewer } from './find.ts';
import { asDeveloperSees } from './sources.ts';

/** A user who cancels is no failure of the application. */
const NO_FAILURE = 'access_denied';

/** The newest requests that failed, for the overview. */
export async function latestFailures(world: World, client: Client, most: number): Promise<readonly RefusedRequest[]> {
  await world.refusals.flush();
  const filter = { endpoint: null, error: null, except: NO_FAILURE };
  const failed = await listRefused(world.database, client.id, filter, { skip: 0, most });
  return failed.map((request) => asDeveloperSees(client, request));
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
  const client = isVisible ? await findManagedClient(publicId, viewer, world) : undefined;
  return { request: client ? asDeveloperSees(client, request) : request, client };
}

/** What lies behind an `error_uri`: one cause, told by its newest request, or several, told by their list. */
export interface Traced {
  readonly publicId: string;
  readonly traceId: string;
  readonly hasSeveralCauses: boolean;
}

const MOST_ALIKE = 100;

/** Only what this viewer may see. Requests that look alike from outside may have been refused for different reasons. */
export async function findShortTraced(world: World, shortTrace: string, viewer: Viewer): Promise<Traced | undefined> {
  await world.refusals.flush();
  const ownerId = viewer.isAdmin ? null : viewer.id;
  const [newest, ...older] = await listByShortTrace(world.database, shortTrace, { ownerId, most: MOST_ALIKE });
  return newest && { ...newest, hasSeveralCauses: older.some(({ reason }) => reason !== newest.reason) };
}

/** Requests of one application that were refused for one reason, with the newest of them. */
export interface Refusals {
  readonly clientId: string;
  readonly clientName: string;
  readonly count: number;
  readonly newest: Pick<RefusedRequest, 'traceId' | 'endpoint' | 'reason' | 'error' | 'at'>;
}

/** More than that are not counted: the page then says so. */
const MOST_COUNTED = 500;

/** What was refused to the applications of one owner since then, the most frequent first. */
export async function countRefusals(
  world: World,
  ownerId: number,
  { error, since }: { readonly error: string | null; readonly since: number },
): Promise<readonly Refusals[]> {
  await world.refusals.flush();
  const sought = { error, from: firstIdOf(since), most: MOST_COUNTED };
  const rows = await listRefusedOfOwner(world.database, ownerId, sought);
  const groups = Map.groupBy(rows, ({ publicId, reason }) => `${publicId} ${reason}`);
  return [...groups.values()]
    .flatMap(([newest, ...older]): readonly Refusals[] =>
      newest ? [{ clientId: newest.publicId, clientName: newest.clientName, count: older.length + 1, newest }] : [],
    )
    .sort((one, other) => other.count - one.count);
}

/** With the facts of the newest of each, where they are to be told: these may be long, so only of a few. */
export function withFacts<Told extends { readonly traceId: string }>(
  world: World,
  told: readonly Told[],
): Promise<readonly (Told & Pick<RefusedRequest, 'facts'>)[]> {
  return Promise.all(
    told.map(async (request) => {
      const found = await findRefused(world.database, request.traceId);
      return { ...request, facts: found?.request.facts ?? [] };
    }),
  );
}

/** How many requests of each application failed within the last day, counted up to MOST_COUNTED_IN_LIST each. */
export async function countFailures(world: World, clientIds: readonly number[]): Promise<readonly number[]> {
  await world.refusals.flush();
  const sought = { from: firstIdOf(world.now() - DAY_SECONDS), except: NO_FAILURE, most: MOST_COUNTED_IN_LIST };
  return await Promise.all(clientIds.map((id) => countRefusedOf(world.database, id, sought)));
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
  const { address, userAgent } = event ?? NOWHERE;
  return event && asDeveloperSees(client, { at: event.at, source: { address, userAgent } });
}

const MOST_SUSPECTS = 50;

/** The refused request that ended what this one wanted to use, if it is still in the log. */
export async function findCulprit(
  world: World,
  client: Client,
  { id, facts }: RefusedRequest,
): Promise<RefusedRequest | undefined> {
  const because = factIn(facts, 'because');
  const family = factIn(facts, 'family');
  if (because !== 'code_replayed' && because !== 'refresh_token_reused') return undefined;
  const filter = { endpoint: 'token', error: null, reason: because } as const;
  const all = await listRefused(world.database, client.id, filter, { skip: 0, most: MOST_SUSPECTS });
  return all.find((other) => other.id !== id && factIn(other.facts, 'family') === family);
}
