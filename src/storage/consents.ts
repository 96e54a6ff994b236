/** The shelf of consents: which account allows which client what. A revoked one stays revoked; a new one is a new row. */
import type { Database } from './database.ts';
import { must, type Sql, sql } from './sql.ts';

export interface ConsentRow {
  readonly id: number;
  readonly scope: string;
  readonly grantedAt: number;
}

/** There is at most one: the unique index consents_live sees to it. */
export async function findLiveConsent(
  database: Database,
  accountId: number,
  clientId: number,
): Promise<ConsentRow | undefined> {
  const rows = await database.read<ConsentRow>(sql`select id, scope, granted_at as "grantedAt" from consents
    where account_id = ${accountId} and client_id = ${clientId} and revoked_at is null`);
  return rows[0];
}

/** The same by the client's public id, for what people send from a page. */
export async function findLiveConsentFor(
  database: Database,
  accountId: number,
  clientPublicId: string,
): Promise<{ readonly id: number; readonly clientId: number } | undefined> {
  const rows = await database.read<{ id: number; clientId: number }>(sql`select k.id, k.client_id as "clientId"
    from consents k join clients c on c.id = k.client_id
    where k.account_id = ${accountId} and c.public_id = ${clientPublicId} and k.revoked_at is null`);
  return rows[0];
}

export interface NewConsent {
  readonly id: number;
  readonly accountId: number;
  readonly clientId: number;
  readonly scope: string;
  readonly grantedAt: number;
}

/** When a live consent exists already, the unique index undoes the batch, and the act reads it and widens it. */
export function insertConsent(consent: NewConsent): Sql {
  return sql`insert into consents (id, account_id, client_id, scope, granted_at, updated_at)
    values (${consent.id}, ${consent.accountId}, ${consent.clientId}, ${consent.scope}, ${consent.grantedAt},
      ${consent.grantedAt})`;
}

/** A guard: gives a live consent another scope, unless it was revoked or changed since it was read. */
export function rescopeConsent(seen: Pick<ConsentRow, 'id' | 'scope'>, scope: string, now: number): Sql {
  return must(sql`update consents set scope = ${scope}, updated_at = ${now}
    where id = ${seen.id} and scope = ${seen.scope} and revoked_at is null`);
}

/** A guard: of several revocations one touches the row. Ends every code, family and token that came from it. */
export function revokeConsent(id: number, accountId: number, now: number): Sql {
  return must(sql`update consents set revoked_at = ${now}
    where id = ${id} and account_id = ${accountId} and revoked_at is null`);
}

export function revokeConsentsOfAccount(accountId: number, now: number): Sql {
  return sql`update consents set revoked_at = ${now} where account_id = ${accountId} and revoked_at is null`;
}

export function revokeConsentsOfClient(clientId: number, now: number): Sql {
  return sql`update consents set revoked_at = ${now} where client_id = ${clientId} and revoked_at is null`;
}

/** A consent as the account that gave it sees it. */
export interface ListedConsent extends ConsentRow {
  readonly clientId: number;
  readonly clientPublicId: string;
  readonly clientName: string;
  readonly homepageUrl: string;
  readonly ownerId: number;
  readonly ownerNickname: string;
  /** The latest use of any token that came from it (SPEC D7); null when there was none. */
  readonly usedAt: number | null;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Those given last come first. A deleted application can do nothing any more, so it is not listed. */
export function listLiveConsents(
  database: Database,
  accountId: number,
  slice: { readonly skip: number; readonly most: number },
): Promise<readonly ListedConsent[]> {
  return database.read<ListedConsent>(sql`
    select k.id, k.scope, k.granted_at as "grantedAt", c.id as "clientId", c.public_id as "clientPublicId",
      c.name as "clientName", c.homepage_url as "homepageUrl", o.id as "ownerId", o.nickname as "ownerNickname",
      latest.used_at as "usedAt", latest.address, latest.user_agent as "userAgent"
    from consents k
    join clients c on c.id = k.client_id
    join accounts o on o.id = c.owner_id
    left join (
      select f.consent_id, u.used_at, u.address, u.user_agent,
        row_number() over (partition by f.consent_id order by u.used_at desc, u.family_id desc) as place
      from consents own
      join families f on f.consent_id = own.id
      join uses u on u.family_id = f.id
      where own.account_id = ${accountId} and own.revoked_at is null
    ) latest on latest.consent_id = k.id and latest.place = 1
    where k.account_id = ${accountId} and k.revoked_at is null and c.deleted_at is null
    order by k.granted_at desc, k.id desc limit ${slice.most} offset ${slice.skip}`);
}

/** How many accounts a client may act for now. */
export async function countUsers(database: Database, clientId: number): Promise<number> {
  const rows = await database.read<{ count: number }>(sql`select count(*) as "count"
    from consents k join accounts a on a.id = k.account_id
    where k.client_id = ${clientId} and k.revoked_at is null and a.deleted_at is null`);
  return rows[0]?.count ?? 0;
}

export interface LatestUse {
  readonly usedAt: number;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/**
 * The latest use of a token of a client, for its developer (SPEC D7). Among all users of a popular client that would be
 * a long search, so only those who gave their consent last are looked at.
 */
export async function findLatestUse(
  database: Database,
  clientId: number,
  most: number,
): Promise<LatestUse | undefined> {
  const rows = await database.read<LatestUse>(sql`
    select u.used_at as "usedAt", u.address, u.user_agent as "userAgent"
    from (
      select f.id from families f where f.client_id = ${clientId} and f.consent_id is null
      union all
      select f.id from families f join (
        select id from consents where client_id = ${clientId} and revoked_at is null order by id desc limit ${most}
      ) recent on recent.id = f.consent_id
    ) used join uses u on u.family_id = used.id
    order by u.used_at desc limit 1`);
  return rows[0];
}
