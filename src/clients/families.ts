/** The token families of an application, for its developer: what happened in each, without naming the account. */
import { numberIn } from '../protocol/refusals/facts.ts';
import { type FamilyEvent, type History, tellHistory } from '../protocol/tokens/family-history.ts';
import { listAnswered } from '../storage/tables/events/answered-requests.ts';
import { readFamilyEvents, readLatestOfFamilies } from '../storage/tables/events/family-events.ts';
import { type FamilyRow, findFamily } from '../storage/tables/tokens/consents-of-account.ts';
import type { World } from '../world.ts';
import type { Client, Viewer } from './find.ts';
import { findRequest } from './requests.ts';
import { asOwnerSees } from './sources.ts';

interface FamilyOverview {
  readonly id: number;
  /** Null once the row is gone. */
  readonly scope: string | null;
  readonly history: History;
}

interface FamilyTimeline extends FamilyOverview {
  /** True when there are more than are listed. */
  readonly hasMore: boolean;
}

const MOST_FAMILIES = 50;
const MOST_EVENTS = 100;
/** Enough to say how it began and how it ended. */
const MOST_EVENTS_LISTED = 10;

/**
 * Those in which something happened last, by one walk through the newest events of the application: a walk for each family
 * would hold up everybody else.
 */
export async function listFamilies(
  world: World,
  client: Client,
  /** Of the number; empty for all. */
  beginning = '',
): Promise<readonly FamilyOverview[]> {
  const events = Map.groupBy(await readLatestOfFamilies(world.database, client.id), ({ familyId }) => familyId);
  const latest = [...events].filter(([id]) => String(id).startsWith(beginning)).slice(0, MOST_FAMILIES);
  const found = await Promise.all(
    latest.map(async ([id, all]) => {
      const row = (await findFamily(world.database, client.id, id)) ?? null;
      return { id, row, events: all.slice(0, MOST_EVENTS_LISTED) };
    }),
  );
  return found.map((family) => tell(world, client, family));
}

/**
 * The family that one request had to do with, answered or refused, by the trace of the request. A family of a client's own
 * tokens has no timeline.
 */
export async function findFamilyOfRequest(
  world: World,
  client: Client,
  { traceId, viewer }: { readonly traceId: string; readonly viewer: Viewer },
): Promise<number | undefined> {
  await world.activity.flush();
  const [answered] = await listAnswered(
    world.database,
    client.id,
    { endpoint: null, traceId },
    { below: Number.MAX_SAFE_INTEGER, most: 1 },
  );
  const refused = answered ? undefined : await findRequest(world, traceId, viewer);
  const ofRefused = refused?.client?.id === client.id ? numberIn(refused.request.facts, 'family') : undefined;
  const id = answered ? (answered.familyId ?? undefined) : ofRefused;
  return id !== undefined && (await findTimeline(world, client, id)) ? id : undefined;
}

/** Undefined for a family of another application, and for one whose events are gone. */
export async function findTimeline(world: World, client: Client, id: number): Promise<FamilyTimeline | undefined> {
  const { row, events } = await lookUp(world, client, { id, most: MOST_EVENTS + 1 });
  if (!row && events.length === 0) return undefined;
  const shown = { id, row, events: events.slice(0, MOST_EVENTS) };
  return { ...tell(world, client, shown), hasMore: events.length > MOST_EVENTS };
}

interface Found {
  readonly id: number;
  readonly row: FamilyRow | null;
  readonly events: readonly FamilyEvent[];
}

async function lookUp(
  world: World,
  client: Client,
  { id, most }: { readonly id: number; readonly most: number },
): Promise<Found> {
  const row = (await findFamily(world.database, client.id, id)) ?? null;
  const search = { familyId: id, clientId: client.id, accountId: row?.accountId ?? null, most };
  return { id, row, events: await readFamilyEvents(world.database, search) };
}

function tell(world: World, client: Client, { id, row, events: all }: Found): FamilyOverview {
  const used =
    row && row.usedAt !== null ? { at: row.usedAt, source: { address: null, userAgent: row.userAgent } } : null;
  const lastUse = used && asOwnerSees(client, used);
  const events = all.map((event) => asOwnerSees(client, event));
  return { id, scope: row?.scope ?? null, history: tellHistory({ state: row, lastUse, events }, world.now()) };
}
