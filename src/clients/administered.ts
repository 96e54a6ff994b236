/** Finds applications for administrators: by name, client_id or owner; or the newest, page by page. */
import { emailKey, nicknameKey } from '../protocol/people/account-rules.ts';
import { nameKey } from '../protocol/people/text-rules.ts';
import {
  type AdministeredClient,
  countScopes,
  findAdministered,
  findNumberOf,
  listAdministered,
  listSuspended,
} from '../storage/tables/clients/search.ts';
import { findAccount } from '../storage/tables/people/accounts.ts';
import type { World } from '../world.ts';
import { isPrintable } from './client-id.ts';

export type { AdministeredClient } from '../storage/tables/clients/search.ts';

interface AdministeredPage {
  readonly clients: readonly AdministeredClient[];
  /** True when more fit than are shown. */
  readonly hasMore: boolean;
}

const PAGE = 25;
const LONGEST_TYPED = 255;
const FROM_THE_NEWEST = Number.MAX_SAFE_INTEGER;
/** Scopes are counted among this many of the newest applications. */
export const MOST_COUNTED = 10_000;

/** Matches beginnings of names, whole client_ids, and whole nicknames or addresses of owners. */
export async function searchAdministered(world: World, typed: string): Promise<AdministeredPage> {
  const words = typed.slice(0, LONGEST_TYPED);
  const owner = await findAccount(world.database, { nicknameKey: nicknameKey(words), emailKey: emailKey(words) });
  const search = {
    nameKey: nameKey(words),
    publicId: isPrintable(words.trim()) ? words.trim() : '',
    ownerId: owner?.id ?? null,
  };
  return pageOf(await findAdministered(world.database, search, PAGE + 1));
}

/** Newest first; `before` is the record number of the last one on the page before. */
export async function newestAdministered(
  world: World,
  { before, isSuspended }: { readonly before: number | null; readonly isSuspended: boolean },
): Promise<AdministeredPage> {
  const list = isSuspended ? listSuspended : listAdministered;
  return pageOf(await list(world.database, before ?? FROM_THE_NEWEST, PAGE + 1));
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

function pageOf(found: readonly AdministeredClient[]): AdministeredPage {
  return { clients: found.slice(0, PAGE), hasMore: found.length > PAGE };
}
