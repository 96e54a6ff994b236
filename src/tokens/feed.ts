/**
 * The revocation feed (SPEC D79): what ended, in the order of places that are given once an ending can be seen by all, and
 * what of it concerns one resource.
 */
import type { Resource } from '../protocol/resources/resource.ts';
import { attempt, stale } from '../storage/database.ts';
import {
  beginFeed,
  clientFor,
  type EndedFamily,
  type EndingRow,
  type FeedState,
  familiesOfAccount,
  familiesOfConsent,
  familyFor,
  familyOfPair,
  givePlaces,
  readFeed,
} from '../storage/tables/tokens/endings.ts';
import type { World } from '../world.ts';

/**
 * Gives every note a place, and answers where the feed stands. A note is numbered only after its transaction has
 * committed, so one that commits late comes after all that was told before, and is never passed over.
 */
export async function settleFeed(world: World): Promise<FeedState> {
  return await attempt(async () => {
    let state = await readFeed(world.database);
    // After a move to another database, a listener that comes from the old one must not be taken for one of this.
    if (state.last === 0) {
      await world.database.write([beginFeed(world.nextId())]);
      return stale;
    }
    while (state.waiting > 0) {
      // Numbers that grow with time tell nobody how much ended for others.
      const above = Math.max(state.last, world.nextId());
      if ((await world.database.write(givePlaces(state.last, above))) === null) return stale;
      state = await readFeed(world.database);
    }
    return state;
  });
}

/** Whether everything after this place is still kept. */
export function isKept({ last, swept }: FeedState, place: number): boolean {
  return place >= swept && place <= last;
}

/** One thing that a resource has to know. */
export type FeedEvent =
  /** All tokens of a family, or all that an application holds for this resource, are dead. */
  | { readonly kind: 'ended'; readonly what: { readonly family: string } | { readonly client_id: string } }
  /** Some token of the family is dead, or carries less: whoever remembers one asks again. */
  | { readonly kind: 'changed'; readonly what: { readonly family: string } }
  /** Nothing that was remembered holds. */
  | { readonly kind: 'reset' };

const MOST_FAMILIES = 500;

/** What an ending means to one resource; nothing, for most of them. */
export async function* eventsFor(
  world: World,
  resource: Pick<Resource, 'id' | 'scope' | 'isPlain'>,
  ending: EndingRow,
): AsyncGenerator<FeedEvent> {
  const { kind, subject } = ending;
  const question = { subject, resourceId: resource.id, isPlain: resource.isPlain, now: world.now() };
  if (kind === 'resource') {
    if (subject === resource.id) yield { kind: 'reset' };
    return;
  }
  if (kind === 'client') {
    const clientId = await clientFor(world.database, question);
    if (clientId !== undefined) yield { kind: 'ended', what: { client_id: clientId } };
    return;
  }
  const read = {
    pair: familyOfPair,
    family: familyFor,
    consent: familiesOfConsent,
    narrowed: familiesOfConsent,
    account: familiesOfAccount,
  }[kind];
  const isOnlyChanged = kind === 'pair' || kind === 'narrowed';
  for (let after = 0; ; ) {
    const families = await read(world.database, { ...question, after, most: MOST_FAMILIES });
    for (const family of families) {
      if (!concerns(resource, family)) continue;
      yield { kind: isOnlyChanged ? 'changed' : 'ended', what: { family: String(family.id) } };
    }
    after = families.at(-1)?.id ?? 0;
    if (families.length < MOST_FAMILIES) return;
  }
}

/**
 * What is for the resource by its audience concerns it, whatever its scope. One that takes tokens without a resource is told
 * of those that carry, or carried, one of its scopes.
 */
function concerns({ scope, isPlain }: Pick<Resource, 'scope' | 'isPlain'>, family: EndedFamily): boolean {
  if (!isPlain || family.named > 0) return true;
  const names = family.scope.split(' ').filter(Boolean);
  return names.length === 0 || names.some((name) => scope.includes(name));
}
