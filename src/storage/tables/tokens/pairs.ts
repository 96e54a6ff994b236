/** The table of token pairs: one row holds an access token and its refresh token, as digests. */
import type { Database } from '../../database.ts';
import { changeRow, insertRow, must, type Sql, set, sql, where } from '../../sql.ts';
import { dayBefore, type Slice, type SweepByNumber, sliceOf } from '../sweep.ts';

interface NewPair {
  readonly id: number;
  readonly familyId: number;
  readonly parentId: number | null;
  /** Its place in a line of renewals, the first being 1; null where it can have no successor. */
  readonly generation?: number | null;
  readonly accessDigest: string;
  readonly refreshDigest: string | null;
  readonly scope: string | null;
  /** The resource that its access token is for; null for none in particular. */
  readonly resourceId?: number | null;
  readonly issuedAt: number;
  readonly accessExpiresAt: number;
  readonly refreshExpiresAt: number | null;
}

export const insertPair = insertRow('pairs', (pair: NewPair) => ({
  id: pair.id,
  family_id: pair.familyId,
  parent_id: pair.parentId,
  generation: pair.generation ?? null,
  access_digest: pair.accessDigest,
  refresh_digest: pair.refreshDigest,
  scope: pair.scope,
  issued_at: pair.issuedAt,
  access_expires_at: pair.accessExpiresAt,
  refresh_expires_at: pair.refreshExpiresAt,
  resource_id: pair.resourceId ?? null,
}));

/**
 * The rotation gate (SPEC D5): a refresh token is renewed only while no successor's use has ended its time. The
 * condition is the twin of `judgeRefresh` (protocol/tokens/rotation.ts) and changes with it.
 */
export function renewPair(id: number, now: number, leewaySeconds: number): Sql {
  return must(
    changeRow(
      'pairs',
      id,
      set`renewed_at = ${now}, used_at = coalesce(used_at, ${now})`,
      where`revoked_at is null and (superseded_at is null or superseded_at > ${now - leewaySeconds})`,
    ),
  );
}

/** The first use of a pair; of all first uses one touches the row. */
export function usePair(id: number, now: number): Sql {
  return must(changeRow('pairs', id, set`used_at = ${now}`, where`used_at is null and revoked_at is null`));
}

/** A successor was used: from now the parent's access token is dead and its refresh token in its leeway. */
export function supersedePair(id: number, now: number): Sql {
  return changeRow('pairs', id, set`superseded_at = ${now}`, where`superseded_at is null`);
}

/** SPEC D5: a new sibling revokes unused siblings older than the leeway. */
export function revokeUnusedSiblings(familyId: number, parentId: number, issuedBefore: number, now: number): Sql {
  return sql`update pairs set revoked_at = ${now}
    where family_id = ${familyId} and superseded_at is null and parent_id = ${parentId} and used_at is null and revoked_at is null
      and issued_at < ${issuedBefore}`;
}

/** Ends one pair, for tokens that have no family of their own to end. */
export function revokePair(id: number, now: number): Sql {
  return changeRow('pairs', id, set`revoked_at = ${now}`, where`revoked_at is null`);
}

/**
 * Of one family so many pairs are kept to recognise somebody who presents an old refresh token. One that is older than a
 * thousand renewals is refused as unknown, and ends nothing. How many there were since is told by every hundredth.
 */
const RENEWALS_KEPT = 1000;
export const MOST_OF_FAMILY = RENEWALS_KEPT + 100;

export const thinPairs: SweepByNumber = {
  table: 'pairs',
  ends: 'a thousand renewals later, a day after they were superseded',
  next: nextPairs,
  // The condition of the index pairs_of_hundreds is repeated: only then may an engine use it.
  stepIn: ({ after, upTo }, at) => sql`delete from pairs where id > ${after} and id <= ${upTo}
    and superseded_at <= ${dayBefore(at)}
    and exists (select 1 from pairs later where later.family_id = pairs.family_id and later.generation % 100 = 0
      and later.generation >= coalesce(pairs.generation, 0) + ${RENEWALS_KEPT})`,
};

export const sweepPairs: SweepByNumber = {
  table: 'pairs',
  // A superseded pair is not ended by that: it stays until its refresh token would have expired, to recognise a thief.
  ends: 'when both tokens have expired, or a day after the pair, its family, its consent or its client ended; not before an access token issued with it would have expired',
  next: nextPairs,
  stepIn: ({ after, upTo }, at) =>
    endedPairs({ after, upTo: Math.min(upTo, at.firstKeptPair - 1) }, at.now, dayBefore(at)),
};

async function nextPairs(database: Database, after: number, most: number): Promise<Slice | undefined> {
  return sliceOf(
    after,
    await database.list(sql`
      select max(id) as "upTo" from (select id from pairs where id > ${after} order by id limit ${most}) as slice`),
  );
}

export interface LivePairs {
  readonly access: number;
  readonly refresh: number;
}

/** How many tokens of a slice are live now. A permission that was taken back from one that has others counts for nothing. */
export async function countLive(database: Database, { after, upTo }: Slice, now: number): Promise<LivePairs> {
  const rows = await database.list<LivePairs>(sql`
    select count(case when pairs.access_expires_at > ${now} then 1 end) as "access",
      count(case when pairs.refresh_expires_at > ${now} then 1 end) as "refresh"
    from pairs join families on families.id = pairs.family_id join clients on clients.id = families.client_id
      left join consents on consents.id = families.consent_id left join accounts on accounts.id = consents.account_id
      left join resources on resources.id = pairs.resource_id
    where pairs.id > ${after} and pairs.id <= ${upTo} and pairs.revoked_at is null and pairs.superseded_at is null
      and families.revoked_at is null and (families.ends_at is null or families.ends_at > ${now})
      and consents.revoked_at is null and (consents.ends_at is null or consents.ends_at > ${now})
      and clients.deleted_at is null and clients.suspended_at is null
      and accounts.disabled_at is null and accounts.deleted_at is null and resources.deleted_at is null`);
  return rows[0] ?? { access: 0, refresh: 0 };
}

function endedPairs({ after, upTo }: Slice, now: number, endedBefore: number): Sql {
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
