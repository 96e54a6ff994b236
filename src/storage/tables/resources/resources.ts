/** The table of resources: the APIs that tokens are for. A deleted one keeps its row, and its tokens stay dead. */
import { MOST_COUNTED } from '../../../protocol/counting.ts';
import type { Database } from '../../database.ts';
import { changeRow, insertRow, must, type Sql, set, sql, where } from '../../sql.ts';

export interface ResourceRow {
  readonly id: number;
  readonly publicId: string;
  readonly identifier: string;
  readonly name: string;
  readonly scope: string;
  readonly seconds: number | null;
  readonly plainAt: number | null;
  readonly configuredAt: number | null;
  /** Since when `latchkey apply` takes care of it; null where it does not. */
  readonly appliedAt: number | null;
  readonly createdAt: number;
  /** Also the version of the record: every change makes it greater. */
  readonly updatedAt: number;
}

/** By the value that requests name it by. */
export async function findByKey(database: Database, key: string): Promise<ResourceRow | undefined> {
  const rows = await database.read<ResourceRow>(sql`
    select id, public_id as "publicId", identifier, name, scope, seconds, plain_at as "plainAt",
      configured_at as "configuredAt", applied_at as "appliedAt", created_at as "createdAt", updated_at as "updatedAt"
    from resources where identifier_key = ${key} and deleted_at is null`);
  return rows[0];
}

/** By the client_id of its credentials. */
export async function findByPublicId(database: Database, publicId: string): Promise<ResourceRow | undefined> {
  const rows = await database.read<ResourceRow>(sql`
    select id, public_id as "publicId", identifier, name, scope, seconds, plain_at as "plainAt",
      configured_at as "configuredAt", applied_at as "appliedAt", created_at as "createdAt", updated_at as "updatedAt"
    from resources where public_id = ${publicId} and deleted_at is null`);
  return rows[0];
}

/** Deleted ones included. */
export async function countResources(database: Database): Promise<number> {
  const rows = await database.list<{ count: number }>(sql`select count(*) as "count" from resources where id > 0`);
  return rows[0]?.count ?? 0;
}

/** All live ones; there are few, since only administrators make them. */
export function listResources(database: Database, most: number): Promise<readonly ResourceRow[]> {
  return database.list<ResourceRow>(sql`
    select id, public_id as "publicId", identifier, name, scope, seconds, plain_at as "plainAt",
      configured_at as "configuredAt", applied_at as "appliedAt", created_at as "createdAt", updated_at as "updatedAt"
    from resources where identifier_key > '' and deleted_at is null order by identifier_key limit ${most}`);
}

interface NewResource {
  readonly id: number;
  readonly publicId: string;
  readonly identifier: string;
  readonly key: string;
  readonly name: string;
  readonly scope: string;
  readonly seconds: number | null;
  readonly plainAt: number | null;
  readonly configuredAt: number | null;
  readonly appliedAt: number | null;
  readonly createdAt: number;
}

/** Where a live one has the identifier, the unique index undoes the batch. */
export const insertResource = insertRow('resources', (resource: NewResource) => ({
  id: resource.id,
  public_id: resource.publicId,
  identifier: resource.identifier,
  identifier_key: resource.key,
  name: resource.name,
  scope: resource.scope,
  seconds: resource.seconds,
  plain_at: resource.plainAt,
  configured_at: resource.configuredAt,
  applied_at: resource.appliedAt,
  created_at: resource.createdAt,
  updated_at: resource.createdAt,
}));

type Seen = Pick<ResourceRow, 'id' | 'updatedAt'>;

type ResourceTerms = Pick<ResourceRow, 'name' | 'scope' | 'seconds' | 'plainAt' | 'configuredAt' | 'appliedAt'>;

/** A guard: nothing happens to a resource that was changed or deleted since it was read. */
export function changeResource(seen: Seen, terms: ResourceTerms, now: number): Sql {
  return must(
    changeRow(
      'resources',
      seen.id,
      set`name = ${terms.name}, scope = ${terms.scope}, seconds = ${terms.seconds}, plain_at = ${terms.plainAt},
        configured_at = ${terms.configuredAt}, applied_at = coalesce(applied_at, cast(${terms.appliedAt} as bigint)),
        updated_at = ${Math.max(now, seen.updatedAt + 1)}`,
      where`updated_at = ${seen.updatedAt} and deleted_at is null`,
    ),
  );
}

/** The same guard where only what hangs on the resource changes. */
export function touchResource(seen: Seen, now: number): Sql {
  return must(
    changeRow(
      'resources',
      seen.id,
      set`updated_at = ${Math.max(now, seen.updatedAt + 1)}`,
      where`updated_at = ${seen.updatedAt} and deleted_at is null`,
    ),
  );
}

/** Ends every token that is for it: each use of one looks at this row. */
export function endResource(seen: Seen, now: number): Sql {
  return must(
    changeRow(
      'resources',
      seen.id,
      set`deleted_at = ${now}, updated_at = ${Math.max(now, seen.updatedAt + 1)}`,
      where`updated_at = ${seen.updatedAt} and deleted_at is null`,
    ),
  );
}

/** So many consents are looked at, since one person may give several applications access to it. */
const MOST_LOOKED_AT = 5 * MOST_COUNTED;

/** People who have allowed applications access to it, counted up to MOST_COUNTED. */
export async function countConsents(database: Database, resourceId: number, now: number): Promise<number> {
  const rows = await database.list<{ people: number; consents: number }>(sql`select
      count(distinct given."accountId") as "people", count(*) as "consents" from (
        select account_id as "accountId" from consents where resource_id = ${resourceId} and revoked_at is null
          and (ends_at is null or ends_at > ${now}) limit ${MOST_LOOKED_AT}) as given`);
  const { people = 0, consents = 0 } = rows[0] ?? {};
  return consents < MOST_LOOKED_AT ? Math.min(people, MOST_COUNTED) : MOST_COUNTED;
}
