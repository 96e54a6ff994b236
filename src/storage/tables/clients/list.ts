/** Reads the table of clients as lists: newest first, or searched and sorted. */
import type { ClientKind } from '../../../protocol/clients/kind.ts';
import { MOST_COUNTED_IN_LIST } from '../../../protocol/counting.ts';
import type { Database } from '../../database.ts';
import { sql } from '../../sql.ts';
import { type ClientRow, type JoinedRow, joined } from './client-row.ts';

export interface ListedClient {
  readonly id: number;
  readonly publicId: string;
  readonly ownerNickname: string;
  readonly name: string;
  readonly kind: ClientKind;
  readonly scope: string;
  readonly confidentialAt: number | null;
  readonly createdAt: number;
  /** When it last received a token; null when it never did. */
  readonly tokenAt: number | null;
  /** Null while no administrator has suspended it. */
  readonly suspendedAt: number | null;
  /** Null where no administrator has to approve it. */
  readonly waitingSince: number | null;
  readonly declinedBecause: string | null;
  /** Null where none was uploaded. */
  readonly logoDigest: string | null;
  readonly redirectUriCount: number;
  /** Accounts that allow it access now, counted up to MOST_COUNTED_IN_LIST. */
  readonly userCount: number;
}

export interface Span {
  readonly skip: number;
  readonly most: number;
  /** A consent that has ended by then is not counted among the users. */
  readonly now: number;
}

export async function countClientsOf(database: Database, ownerId: number): Promise<number> {
  const rows = await database.list<{ count: number }>(
    sql`select count(*) as "count" from clients where owner_id = ${ownerId} and deleted_at is null`,
  );
  return rows[0]?.count ?? 0;
}

/** Newest first, of one owner or (null) of all, those below a number. */
export function listLiveClients(
  database: Database,
  ownerId: number | null,
  slice: Span & { readonly below: number },
): Promise<readonly ListedClient[]> {
  const owners = ownersOf(ownerId);
  return database.list<ListedClient>(sql`
    select c.id, c.public_id as "publicId", o.nickname as "ownerNickname", c.name, c.kind, c.scope,
      c.confidential_at as "confidentialAt", c.created_at as "createdAt", c.token_at as "tokenAt",
      c.suspended_at as "suspendedAt", c.waiting_since as "waitingSince",
        c.declined_because as "declinedBecause", l.digest as "logoDigest",
      (select count(*) from redirect_uris r where r.client_id = c.id) as "redirectUriCount",
      (select count(*) from (select one from (select 1 as one from consents k where k.client_id = c.id
          and k.revoked_at is null and k.ends_at is null limit ${MOST_COUNTED_IN_LIST}) as lasting
        union all select one from (select 1 as one from consents k where k.client_id = c.id
          and k.revoked_at is null and k.ends_at > ${slice.now} limit ${MOST_COUNTED_IN_LIST}) as ending
        limit ${MOST_COUNTED_IN_LIST}) as counted) as "userCount"
    from clients c join accounts o on o.id = c.owner_id left join logos l on l.client_id = c.id
    where c.deleted_at is null and c.owner_id >= ${owners.first} and c.owner_id <= ${owners.last}
      and c.id < ${slice.below}
    order by c.id desc limit ${slice.most} offset ${slice.skip}`);
}

/** Of one owner, those that are suspended or wait for approval; newest first. */
export function listTroubledClients(
  database: Database,
  ownerId: number,
  most: number,
): Promise<readonly Pick<ListedClient, 'publicId' | 'name' | 'suspendedAt' | 'waitingSince' | 'declinedBecause'>[]> {
  return database.list(sql`
    select c.public_id as "publicId", c.name, c.suspended_at as "suspendedAt", c.waiting_since as "waitingSince",
      c.declined_because as "declinedBecause"
    from clients c where c.owner_id = ${ownerId} and c.deleted_at is null
      and (c.suspended_at is not null or c.waiting_since is not null)
    order by c.id desc limit ${most}`);
}

export type ClientOrder = 'created' | 'name' | 'users' | 'last_token';

interface ClientSearch {
  readonly ownerId: number;
  /** Part of a name, or a whole client_id; empty fits all. */
  readonly words: string;
  readonly order: ClientOrder;
}

/** For people who look for one: every match is counted and sorted before the page is cut, so it costs more. */
export function searchLiveClients(
  database: Database,
  { ownerId, words, order }: ClientSearch,
  slice: Span,
): Promise<readonly ListedClient[]> {
  const [like, lower, upper, capital] = spellings(words);
  return database.list<ListedClient>(sql`
    select * from (
      select c.id, c.public_id as "publicId", o.nickname as "ownerNickname", c.name, c.kind, c.scope,
        c.confidential_at as "confidentialAt", c.created_at as "createdAt", c.token_at as "tokenAt",
        c.suspended_at as "suspendedAt", c.waiting_since as "waitingSince",
        c.declined_because as "declinedBecause", l.digest as "logoDigest",
        (select count(*) from redirect_uris r where r.client_id = c.id) as "redirectUriCount",
        (select count(*) from (select one from (select 1 as one from consents k where k.client_id = c.id
            and k.revoked_at is null and k.ends_at is null limit ${MOST_COUNTED_IN_LIST}) as lasting
          union all select one from (select 1 as one from consents k where k.client_id = c.id
            and k.revoked_at is null and k.ends_at > ${slice.now} limit ${MOST_COUNTED_IN_LIST}) as ending
          limit ${MOST_COUNTED_IN_LIST}) as counted) as "userCount"
      from clients c join accounts o on o.id = c.owner_id left join logos l on l.client_id = c.id
      where c.deleted_at is null and c.owner_id = ${ownerId}
        and (c.public_id = ${words} or c.name like ${like} escape '!' or lower(c.name) like ${lower} escape '!'
          or c.name like ${upper} escape '!' or c.name like ${capital} escape '!')
    ) as found
    order by case when cast(${order} as text) = 'name' then lower(found.name) end,
      case when cast(${order} as text) = 'users' then found."userCount"
        when cast(${order} as text) = 'last_token' then coalesce(found."tokenAt", 0) else found.id end desc,
      found.id desc
    limit ${slice.most} offset ${slice.skip}`);
}

/** One owner or everybody, as a range of the index by owner: an `or` would make one developer's page read all rows. */
function ownersOf(ownerId: number | null): { readonly first: number; readonly last: number } {
  return ownerId === null ? { first: 0, last: Number.MAX_SAFE_INTEGER } : { first: ownerId, last: ownerId };
}

/** SQLite folds the case of ASCII only, so other letters are looked for in the ways in which names are written. */
function spellings(words: string): readonly [string, string, string, string] {
  const lower = words.toLowerCase();
  const capital = lower.slice(0, 1).toUpperCase() + lower.slice(1);
  return [pattern(words), pattern(lower), pattern(words.toUpperCase()), pattern(capital)];
}

function pattern(words: string): string {
  return `%${words.replace(/[!%_]/g, '!$&')}%`;
}

/** Whole records of one owner, newest first, below this record number. */
export async function listWholeOf(
  database: Database,
  ownerId: number,
  { below, most }: { readonly below: number; readonly most: number },
): Promise<readonly ClientRow[]> {
  const rows = await database.list<JoinedRow>(sql`
    select c.id, c.public_id as "publicId", c.owner_id as "ownerId", o.nickname as "ownerNickname",
      o.admin_at as "ownerAdminAt", c.name, c.description, c.homepage_url as "homepageUrl", c.logo_url as "logoUrl",
      c.policy_url as "policyUrl", c.terms_url as "termsUrl", l.digest as "logoDigest", c.kind,
      c.scope, c.required_scope as "requiredScope", c.confidential_at as "confidentialAt", c.given_at as "givenAt",
      c.iss_off_at as "issOffAt", c.admin_at as "adminAt", c.applied_at as "appliedAt", c.suspended_at as "suspendedAt",
      c.suspended_because as "suspendedBecause", c.limits, c.verified_at as "verifiedAt",
      c.first_party_at as "firstPartyAt", c.waiting_since as "waitingSince", c.waiting_for as "waitingFor",
      c.declined_because as "declinedBecause", c.approved_scope as "approvedScope", c.created_at as "createdAt", c.updated_at as "updatedAt", r.uri
    from (select id from clients where owner_id = ${ownerId} and deleted_at is null and id < ${below}
      order by id desc limit ${most}) as chosen
    join clients c on c.id = chosen.id
    join accounts o on o.id = c.owner_id
    left join logos l on l.client_id = c.id
    left join redirect_uris r on r.client_id = c.id
    order by c.id desc, r.position`);
  return gathered(rows);
}

/** The same of everybody's. */
export async function listWhole(
  database: Database,
  { below, most }: { readonly below: number; readonly most: number },
): Promise<readonly ClientRow[]> {
  const rows = await database.list<JoinedRow>(sql`
    select c.id, c.public_id as "publicId", c.owner_id as "ownerId", o.nickname as "ownerNickname",
      o.admin_at as "ownerAdminAt", c.name, c.description, c.homepage_url as "homepageUrl", c.logo_url as "logoUrl",
      c.policy_url as "policyUrl", c.terms_url as "termsUrl", l.digest as "logoDigest", c.kind,
      c.scope, c.required_scope as "requiredScope", c.confidential_at as "confidentialAt", c.given_at as "givenAt",
      c.iss_off_at as "issOffAt", c.admin_at as "adminAt", c.applied_at as "appliedAt", c.suspended_at as "suspendedAt",
      c.suspended_because as "suspendedBecause", c.limits, c.verified_at as "verifiedAt",
      c.first_party_at as "firstPartyAt", c.waiting_since as "waitingSince", c.waiting_for as "waitingFor",
      c.declined_because as "declinedBecause", c.approved_scope as "approvedScope", c.created_at as "createdAt", c.updated_at as "updatedAt", r.uri
    from (select id from clients where deleted_at is null and id < ${below} order by id desc limit ${most}) as chosen
    join clients c on c.id = chosen.id
    join accounts o on o.id = c.owner_id
    left join logos l on l.client_id = c.id
    left join redirect_uris r on r.client_id = c.id
    order by c.id desc, r.position`);
  return gathered(rows);
}

/** The same of those that wait for approval, of one owner or (null) of all. */
export async function listWholeWaiting(
  database: Database,
  ownerId: number | null,
  { below, most }: { readonly below: number; readonly most: number },
): Promise<readonly ClientRow[]> {
  const rows = await database.list<JoinedRow>(sql`
    select c.id, c.public_id as "publicId", c.owner_id as "ownerId", o.nickname as "ownerNickname",
      o.admin_at as "ownerAdminAt", c.name, c.description, c.homepage_url as "homepageUrl", c.logo_url as "logoUrl",
      c.policy_url as "policyUrl", c.terms_url as "termsUrl", l.digest as "logoDigest", c.kind,
      c.scope, c.required_scope as "requiredScope", c.confidential_at as "confidentialAt", c.given_at as "givenAt",
      c.iss_off_at as "issOffAt", c.admin_at as "adminAt", c.applied_at as "appliedAt", c.suspended_at as "suspendedAt",
      c.suspended_because as "suspendedBecause", c.limits, c.verified_at as "verifiedAt",
      c.first_party_at as "firstPartyAt", c.waiting_since as "waitingSince", c.waiting_for as "waitingFor",
      c.declined_because as "declinedBecause", c.approved_scope as "approvedScope", c.created_at as "createdAt", c.updated_at as "updatedAt", r.uri
    from (select id from clients where waiting_since > 0 and declined_because is null and deleted_at is null
      and id < ${below} and (cast(${ownerId} as bigint) is null or owner_id = ${ownerId})
      order by id desc limit ${most}) as chosen
    join clients c on c.id = chosen.id
    join accounts o on o.id = c.owner_id
    left join logos l on l.client_id = c.id
    left join redirect_uris r on r.client_id = c.id
    order by c.id desc, r.position`);
  return gathered(rows);
}

/** The client_ids of what `latchkey apply` takes care of. */
export async function listApplied(database: Database, most: number): Promise<readonly string[]> {
  const rows = await database.list<{ publicId: string }>(sql`select public_id as "publicId" from clients
    where applied_at > 0 and deleted_at is null order by applied_at limit ${most}`);
  return rows.map(({ publicId }) => publicId);
}

/** One record for the rows of each client, of which every one has another redirect URI. */
function gathered(rows: readonly JoinedRow[]): readonly ClientRow[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => joined(own) ?? []);
}
