/** Those who listen to the revocation feed on this instance: what ended is read once for all of them, and told to each. */
import { perRecord } from '../per-record.ts';
import type { Resource } from '../protocol/resources/resource.ts';
import type { Database } from '../storage/database.ts';
import { type EndingRow, type FeedState, readEndings } from '../storage/tables/tokens/endings.ts';
import type { World } from '../world.ts';
import { eventsFor, type FeedEvent, isKept, settleFeed } from './feed.ts';

interface FeedListener {
  /** False once nobody reads it any more. */
  write(text: string): boolean;
  end(): void;
  /** Who listens, as the credentials prove it now; undefined once they no longer do. */
  prove(): Promise<Resource | undefined>;
  /** Where it left off before; undefined for one that begins. Any text that a client may send. */
  readonly since: string | undefined;
}

interface FeedListeners {
  /**
   * Undefined where so many listen already, for this resource or in all. The place is kept for this turn of the event
   * loop, in which the answer begins.
   */
  offerPlace(resource: Resource): FeedPlace | undefined;
}

interface FeedPlace {
  join(listener: FeedListener): { leave(): void };
}

export const MOST_LISTENERS = 1000;
const MOST_LISTENERS_OF_RESOURCE = 100;

/** A revocation holds within a second of its commit; looking costs one short statement. */
const LOOK_EVERY_MS = 200;
/** Whoever hears nothing for longer than a few of these has to ask about every token. */
const HEARTBEAT_MS = 2000;
const ENDINGS_AT_ONCE = 500;
/** Who missed more starts anew, which costs a listener one question for each token. */
const MOST_MISSED = 1000;
/** Of some hundred bytes each: together half of what a reader may leave unread (http/server/streams.ts). */
const MOST_EVENTS_OF_ENDING = 300;
/** How long a client waits before it comes back. */
const RETRY = 'retry: 1000\n';

/** One for each database of the process. */
export const listenersOf = perRecord((_: Database, world: World): FeedListeners => createListeners(world));

interface Member extends FeedListener {
  resource: Resource;
  /** Up to where it was told; undefined until its first look. */
  place: number | undefined;
  beatAt: number;
}

/** Where the feed stood in this second: all that had ended by then stands before its last place. */
interface Seen extends FeedState {
  readonly at: number;
}

function createListeners(world: World): FeedListeners {
  const members = new Set<Member>();
  /** Many may begin in one turn: a place that is offered is as good as taken. */
  const offered = new Set<Pick<Member, 'resource'>>();
  let isLooking = false;

  async function look(): Promise<void> {
    // Taken first: what ends while this look goes on is told by the next one, and no listener may count on it before.
    const at = world.now();
    const state = { ...(await settleFeed(world)), at };
    for (const member of members) if (member.place === undefined) await welcome(world, member, state);
    await tellAll(world, [...members], state);
    const now = performance.now();
    // Whoever joined meanwhile has been told nothing yet, and stands nowhere.
    const told = [...members].filter(({ place }) => place === state.last);
    const quiet = told.filter(({ beatAt }) => now - beatAt >= HEARTBEAT_MS);
    await Promise.all(quiet.map((member) => beat(member, state)));
  }

  /** While somebody listens. What cannot be read now is told later; until then nobody hears a heartbeat. */
  async function run(): Promise<void> {
    isLooking = true;
    while (members.size > 0) {
      try {
        await look();
      } catch (error) {
        world.log.warn({ err: error }, 'The revocation feed could not be read for now.');
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS).unref());
    }
    isLooking = false;
  }

  function join(listener: FeedListener, resource: Resource): { leave(): void } {
    const member: Member = { ...listener, resource, place: undefined, beatAt: performance.now() };
    members.add(member);
    if (!isLooking) void run();
    return { leave: () => members.delete(member) };
  }

  return {
    offerPlace(resource) {
      const taken = [...members, ...offered];
      const own = taken.filter((one) => one.resource.id === resource.id).length;
      if (taken.length >= MOST_LISTENERS || own >= MOST_LISTENERS_OF_RESOURCE) return undefined;
      const place = { resource };
      offered.add(place);
      // A client that has gone meanwhile never joins.
      setImmediate(() => offered.delete(place));
      return {
        join(listener) {
          offered.delete(place);
          return join(listener, resource);
        },
      };
    },
  };
}

/** From where it left off, if all of that is still kept; else it is told to forget what it knows. */
async function welcome(world: World, member: Member, state: Seen): Promise<void> {
  const { since } = member;
  const place = since !== undefined && /^\d{1,16}$/.test(since) ? Number(since) : undefined;
  const missed = place !== undefined && isKept(state, place) ? await readMissed(world, place, state) : undefined;
  if (since === undefined) member.write(RETRY + written('ready', state, state.last));
  else if (missed === undefined) member.write(RETRY + written('reset', state, state.last));
  else {
    member.write(RETRY + written('ready', state, place));
    for (const ending of missed) tell([member], await textFor(world, member.resource, ending));
  }
  member.place = state.last;
}

async function readMissed(world: World, after: number, { last }: FeedState): Promise<readonly EndingRow[] | undefined> {
  const endings = await readEndings(world.database, { after, upTo: last, most: MOST_MISSED + 1 });
  return endings.length > MOST_MISSED ? undefined : endings;
}

/** Each ending is looked into once for each resource, however many listen for it. */
async function tellAll(world: World, members: readonly Member[], state: Seen): Promise<void> {
  const waiting = members.filter(({ place }) => place !== undefined && place !== state.last);
  const groups = Map.groupBy(waiting, ({ resource, place }) => `${resource.id} ${place}`);
  for (const group of groups.values()) await tellGroup(world, group, state);
}

/** They have the same resource and stand at the same place. */
async function tellGroup(world: World, group: readonly Member[], state: Seen): Promise<void> {
  const [first] = group;
  if (!first) return;
  const { place = 0, resource } = first;
  // After a failover the feed may stand before what was told; and what was swept cannot be told.
  if (!isKept(state, place)) {
    for (const member of group) member.write(written('reset', state, state.last));
  } else {
    for (let after = place; after < state.last; ) {
      const endings = await readEndings(world.database, { after, upTo: state.last, most: ENDINGS_AT_ONCE });
      for (const ending of endings) tell(group, await textFor(world, resource, ending));
      after = endings.length < ENDINGS_AT_ONCE ? state.last : (endings.at(-1)?.place ?? state.last);
    }
  }
  for (const member of group) member.place = state.last;
}

/** One write for each, however many events there are: each costs a call of the system. */
function tell(members: readonly Member[], text: string): void {
  if (text !== '') for (const member of members) member.write(text);
}

/**
 * Only the last event of an ending carries its place: who loses the connection before it is told all of it again. One that
 * would take more than a reader may leave unread would be told for ever; it is told as `reset`.
 */
async function textFor(world: World, resource: Resource, ending: EndingRow): Promise<string> {
  const events: FeedEvent[] = [];
  for await (const event of eventsFor(world, resource, ending)) {
    if (events.length === MOST_EVENTS_OF_ENDING) return formatEvent('reset', { at: ending.endedAt }, ending.place);
    events.push(event);
  }
  const texts = events.map((event, index) => {
    const place = index === events.length - 1 ? ending.place : undefined;
    return formatEvent(event.kind, { ...whatOf(event), at: ending.endedAt }, place);
  });
  return texts.join('');
}

function whatOf(event: FeedEvent): object {
  return 'what' in event ? event.what : {};
}

/**
 * To one that stands at the last place: says up to when all that had ended was told. Looks whether the listener may still
 * listen, and as whom.
 */
async function beat(member: Member, state: Seen): Promise<void> {
  member.beatAt = performance.now();
  const resource = await member.prove();
  if (!resource) member.end();
  else {
    member.resource = resource;
    member.write(written('alive', state, state.last));
  }
}

function written(name: string, { at }: Seen, place: number | undefined): string {
  return formatEvent(name, { at }, place);
}

function formatEvent(name: string, content: object, place: number | undefined): string {
  const id = place === undefined ? '' : `id: ${place}\n`;
  return `event: ${name}\n${id}data: ${JSON.stringify(content)}\n\n`;
}
