/** The statements of the sweeper: each removes a small, bounded number of rows that no decision can need any more. */
import type { Database } from '../database.ts';
import { type Sql, sql } from '../sql.ts';

/** Where a walk along a table's record numbers has come to. */
export interface Slice {
  readonly after: number;
  readonly upTo: number;
}

export function sweepSessions(now: number, most: number): Sql {
  return sql`delete from sessions where digest in
    (select digest from sessions where expires_at <= ${now} order by expires_at limit ${most})`;
}

export function sweepLimits(now: number, most: number): Sql {
  return sql`delete from limits where name in
    (select name from limits where resets_at <= ${now} order by resets_at limit ${most})`;
}

export function sweepSetupLinks(now: number): Sql {
  return sql`delete from setup_links where expires_at <= ${now}`;
}

/** Figures are kept as long as events. */
export function sweepDays(beforeDay: number, most: number): Sql {
  return sql`delete from client_days where (client_id, day) in
    (select client_id, day from client_days where day < ${beforeDay} order by day limit ${most})`;
}

/** Redeemed codes stay for a while after their end, so that a late replay is still recognised. */
export function sweepCodes(expiredBefore: number, most: number): Sql {
  return sql`delete from codes where id in
    (select id from codes where expires_at <= ${expiredBefore} order by expires_at limit ${most})`;
}

/** Event numbers grow with time, so age is a range of the primary key. */
export function sweepEvents(beforeId: number, most: number): Sql {
  return sql`delete from events where id in (select id from events where id < ${beforeId} order by id limit ${most})`;
}

export async function nextPairs(database: Database, after: number, most: number): Promise<Slice | undefined> {
  const rows = await database.read<{ upTo: number | null }>(sql`
    select max(id) as "upTo" from (select id from pairs where id > ${after} order by id limit ${most}) as slice`);
  return rows[0]?.upTo == null ? undefined : { after, upTo: rows[0].upTo };
}

/** A superseded pair stays until its refresh token would have expired: that is how a thief is recognised. */
export function sweepPairs({ after, upTo }: Slice, now: number, endedBefore: number): Sql {
  return sql`delete from pairs where id > ${after} and id <= ${upTo} and (
      (access_expires_at <= ${now} and (refresh_expires_at is null or refresh_expires_at <= ${now}))
      or revoked_at <= ${endedBefore}
      or not exists (select 1 from families where families.id = pairs.family_id)
      or exists (select 1 from families
        join clients on clients.id = families.client_id
        left join consents on consents.id = families.consent_id
        where families.id = pairs.family_id and (families.revoked_at <= ${endedBefore} or families.ends_at <= ${now}
          or consents.revoked_at <= ${endedBefore} or consents.ends_at <= ${now} or clients.deleted_at <= ${endedBefore})))`;
}

export async function nextFamilies(database: Database, after: number, most: number): Promise<Slice | undefined> {
  const rows = await database.read<{ upTo: number | null }>(sql`
    select max(id) as "upTo" from (select id from families where id > ${after} order by id limit ${most}) as slice`);
  return rows[0]?.upTo == null ? undefined : { after, upTo: rows[0].upTo };
}

/** Families whose last pair is gone. A client's own family stays as long as the client. */
export function sweepFamilies({ after, upTo }: Slice, createdBefore: number): Sql {
  return sql`delete from families where id > ${after} and id <= ${upTo} and consent_id is not null
    and created_at <= ${createdBefore} and not exists (select 1 from pairs where pairs.family_id = families.id)`;
}

export function sweepUses({ after, upTo }: Slice): Sql {
  return sql`delete from uses where family_id > ${after} and family_id <= ${upTo}
    and not exists (select 1 from families where families.id = uses.family_id)`;
}

export async function nextScopeUses(database: Database, after: number, most: number): Promise<Slice | undefined> {
  const rows = await database.read<{ upTo: number | null }>(sql`select max(consent_id) as "upTo" from (
    select consent_id from scope_uses where consent_id > ${after} order by consent_id limit ${most}) as slice`);
  return rows[0]?.upTo == null ? undefined : { after, upTo: rows[0].upTo };
}

/** Nothing depends on it, since every use looks at the end; but what has ended need not be counted and listed. */
export function closeEndedConsents(now: number, most: number): Sql {
  return sql`update consents set revoked_at = ends_at, revoked_because = 'ended' where id in
    (select id from consents where ends_at <= ${now} and ends_at is not null and revoked_at is null
      order by ends_at limit ${most})`;
}

/** What was used of a consent interests nobody once it has ended. */
export function sweepScopeUses({ after, upTo }: Slice, now: number): Sql {
  return sql`delete from scope_uses where consent_id > ${after} and consent_id <= ${upTo}
    and not exists (select 1 from consents where consents.id = scope_uses.consent_id and consents.revoked_at is null
      and (consents.ends_at is null or consents.ends_at > ${now}))`;
}
