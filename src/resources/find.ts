/** Finds resources: for a request that names one, and for those who manage them. */
import { perRecord } from '../per-record.ts';
import {
  IDENTIFIER_MAX_CHARACTERS,
  identifierKey,
  isOwnIdentifier,
  isResourceId,
  type Resource,
  type Target,
} from '../protocol/resources/resource.ts';
import { findByKey, findByPublicId, listResources, type ResourceRow } from '../storage/tables/resources/resources.ts';
import type { World } from '../world.ts';

/** A resource with what only those see who manage it. */
export interface ManagedResource extends Resource {
  /** Whether LATCHKEY_RESOURCES describes it, which nobody else may change then. */
  readonly isConfigured: boolean;
  /** Since when `latchkey apply` takes care of it; null where it does not. */
  readonly appliedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const OWN: Target = { kind: 'own' };
const UNKNOWN: Target = { kind: 'unknown' };

/** What the parameter `resource` names. Without it nothing is looked up. */
export function findTarget(world: World, named: string | undefined): Target | Promise<Target> {
  if (named === undefined || isOwnIdentifier(named, world.settings.url)) return OWN;
  return findByIdentifier(world, named).then((resource) => (resource ? { kind: 'resource', resource } : UNKNOWN));
}

export async function findByIdentifier(world: World, identifier: string): Promise<ManagedResource | undefined> {
  // No resource has such an identifier, and a database may refuse to compare it.
  if (identifier.length > IDENTIFIER_MAX_CHARACTERS || !/^[\x21-\x7e]+$/.test(identifier)) return undefined;
  const row = await findByKey(world.database, identifierKey(identifier));
  return row && resourceOf(row);
}

/** By the client_id of its credentials. */
export async function findResource(world: World, publicId: string): Promise<ManagedResource | undefined> {
  if (!isResourceId(publicId) || !/^[\x21-\x7e]{1,64}$/.test(publicId)) return undefined;
  const row = await findByPublicId(world.database, publicId);
  return row && resourceOf(row);
}

/** Far beyond what one service protects. */
export const MOST_RESOURCES = 200;

/** In the order of their identifiers. */
export async function everyResource(world: World): Promise<readonly ManagedResource[]> {
  return (await listResources(world.database, MOST_RESOURCES)).map((row) => resourceOf(row));
}

/** Made once for each row, so that what is computed from a resource may be kept beside it. */
export const resourceOf = perRecord(
  (row: ResourceRow): ManagedResource =>
    Object.freeze({
      id: row.id,
      publicId: row.publicId,
      identifier: row.identifier,
      name: row.name,
      scope: row.scope.split(' '),
      seconds: row.seconds,
      isPlain: row.plainAt !== null,
      isConfigured: row.configuredAt !== null,
      appliedAt: row.appliedAt,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    }),
);
