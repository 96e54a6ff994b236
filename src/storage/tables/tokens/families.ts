/**
 * The table of token families: everything that descends from one code, or a client's own tokens; with the marks on
 * families that a run of the playground started, and what may be done to those alone.
 */
import { RUN_SECONDS } from '../../../protocol/playground/run.ts';
import type { FamilyRevocation } from '../../../protocol/tokens/family-history.ts';
import type { Database } from '../../database.ts';
import { changeRow, insertRow, must, type Sql, set, sql, where } from '../../sql.ts';
import { dayBefore, type Slice, type SweepByIndex, type SweepByNumber, sliceOf } from '../sweep.ts';

interface NewFamily {
  readonly id: number;
  /** Null for the family of a client's own tokens (client credentials). */
  readonly consentId: number | null;
  readonly clientId: number;
  readonly scope: string;
  readonly createdAt: number;
  readonly endsAt: number | null;
  /** Set where whoami tells the profile whatever the scope (SPEC S5). */
  readonly wholeProfileAt?: number | null;
}

export const insertFamily = insertRow('families', (family: NewFamily) => ({
  id: family.id,
  consent_id: family.consentId,
  client_id: family.clientId,
  scope: family.scope,
  created_at: family.createdAt,
  ends_at: family.endsAt,
  whole_profile_at: family.wholeProfileAt ?? null,
}));

/** Ends every token of the family, those a concurrent request is about to insert included. */
export function revokeFamily(id: number, because: FamilyRevocation, now: number): Sql {
  return changeRow('families', id, set`revoked_at = ${now}, revoked_because = ${because}`, where`revoked_at is null`);
}

/** Why a family was revoked; undefined where it was not, or is gone. */
export async function readRevocation(database: Database, id: number): Promise<string | undefined> {
  const rows = await database.read<{ because: string | null }>(
    sql`select revoked_because as "because" from families where id = ${id}`,
  );
  return rows[0]?.because ?? undefined;
}

/** Remembers when, from where and by what a family was last used (SPEC D7). */
export function noteUse(familyId: number, now: number, address: string | null, userAgent: string | null): Sql {
  return sql`insert into uses (family_id, used_at, address, user_agent)
    values (${familyId}, ${now}, ${address}, ${userAgent})
    on conflict (family_id) do update set used_at = excluded.used_at, address = excluded.address,
      user_agent = excluded.user_agent`;
}

export const markPlaygroundFamily = insertRow('playground_families', (familyId: number, now: number) => ({
  family_id: familyId,
  created_at: now,
}));

export async function isPlaygroundFamily(database: Database, familyId: number, startedAfter: number): Promise<boolean> {
  const rows = await database.read<{ familyId: number }>(sql`select family_id as "familyId" from playground_families
    where family_id = ${familyId} and created_at > ${startedAfter}`);
  return rows.length > 0;
}

/** An access token expires now. The guard looks at the mark itself, so no other family can be touched. */
export function expirePlaygroundAccess(pairId: number, now: number, startedAfter: number): Sql {
  return must(sql`update pairs set access_expires_at = ${now} where id = ${pairId} and family_id in
    (select family_id from playground_families where family_id = pairs.family_id and created_at > ${startedAfter})`);
}

/** The leeway of a superseded refresh token lies in the past. Guarded in the same way. */
export function endPlaygroundLeeway(pairId: number, supersededAt: number, startedAfter: number): Sql {
  return must(sql`update pairs set superseded_at = ${supersededAt}
    where id = ${pairId} and superseded_at is not null and family_id in
      (select family_id from playground_families where family_id = pairs.family_id and created_at > ${startedAfter})`);
}

/** The mark is worth something for as long as a run may last. */
export const sweepPlaygroundFamilies: SweepByIndex = {
  table: 'playground_families',
  ends: 'at the end of their run',
  step: ({ now }, most) => sql`delete from playground_families where family_id in
    (select family_id from playground_families where created_at <= ${now - RUN_SECONDS} order by created_at limit ${most})`,
};

async function nextFamilies(database: Database, after: number, most: number): Promise<Slice | undefined> {
  return sliceOf(
    after,
    await database.list(sql`
      select max(id) as "upTo" from (select id from families where id > ${after} order by id limit ${most}) as slice`),
  );
}

export const sweepFamilies: SweepByNumber = {
  table: 'families',
  ends: 'when all of their pairs that were not superseded are gone, a day after they began at the earliest; that of a client, with the client',
  next: nextFamilies,
  stepIn: ({ after, upTo }, at) => sql`delete from families where id > ${after} and id <= ${upTo}
    and created_at <= ${dayBefore(at)}
    and (consent_id is not null
      or (select clients.deleted_at from clients where clients.id = families.client_id) is not null)
    and not exists (select 1 from pairs where pairs.family_id = families.id and pairs.superseded_at is null)`,
};

export const sweepUses: SweepByNumber = {
  table: 'uses',
  ends: 'with their family',
  next: async (database, after, most) =>
    sliceOf(
      after,
      await database.list(sql`select max(family_id) as "upTo" from
        (select family_id from uses where family_id > ${after} order by family_id limit ${most}) as slice`),
    ),
  stepIn: ({ after, upTo }) => sql`delete from uses where family_id > ${after} and family_id <= ${upTo}
    and not exists (select 1 from families where families.id = uses.family_id)`,
};
