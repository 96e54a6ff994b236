/** Finds applications: for a request that names one, and for the people who may see and change it. */

import { perRecord } from '../per-record.ts';
import type { WaitingFor } from '../protocol/clients/approval.ts';
import type { ClientKind } from '../protocol/clients/kind.ts';
import { type OwnLimits, parseOwnLimits } from '../protocol/clients/own-limits.ts';
import { nameSkeleton } from '../protocol/people/text-rules.ts';
import { type ClientRow, findLiveClient } from '../storage/tables/clients/clients.ts';
import { findDeletedOwner } from '../storage/tables/clients/deleted.ts';
import {
  type ClientOrder,
  type ListedClient,
  listLiveClients,
  listWhole,
  listWholeOf,
  listWholeWaiting,
  type Span,
  searchLiveClients,
} from '../storage/tables/clients/list.ts';
import { readRedirectUris } from '../storage/tables/clients/redirect-uris.ts';
import { readOwnerOf } from '../storage/tables/clients/search.ts';
import { hasOlderNamesake } from '../storage/tables/clients/skeletons.ts';
import type { World } from '../world.ts';
import { isPrintable } from './client-id.ts';

export type { ClientOrder } from '../storage/tables/clients/list.ts';

export interface Client {
  readonly id: number;
  readonly publicId: string;
  readonly ownerId: number;
  readonly ownerNickname: string;
  /** True for one of an administrator: nobody registered it unasked. */
  readonly isOfAdministrator: boolean;
  readonly name: string;
  readonly description: string;
  readonly homepageUrl: string;
  readonly logoUrl: string;
  /** Its privacy policy and its terms of service; empty where it names none. */
  readonly policyUrl: string;
  readonly termsUrl: string;
  readonly hasLogo: boolean;
  /** The address of the uploaded logo on this service; null where the drawn picture stands in for it. */
  readonly logoPath: string | null;
  readonly kind: ClientKind;
  readonly isConfidential: boolean;
  /** Since when it is confidential; null for a public one. */
  readonly confidentialSince: number | null;
  /** When it was last given to another account; null where it never was. */
  readonly givenAt: number | null;
  /** SPEC D9: whether the callback carries `iss`. */
  readonly sendsIss: boolean;
  readonly redirectUris: readonly string[];
  /** What it may ask for. */
  readonly scope: readonly string[];
  /** Those of them that a user cannot leave out. */
  readonly requiredScope: readonly string[];
  /** Null while no administrator has suspended it; then with the reason, for everybody to read. */
  readonly suspendedAt: number | null;
  readonly suspendedBecause: string | null;
  /** What an administrator gave it in the place of the usual limits. */
  readonly limits: OwnLimits;
  /** An administrator has checked it. */
  readonly isVerified: boolean;
  /** It is the service's own: people need not be asked (grants/consider.ts). */
  readonly isFirstParty: boolean;
  /** Since when it waits to be approved; null for one that everybody may use. */
  readonly waitingSince: number | null;
  readonly waitingFor: WaitingFor | null;
  /** Why an administrator did not approve it; null while none has said so. */
  readonly declinedBecause: string | null;
  /** As it is kept: what was approved, while it waits after a change. */
  readonly approvedScope: string | null;
  readonly createdAt: number;
  /** Also the version of the record. */
  readonly updatedAt: number;
  /** Since when an administrator lets it manage everything; null where none does. */
  readonly adminAt: number | null;
  /** Since when `latchkey apply` takes care of it; null where it does not. */
  readonly appliedAt: number | null;
}

/** Who views an application in the portal. */
export interface Viewer {
  /** Null for the operator, who has no account. */
  readonly id: number | null;
  readonly isAdmin: boolean;
}

/** Undefined for an unknown client and for a deleted one. */
export async function findClient(publicId: string, world: World): Promise<Client | undefined> {
  // No client has such an id, and a database may refuse to compare it.
  if (!isPrintable(publicId)) return undefined;
  const row = await findLiveClient(world.database, publicId);
  return row && clientOf(row);
}

/** Whose application it is, by the record's number; null once it is gone. */
export function findOwnerOf(world: World, id: number): ReturnType<typeof readOwnerOf> {
  return readOwnerOf(world.database, id);
}

/** Undefined for all but the owner and administrators. */
export async function findManagedClient(publicId: string, viewer: Viewer, world: World): Promise<Client | undefined> {
  const client = await findClient(publicId, world);
  return client && (client.ownerId === viewer.id || viewer.isAdmin) ? client : undefined;
}

/** Whether it was deleted, for whoever could have done that. */
export async function isDeletedFor(publicId: string, viewer: Viewer, world: World): Promise<boolean> {
  const ownerId = isPrintable(publicId) ? await findDeletedOwner(world.database, publicId) : undefined;
  return ownerId !== undefined && (ownerId === viewer.id || viewer.isAdmin);
}

export function redirectUrisOf(clientId: number, world: World): readonly string[] | Promise<readonly string[]> {
  return readRedirectUris(world.database, clientId);
}

/** Whether its name looks like that of an older application of another owner. */
export function hasNamesake(client: Client, world: World): Promise<boolean> {
  const { id, ownerId } = client;
  return hasOlderNamesake(world.database, { id, ownerId, skeleton: skeletonOf(client) });
}

const skeletonOf = perRecord(({ name }: Client) => nameSkeleton(name));

/** Whole records, newest first, below this record number; of one owner, or (null) of all. */
export async function listWholeClients(
  world: World,
  ownerId: number | null,
  page: { readonly below: number | undefined; readonly most: number },
): Promise<readonly Client[]> {
  const { most, below = Number.MAX_SAFE_INTEGER } = page;
  const { database } = world;
  const rows =
    ownerId === null ? listWhole(database, { below, most }) : listWholeOf(database, ownerId, { below, most });
  return (await rows).map((row) => clientOf(row));
}

/** Those of them that wait for approval. */
export async function listWaitingClients(
  world: World,
  ownerId: number | null,
  { below = Number.MAX_SAFE_INTEGER, most }: { readonly below: number | undefined; readonly most: number },
): Promise<readonly Client[]> {
  return (await listWholeWaiting(world.database, ownerId, { below, most })).map((row) => clientOf(row));
}

interface ClientPage {
  readonly clients: readonly ListedClient[];
  readonly hasMore: boolean;
}

const PAGE = 50;
const BEYOND_ALL = Number.MAX_SAFE_INTEGER;

/** Newest first; `ownerId` null for everybody's. Pages are counted from 1. */
export async function listClients(world: World, ownerId: number | null, page: number): Promise<ClientPage> {
  const found = await listLiveClients(world.database, ownerId, { ...sliceOf(world, page), below: BEYOND_ALL });
  return { clients: found.slice(0, PAGE), hasMore: found.length > PAGE };
}

function sliceOf(world: World, page: number): Span {
  return { skip: (page - 1) * PAGE, most: PAGE + 1, now: world.now() };
}

interface Search {
  readonly ownerId: number;
  readonly words: string;
  readonly order: ClientOrder;
}

/** Applications whose name or client_id matches, in the order that was asked for. */
export async function searchClients(world: World, search: Search, page: number): Promise<ClientPage> {
  if (search.words === '' && search.order === 'created') return await listClients(world, search.ownerId, page);
  const found = await searchLiveClients(world.database, search, sliceOf(world, page));
  return { clients: found.slice(0, PAGE), hasMore: found.length > PAGE };
}

/**
 * Every application of one owner, or (null) of all, a part at a time. Each begins behind the last one of the part before it:
 * a number of rows to skip would be another once one of them is deleted.
 */
export async function* everyClient(world: World, ownerId: number | null): AsyncGenerator<ListedClient> {
  for (let below = BEYOND_ALL; ; ) {
    const clients = await listLiveClients(world.database, ownerId, { skip: 0, most: PAGE, now: world.now(), below });
    yield* clients;
    const last = clients.at(-1);
    if (!last || clients.length < PAGE) return;
    below = last.id;
  }
}

const clientOf = perRecord((row: ClientRow): Client => {
  const {
    confidentialAt,
    issOffAt,
    scope,
    requiredScope,
    logoDigest,
    ownerAdminAt,
    verifiedAt,
    firstPartyAt,
    limits,
    ...rest
  } = row;
  return {
    ...rest,
    isOfAdministrator: ownerAdminAt !== null,
    isVerified: verifiedAt !== null,
    isFirstParty: firstPartyAt !== null,
    limits: parseOwnLimits(limits),
    hasLogo: logoDigest !== null,
    logoPath: logoPathOf(logoDigest, row.suspendedAt !== null),
    isConfidential: confidentialAt !== null,
    confidentialSince: confidentialAt,
    sendsIss: issOffAt === null,
    scope: parseNames(scope),
    requiredScope: parseNames(requiredScope),
  };
});

function parseNames(scope: string): readonly string[] {
  return scope === '' ? [] : scope.split(' ');
}

/** Named after its content. That of a suspended application is shown to nobody. */
export function logoPathOf(digest: string | null, isSuspended: boolean): string | null {
  return digest === null || isSuspended ? null : `/logos/${digest}.png`;
}
