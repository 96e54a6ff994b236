/** Reads the table of consents as the account that gave them sees it: who may act for me, since when, and how far? */
import type { FamilyState } from '../../../protocol/tokens/family-history.ts';
import type { Database } from '../../database.ts';
import { sql } from '../../sql.ts';
import type { ConsentRow } from './consents.ts';

export interface ListedConsent extends ConsentRow {
  /** When the user last changed what is allowed, or for how long. */
  readonly updatedAt: number;
  readonly clientId: number;
  readonly clientPublicId: string;
  readonly clientName: string;
  readonly homepageUrl: string;
  readonly requiredScope: string;
  /** The API that it is allowed for, by the client_id of its credentials and its name; nulls for none in particular. */
  readonly resourcePublicId: string | null;
  readonly resourceName: string | null;
  /** Null while no administrator has suspended the application. */
  readonly suspendedBecause: string | null;
  /** Names the uploaded logo; null where there is none. */
  readonly logoDigest: string | null;
  readonly ownerId: number;
  readonly ownerNickname: string;
  /** The device on which it was given; null where that was not kept. */
  readonly grantAddress: string | null;
  readonly grantUserAgent: string | null;
  /** The latest use of any token that came from it (SPEC D7); null when there was none. */
  readonly usedAt: number | null;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Where in the list a page begins: behind the one that was given then, with this number. */
export interface ConsentPlace {
  readonly grantedAt: number;
  readonly id: number;
}

const FROM_THE_NEWEST: ConsentPlace = { grantedAt: Number.MAX_SAFE_INTEGER, id: 0 };

interface Listing {
  readonly accountId: number;
  /** Of one client alone, by its public id; null for all. */
  readonly clientPublicId: string | null;
  /** A pattern of `like` for the folded name of the client; null fits all. */
  readonly name?: string | null;
  readonly now: number;
  readonly skip: number;
  readonly most: number;
  readonly before?: ConsentPlace;
}

/** Those given last come first. With a deleted application or API nothing can be done any more, so it is not listed. */
export function listLiveConsents(database: Database, listing: Listing): Promise<readonly ListedConsent[]> {
  const { accountId, clientPublicId, now, name = null, before = FROM_THE_NEWEST } = listing;
  return database.list<ListedConsent>(sql`
    select k.id, k.resource_id as "resourceId", k.scope, k.granted_at as "grantedAt",
      k.updated_at as "updatedAt", k.ends_at as "endsAt", k.address as "grantAddress",
      k.user_agent as "grantUserAgent", c.id as "clientId", c.public_id as "clientPublicId", c.name as "clientName",
      c.homepage_url as "homepageUrl", c.required_scope as "requiredScope", r.public_id as "resourcePublicId",
      r.name as "resourceName",
      c.suspended_because as "suspendedBecause", l.digest as "logoDigest", o.id as "ownerId",
      o.nickname as "ownerNickname", latest.used_at as "usedAt", latest.address, latest.user_agent as "userAgent"
    from consents k
    join clients c on c.id = k.client_id
    join accounts o on o.id = c.owner_id
    left join logos l on l.client_id = c.id
    left join resources r on r.id = k.resource_id
    left join (
      select f.consent_id, u.used_at, u.address, u.user_agent,
        row_number() over (partition by f.consent_id order by u.used_at desc, u.family_id desc) as place
      from consents own
      join families f on f.consent_id = own.id
      join uses u on u.family_id = f.id
      where own.account_id = ${accountId} and own.revoked_at is null
    ) latest on latest.consent_id = k.id and latest.place = 1
    where k.account_id = ${accountId} and k.revoked_at is null and (k.ends_at is null or k.ends_at > ${now})
      and c.deleted_at is null and r.deleted_at is null and (cast(${clientPublicId} as text) is null or c.public_id = ${clientPublicId})
      and (cast(${name} as text) is null or c.name_key like ${name} escape '!')
      and (k.granted_at < ${before.grantedAt} or (k.granted_at = ${before.grantedAt} and k.id < ${before.id}))
    order by k.granted_at desc, k.id desc limit ${listing.most} offset ${listing.skip}`);
}

/** A family of tokens with everything that may have ended it, for its timeline. */
export interface FamilyRow extends FamilyState {
  readonly id: number;
  readonly accountId: number;
  readonly usedAt: number | null;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Undefined for a family of another client, for a client's own, and for one that was swept away. */
export async function findFamily(database: Database, clientId: number, id: number): Promise<FamilyRow | undefined> {
  const rows = await database.list<FamilyRow>(sql`
    select f.id, k.account_id as "accountId", f.created_at as "startedAt", f.scope, f.ends_at as "endsAt",
      f.revoked_at as "revokedAt", f.revoked_because as "revokedBecause", k.ends_at as "consentEndsAt",
      k.revoked_at as "consentRevokedAt", k.revoked_because as "consentRevokedBecause",
      c.suspended_at as "clientSuspendedAt",
      (select max(coalesce(p.refresh_expires_at, p.access_expires_at)) from pairs p
        where p.family_id = f.id and p.superseded_at is null and p.revoked_at is null) as "expiresAt",
      u.used_at as "usedAt", u.address, u.user_agent as "userAgent"
    from families f
    join consents k on k.id = f.consent_id
    join clients c on c.id = f.client_id
    left join uses u on u.family_id = f.id
    where f.id = ${id} and f.client_id = ${clientId}`);
  return rows[0];
}

/** The numbers of the families that came last from a consent. */
export async function latestFamilies(database: Database, consentId: number, most: number): Promise<readonly number[]> {
  const rows = await database.list<{ id: number }>(
    sql`select id from families where consent_id = ${consentId} order by id desc limit ${most}`,
  );
  return rows.map((row) => row.id);
}
