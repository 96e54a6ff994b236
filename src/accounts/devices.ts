/** Where an application is signed in for an account, and why it no longer is: the families of tokens as devices. */
import { type FamilyEvent, type History, tellHistory } from '../protocol/tokens/family-history.ts';
import { readAccessEvents } from '../storage/tables/events/family-events.ts';
import { findFamily, latestFamilies } from '../storage/tables/tokens/consents-of-account.ts';
import type { World } from '../world.ts';

interface DeviceHistory {
  readonly id: number;
  readonly history: History;
}

interface Whose {
  readonly accountId: number;
  readonly clientId: number;
  /** The consents that are live now. */
  readonly consentIds: readonly number[];
}

const MOST_DEVICES = 10;
/** Events read of each family: one that is refreshed every hour has thousands. */
const MOST_EVENTS = 25;

/**
 * The newest first. Those of live consents come from their rows; those that ended are known by their events, which
 * are kept longer than the rows.
 */
export async function listDevices(world: World, { accountId, clientId, consentIds }: Whose): Promise<DeviceHistory[]> {
  const { database } = world;
  const events = await readAccessEvents(database, accountId, clientId);
  const live = await Promise.all(consentIds.map((id) => latestFamilies(database, id, MOST_DEVICES)));
  const told = events.flatMap(({ familyId }) => familyId ?? []);
  // Numbers grow with time, so the greatest are the newest.
  const ids = [...new Set([...live.flat(), ...told])].toSorted((a, b) => b - a).slice(0, MOST_DEVICES);
  return await Promise.all(ids.map((id) => describe(world, { accountId, clientId, id }, events)));
}

async function describe(
  world: World,
  { accountId, clientId, id }: { readonly accountId: number; readonly clientId: number; readonly id: number },
  events: readonly FamilyEvent[],
): Promise<DeviceHistory> {
  const row = await findFamily(world.database, clientId, id);
  const state = row?.accountId === accountId ? row : null;
  const { usedAt = null, address = null, userAgent = null } = state ?? {};
  const lastUse = usedAt === null ? null : { at: usedAt, source: { address, userAgent } };
  const own = eventsOf(events, id);
  return { id, history: tellHistory({ state, lastUse, events: own }, world.now()) };
}

/** The events of the family, and the first end of a consent after it began. Newest first; its beginning is kept. */
function eventsOf(events: readonly FamilyEvent[], id: number): readonly FamilyEvent[] {
  const own = events.filter(({ familyId }) => familyId === id);
  const first = own.at(-1);
  const ending = first && events.findLast(({ kind, at }) => kind === 'consent.revoked' && at >= first.at);
  const kept = own.length > MOST_EVENTS && first ? [...own.slice(0, MOST_EVENTS - 1), first] : own;
  return ending ? [ending, ...kept] : kept;
}
