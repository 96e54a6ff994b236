/** Reads the table of clients for administrators, and suspends what they decide to suspend. */
import type { Database } from '../../database.ts';
import { changeRow, must, type Sql, set, sql, where } from '../../sql.ts';
import { lastOf } from '../people/search.ts';

export interface AdministeredClient {
  readonly id: number;
  readonly publicId: string;
  readonly name: string;
  readonly ownerId: number;
  readonly ownerNickname: string;
  readonly confidentialAt: number | null;
  readonly createdAt: number;
  readonly tokenAt: number | null;
  readonly suspendedAt: number | null;
}

interface AdministeredSearch {
  /** The beginning of the folded name. */
  readonly nameKey: string;
  readonly publicId: string;
  /** Null matches no client. */
  readonly ownerId: number | null;
}

/** Newest first; each of the three ways to be found is one bounded walk along an index. */
export function findAdministered(
  database: Database,
  { nameKey, publicId, ownerId }: AdministeredSearch,
  most: number,
): Promise<readonly AdministeredClient[]> {
  return database.list<AdministeredClient>(sql`select c.id, c.public_id as "publicId", c.name, c.owner_id as "ownerId",
      o.nickname as "ownerNickname", c.confidential_at as "confidentialAt", c.created_at as "createdAt",
      c.token_at as "tokenAt", c.suspended_at as "suspendedAt"
    from clients c join accounts o on o.id = c.owner_id
    where c.deleted_at is null and c.id in (
      select named.id from (select id from clients where deleted_at is null
        and name_key collate "binary" >= ${nameKey} and name_key collate "binary" < ${lastOf(nameKey)}
        order by name_key collate "binary", id limit ${most}) as named
      union
      select owned.id from (select id from clients where deleted_at is null and owner_id = ${ownerId}
        order by id desc limit ${most}) as owned
      union
      select id from clients where public_id = ${publicId})
    order by c.id desc limit ${most}`);
}

/** Newest first, below this record number. */
export function listAdministered(
  database: Database,
  below: number,
  most: number,
): Promise<readonly AdministeredClient[]> {
  return database.list<AdministeredClient>(sql`select c.id, c.public_id as "publicId", c.name, c.owner_id as "ownerId",
      o.nickname as "ownerNickname", c.confidential_at as "confidentialAt", c.created_at as "createdAt",
      c.token_at as "tokenAt", c.suspended_at as "suspendedAt"
    from clients c join accounts o on o.id = c.owner_id
    where c.deleted_at is null and c.id < ${below}
    order by c.id desc limit ${most}`);
}

export function listSuspended(database: Database, below: number, most: number): Promise<readonly AdministeredClient[]> {
  return database.list<AdministeredClient>(sql`select c.id, c.public_id as "publicId", c.name, c.owner_id as "ownerId",
      o.nickname as "ownerNickname", c.confidential_at as "confidentialAt", c.created_at as "createdAt",
      c.token_at as "tokenAt", c.suspended_at as "suspendedAt"
    from clients c join accounts o on o.id = c.owner_id
    where c.suspended_at is not null and c.deleted_at is null and c.id < ${below}
    order by c.id desc limit ${most}`);
}

/** Also of a deleted one: its events are still there. */
export async function findNumberOf(database: Database, publicId: string): Promise<number | undefined> {
  const rows = await database.read<{ id: number }>(sql`select id from clients where public_id = ${publicId}`);
  return rows[0]?.id;
}

interface ScopeCount {
  /** As it is kept: names with spaces between them. */
  readonly scope: string;
  readonly count: number;
}

/** Which sets of scopes the newest applications may ask for, and how many have the same set. */
export function countScopes(database: Database, most: number): Promise<readonly ScopeCount[]> {
  return database.list<ScopeCount>(sql`select newest.scope, count(*) as "count"
    from (select scope from clients where deleted_at is null order by id desc limit ${most}) as newest
    group by newest.scope`);
}

/** A guard: of several suspensions one touches the row. Nothing else has to be ended: every use looks at this row. */
export function suspend(id: number, because: string, now: number): Sql {
  return must(
    changeRow(
      'clients',
      id,
      set`suspended_at = ${now}, suspended_because = ${because}, updated_at = updated_at + 1`,
      where`suspended_at is null and deleted_at is null`,
    ),
  );
}

/** A guard, as its counterpart. What was suspended lives again, unless it has expired or was revoked meanwhile. */
export function liftSuspension(id: number): Sql {
  return must(
    changeRow(
      'clients',
      id,
      set`suspended_at = null, suspended_because = null, updated_at = updated_at + 1`,
      where`suspended_at is not null and deleted_at is null`,
    ),
  );
}
