/** The table of removed secrets: kept as digests, so that an owner learns which old secret is still in use. */
import type { Database } from '../../database.ts';
import { type Sql, sql } from '../../sql.ts';
import { DAY_SECONDS, type SweepByIndex } from '../sweep.ts';

export const MOST_OF_CLIENT = 20;

/** Belongs before the statement that deletes them. `secretId` null: all of the client's. */
export function rememberSecrets(clientId: number, secretId: number | null, now: number): Sql {
  return sql`insert into removed_secrets (id, client_id, digest, suffix, removed_at)
    select id, client_id, digest, suffix, cast(${now} as bigint) from client_secrets
    where client_id = ${clientId} and (cast(${secretId} as bigint) is null or id = ${secretId})
    on conflict do nothing`;
}

/** The same for those whose time is over, since the moment of their end. */
export function rememberEndedSecrets(clientId: number, now: number): Sql {
  return sql`insert into removed_secrets (id, client_id, digest, suffix, removed_at)
    select id, client_id, digest, suffix, expires_at from client_secrets
    where client_id = ${clientId} and expires_at <= ${now}
    on conflict do nothing`;
}

/** Those that were removed longest ago go first. */
export function trimRemovedSecrets(clientId: number): Sql {
  return sql`delete from removed_secrets where id in (select id from removed_secrets where client_id = ${clientId}
    order by removed_at desc, id desc limit 100 offset ${MOST_OF_CLIENT})`;
}

const KEPT_DAYS = 90;

export const sweepRemovedSecrets: SweepByIndex = {
  table: 'removed_secrets',
  ends: 'ninety days after their removal',
  step: ({ now }, most) => sql`delete from removed_secrets where id in
    (select id from removed_secrets where removed_at <= ${now - KEPT_DAYS * DAY_SECONDS} order by removed_at limit ${most})`,
};

interface KnownSecret {
  readonly suffix: string;
  /** Null for a live one. */
  readonly removedAt: number | null;
  /** Null for a secret of the client itself; otherwise the name of another application of the same owner. */
  readonly application: string | null;
}

/**
 * Whose secret a client presented in vain: an ended one of its own, or one of another application of the same owner.
 */
export async function findKnownSecret(
  database: Database,
  clientId: number,
  digest: string,
): Promise<KnownSecret | undefined> {
  const rows = await database.read<KnownSecret>(sql`
    select r.suffix, r.removed_at as "removedAt", cast(null as text) as "application"
      from removed_secrets r where r.client_id = ${clientId} and r.digest = ${digest}
    union all
    select e.suffix, e.expires_at as "removedAt", cast(null as text) as "application"
      from client_secrets e where e.client_id = ${clientId} and e.digest = ${digest}
    union all
    select s.suffix, cast(null as bigint) as "removedAt", other.name as "application"
      from clients c join clients other on other.owner_id = c.owner_id and other.id <> c.id and other.deleted_at is null
      join client_secrets s on s.client_id = other.id
      where c.id = ${clientId} and s.digest = ${digest}`);
  return rows[0];
}
