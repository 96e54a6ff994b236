/** Finds applications for administrators: by any part of a name or of their owner's, by filter and order, page by page. */
import {
  type ApplicationFilter,
  type ApplicationOrder,
  UNUSED_SECONDS,
} from '../protocol/clients/application-search.ts';
import { emailKey, nicknameKey } from '../protocol/people/account-rules.ts';
import { nameKey } from '../protocol/people/text-rules.ts';
import { countScopes, findNumberOf } from '../storage/tables/clients/search.ts';
import {
  type AdministeredClient,
  type ClientPlace,
  FIRST_CLIENT,
  findClientPlace,
  walkClients,
} from '../storage/tables/clients/walk.ts';
import type { World } from '../world.ts';
import { isPrintable } from './client-id.ts';
import { findClient } from './find.ts';

export type { AdministeredClient } from '../storage/tables/clients/walk.ts';

export interface ApplicationSearch {
  /** Any part of a name, of the owner's nickname or address, or a whole client_id; empty fits all. */
  readonly words: string;
  readonly filter: ApplicationFilter | null;
  readonly order: ApplicationOrder;
}

interface AdministeredPage {
  readonly clients: readonly AdministeredClient[];
  /** The application behind which the next page begins; null at the end. */
  readonly next: number | null;
  /** How many were looked at, where the search ended before the page was full; else null. */
  readonly lookedAt: number | null;
}

const PAGE = 25;
const STRETCH = 2000;
const MOST_STRETCHES = 50;
const LONGEST_TYPED = 255;
/** Scopes are counted among this many of the newest applications. */
export const MOST_COUNTED = 10_000;

/** `after` is a record number; null for the first page. Answers null when there is no such application. */
export async function searchAdministered(
  world: World,
  search: ApplicationSearch,
  after: number | null,
): Promise<AdministeredPage | null> {
  const place = after === null ? FIRST_CLIENT[search.order] : await findClientPlace(world.database, after);
  if (!place) return null;
  const page = await walk(world, search, place);
  if (after !== null || search.words === '' || search.filter !== null) return page;
  // The one with this client_id comes first, however far the walk would have to go to meet it.
  const exact = await findExact(world, search.words);
  if (!exact || page.clients.some(({ id }) => id === exact.id)) return page;
  return { ...page, clients: [exact, ...page.clients] };
}

async function findExact(world: World, publicId: string): Promise<AdministeredClient | undefined> {
  const client = await findClient(publicId, world);
  if (!client) return undefined;
  const place = { id: client.id + 1, nameKey: '' };
  const sought = soughtBy(world, { words: '', filter: null });
  return (await walkClients(world.database, 'newest', sought, { after: place, length: 1, most: 1 })).clients[0];
}

async function walk(world: World, search: ApplicationSearch, from: ClientPlace): Promise<AdministeredPage> {
  const sought = soughtBy(world, search);
  const clients: AdministeredClient[] = [];
  let after = from;
  for (let stretch = 1; stretch <= MOST_STRETCHES; stretch += 1) {
    const bounds = { after, length: STRETCH, most: PAGE + 1 - clients.length };
    const walked = await walkClients(world.database, search.order, sought, bounds);
    clients.push(...walked.clients);
    if (clients.length > PAGE) {
      const shown = clients.slice(0, PAGE);
      return { clients: shown, next: shown.at(-1)?.id ?? null, lookedAt: null };
    }
    if (!walked.end) return { clients, next: null, lookedAt: null };
    after = walked.end;
  }
  return { clients, next: after.id, lookedAt: STRETCH * MOST_STRETCHES };
}

function soughtBy(world: World, { words, filter }: Omit<ApplicationSearch, 'order'>) {
  const now = world.now();
  const typed = words.slice(0, LONGEST_TYPED);
  return {
    filter,
    name: typed === '' ? null : pattern(nameKey(typed)),
    owner: pattern(nicknameKey(typed)),
    email: pattern(emailKey(typed)),
    publicId: isPrintable(typed) ? typed : '',
    now,
    unusedSince: now - UNUSED_SECONDS,
  };
}

function pattern(words: string): string {
  return `%${words.replace(/[!%_]/g, '!$&')}%`;
}

/** The record number behind a client_id, of a deleted application too: its events are still there. */
export async function findClientNumber(world: World, publicId: string): Promise<number | undefined> {
  return isPrintable(publicId) ? await findNumberOf(world.database, publicId) : undefined;
}

interface ScopeUsage {
  /** How many applications may ask for each. */
  readonly counts: ReadonlyMap<string, number>;
  /** True when there are more applications than were counted. */
  readonly isCut: boolean;
}

export async function countScopeUsage(world: World): Promise<ScopeUsage> {
  const sets = await countScopes(world.database, MOST_COUNTED + 1);
  const counts = new Map<string, number>();
  let applications = 0;
  for (const { scope, count } of sets) {
    applications += count;
    for (const name of scope.split(' ')) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return { counts, isCut: applications > MOST_COUNTED };
}
