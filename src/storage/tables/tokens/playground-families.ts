/** The shelf of marks on families that a run of the playground started, and what may be done to those alone. */
import type { Database } from '../../database.ts';
import { insertRow, must, type Sql, sql } from '../../sql.ts';

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

export function sweepPlaygroundFamilies(startedBefore: number, most: number): Sql {
  return sql`delete from playground_families where family_id in
    (select family_id from playground_families where created_at <= ${startedBefore} order by created_at limit ${most})`;
}
