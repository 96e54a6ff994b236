/** Every request of an application, answered and refused, newest first, for those who may see it. */
import { type ActivityKind, type AnsweredRequest, ENDPOINT_OF } from '../protocol/activity.ts';
import {
  REFUSING_ENDPOINTS,
  type RefusedRequest,
  type RefusingEndpoint,
} from '../protocol/refusals/refused-request.ts';
import { listAnswered, listAnsweredKinds } from '../storage/tables/events/answered-requests.ts';
import { listRefused, listRefusedKinds } from '../storage/tables/events/refused-requests.ts';
import type { World } from '../world.ts';
import type { Client } from './find.ts';
import { asDeveloperSees } from './sources.ts';

/** Null does not filter. */
interface ActivityFilter {
  readonly outcome: 'answered' | 'refused' | null;
  readonly endpoint: RefusingEndpoint | null;
  readonly error: string | null;
  /** The trace of one request, or that of `error_uri`. */
  readonly trace: string | null;
  /** Only what came before this record number. */
  readonly before: number | null;
}

type Entry =
  | { readonly isRefused: true; readonly request: RefusedRequest }
  | { readonly isRefused: false; readonly request: AnsweredRequest };

interface ActivityPage {
  readonly entries: readonly Entry[];
  /** The record number below which the next page begins; null at the end. */
  readonly olderBelow: number | null;
  /** What the whole log has, for the filters. */
  readonly endpoints: readonly RefusingEndpoint[];
  readonly errors: readonly string[];
}

const PAGE = 50;

/** Deferred writes are flushed first, so that what this instance answered just now is listed. */
export async function listActivity(world: World, client: Client, filter: ActivityFilter): Promise<ActivityPage> {
  await Promise.all([world.refusals.flush(), world.activity.flush()]);
  const [refused, answered, refusedKinds, answeredKinds] = await Promise.all([
    filter.outcome === 'answered' ? [] : refusedOf(world, client, filter),
    filter.outcome === 'refused' || filter.error !== null ? [] : answeredOf(world, client, filter),
    listRefusedKinds(world.database, client.id),
    listAnsweredKinds(world.database, client.id),
  ]);
  const all: readonly Entry[] = [
    ...refused.map((request) => ({ isRefused: true, request: asDeveloperSees(client, request) }) as const),
    ...answered.map((request) => ({ isRefused: false, request: asDeveloperSees(client, request) }) as const),
  ].sort((one, other) => other.request.id - one.request.id);
  const entries = all.slice(0, PAGE);
  const known = new Set([...refusedKinds.map(({ endpoint }) => endpoint), ...answeredKinds.map(endpointOf)]);
  return {
    entries,
    olderBelow: all.length > PAGE ? (entries.at(-1)?.request.id ?? null) : null,
    endpoints: REFUSING_ENDPOINTS.filter((endpoint) => known.has(endpoint)),
    errors: [...new Set(refusedKinds.map(({ error }) => error))].sort(),
  };
}

function endpointOf(kind: ActivityKind): RefusingEndpoint | undefined {
  return Object.hasOwn(ENDPOINT_OF, kind) ? ENDPOINT_OF[kind] : undefined;
}

function refusedOf(
  { database }: World,
  client: Client,
  { endpoint, error, trace, before }: ActivityFilter,
): Promise<readonly RefusedRequest[]> {
  const filter = { endpoint, error, shortTrace: trace, below: before };
  return listRefused(database, client.id, filter, { skip: 0, most: PAGE + 1 });
}

function answeredOf(
  { database }: World,
  client: Client,
  { endpoint, trace, before }: ActivityFilter,
): Promise<readonly AnsweredRequest[]> {
  const slice = { below: before ?? Number.MAX_SAFE_INTEGER, most: PAGE + 1 };
  return listAnswered(database, client.id, { endpoint, traceId: trace }, slice);
}
