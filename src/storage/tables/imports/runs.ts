/** The table of imports: one row for each kind of source, and the lease of whoever is importing from it now. */
import type { Database } from '../../database.ts';
import { changeRow, insertRow, must, type Sql, set, sql, where } from '../../sql.ts';

export interface ImportRun {
  readonly id: number;
  readonly startedAt: number;
  /** When a run last came to its end; null where none has. */
  readonly finishedAt: number | null;
  readonly lease: string | null;
  readonly leaseEndsAt: number | null;
  /** Since when it is being undone; null while it is not. */
  readonly undoingAt: number | null;
}

/** The kind of imports that bring tokens. */
export const TAKEOVER = 'doorkeeper';

export async function findRun(database: Database, kind: string): Promise<ImportRun | undefined> {
  const rows =
    await database.read<ImportRun>(sql`select id, started_at as "startedAt", finished_at as "finishedAt", lease,
      lease_ends_at as "leaseEndsAt", undoing_at as "undoingAt"
    from imports where kind = ${kind}`);
  return rows[0];
}

interface Lease {
  readonly lease: string;
  readonly endsAt: number;
}

export const insertRun = insertRow('imports', (id: number, kind: string, startedAt: number, held: Lease) => ({
  id,
  kind,
  started_at: startedAt,
  lease: held.lease,
  lease_ends_at: held.endsAt,
}));

/** A guard: takes the place of the lease that was seen, which may be none or an old one, and of no other. */
export function takeLease(id: number, seen: string | null, held: Lease): Sql {
  return must(
    changeRow(
      'imports',
      id,
      set`lease = ${held.lease}, lease_ends_at = ${held.endsAt}`,
      where`coalesce(lease, '') = ${seen ?? ''}`,
    ),
  );
}

/** A guard: somebody who lost the lease must not go on. */
export function keepLease(id: number, { lease, endsAt }: Lease): Sql {
  return must(changeRow('imports', id, set`lease_ends_at = ${endsAt}`, where`lease = ${lease}`));
}

export function dropLease(id: number, lease: string): Sql {
  return changeRow('imports', id, set`lease = null, lease_ends_at = null`, where`lease = ${lease}`);
}

export function finishRun(id: number, lease: string, now: number): Sql {
  return must(
    changeRow('imports', id, set`finished_at = ${now}, lease = null, lease_ends_at = null`, where`lease = ${lease}`),
  );
}

export function markUndoing(id: number, lease: string, now: number): Sql {
  return must(changeRow('imports', id, set`undoing_at = coalesce(undoing_at, ${now})`, where`lease = ${lease}`));
}

/** The last step of an undo. */
export function deleteRun(id: number, lease: string): Sql {
  return must(sql`delete from imports where id = ${id} and lease = ${lease}`);
}
