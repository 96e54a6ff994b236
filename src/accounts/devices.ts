/** Where an application is signed in for an account, and why it no longer is: the families of tokens as devices. */
import { type FamilyEvent, type History, tellHistory } from '../protocol/tokens/family-history.ts';
import { readAccessEvents } from '../storage/tables/events/family-events.ts';
import { type FamilyRow, findFamily, latestFamilies } from '../storage/tables/tokens/consents-of-account.ts';
import type { World } from '../world.ts';
import type { Authorization } from './authorizations.ts';
import { ownAuthorizations } from './own-data.ts';

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

/** Of one consent; a program that never refreshes has a grant for each time it asked. */
const MOST_OF_CONSENT = 1000;

interface LiveFamily {
  readonly consent: Authorization;
  readonly family: FamilyRow;
}

/** Every family of tokens that can still be used, by the consents given last, and the newest of each first. */
export async function* everyLiveFamily(world: World, accountId: number): AsyncGenerator<LiveFamily> {
  for (const consent of await ownAuthorizations(world, accountId))
    for (const id of await latestFamilies(world.database, consent.id, MOST_OF_CONSENT)) {
      const family = await findFamily(world.database, consent.clientId, id);
      const isLive = family && tellHistory({ state: family, lastUse: null, events: [] }, world.now()).end === null;
      if (isLive) yield { consent, family };
    }
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
