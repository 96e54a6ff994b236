/** Reads the table of clients for administrators, and writes what they decide about one: suspensions and marks. */
import type { Mark } from '../../../protocol/clients/application-search.ts';
import type { Database } from '../../database.ts';
import { changeRow, must, type Sql, set, sql, where } from '../../sql.ts';

/** Also of a deleted one: its events are still there. */
export async function findNumberOf(database: Database, publicId: string): Promise<number | undefined> {
  const rows = await database.read<{ id: number }>(sql`select id from clients where public_id = ${publicId}`);
  return rows[0]?.id;
}

/** A deleted client keeps its id: it is never given to another one. */
export async function holderOf(database: Database, publicId: string): Promise<'nobody' | 'live' | 'deleted'> {
  const rows = await database.read<{ deletedAt: number | null }>(
    sql`select deleted_at as "deletedAt" from clients where public_id = ${publicId}`,
  );
  const [row] = rows;
  if (!row) return 'nobody';
  return row.deletedAt === null ? 'live' : 'deleted';
}

interface OwnedClient {
  readonly publicId: string;
  readonly ownerId: number;
}

export async function readOwnerOf(database: Database, id: number): Promise<OwnedClient | null> {
  const rows = await database.read<OwnedClient>(
    sql`select public_id as "publicId", owner_id as "ownerId" from clients where id = ${id} and deleted_at is null`,
  );
  return rows[0] ?? null;
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

/**
 * A guard: touches the client only if it is still as it was when the administrator looked at it, so that nobody vouches for
 * what was put in its place meanwhile. Null removes the mark.
 */
export function markClient(
  { id, updatedAt }: { readonly id: number; readonly updatedAt: number },
  mark: Mark,
  at: number | null,
): Sql {
  const change =
    mark === 'verified'
      ? changeRow('clients', id, set`verified_at = ${at}`, where`deleted_at is null and updated_at = ${updatedAt}`)
      : changeRow('clients', id, set`first_party_at = ${at}`, where`deleted_at is null and updated_at = ${updatedAt}`);
  return must(change);
}
