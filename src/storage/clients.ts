/** The shelf of clients: the applications that ask for tokens, and their redirect URIs. */
import type { Database } from './database.ts';
import { must, type Sql, sql } from './sql.ts';

export interface ClientRow {
  readonly id: number;
  readonly publicId: string;
  readonly ownerId: number;
  readonly ownerNickname: string;
  readonly name: string;
  readonly description: string;
  readonly homepageUrl: string;
  readonly logoUrl: string;
  readonly scope: string;
  readonly confidentialAt: number | null;
  readonly issOffAt: number | null;
  readonly createdAt: number;
  /** Also the version of the record: every change makes it greater, two in the same second included. */
  readonly updatedAt: number;
  readonly redirectUris: readonly string[];
}

/** A live client with its redirect URIs, in one statement. Deleting it, or its owner's account, ends it. */
export async function findLiveClient(database: Database, publicId: string): Promise<ClientRow | undefined> {
  const rows = await database.read<Omit<ClientRow, 'redirectUris'> & { uri: string | null }>(sql`
    select c.id, c.public_id as "publicId", c.owner_id as "ownerId", o.nickname as "ownerNickname", c.name,
      c.description, c.homepage_url as "homepageUrl", c.logo_url as "logoUrl", c.scope,
      c.confidential_at as "confidentialAt", c.iss_off_at as "issOffAt", c.created_at as "createdAt",
      c.updated_at as "updatedAt", r.uri
    from clients c
    join accounts o on o.id = c.owner_id
    left join redirect_uris r on r.client_id = c.id
    where c.public_id = ${publicId} and c.deleted_at is null
    order by r.position`);
  const [first] = rows;
  if (!first) return undefined;
  const { uri: _, ...client } = first;
  return { ...client, redirectUris: rows.flatMap((row) => (row.uri === null ? [] : [row.uri])) };
}

export async function readRedirectUris(database: Database, clientId: number): Promise<readonly string[]> {
  const rows = await database.read<{ uri: string }>(
    sql`select uri from redirect_uris where client_id = ${clientId} order by position`,
  );
  return rows.map((row) => row.uri);
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

export async function countClientsOf(database: Database, ownerId: number): Promise<number> {
  const rows = await database.read<{ count: number }>(
    sql`select count(*) as "count" from clients where owner_id = ${ownerId} and deleted_at is null`,
  );
  return rows[0]?.count ?? 0;
}

export interface ListedClient {
  readonly id: number;
  readonly publicId: string;
  readonly ownerNickname: string;
  readonly name: string;
  readonly scope: string;
  readonly confidentialAt: number | null;
  readonly createdAt: number;
  readonly redirectUriCount: number;
  /** Accounts that allow it access now. */
  readonly userCount: number;
}

/** Newest first, of one owner or (null) of all. */
export function listLiveClients(
  database: Database,
  ownerId: number | null,
  slice: { readonly skip: number; readonly most: number },
): Promise<readonly ListedClient[]> {
  return database.read<ListedClient>(sql`
    select c.id, c.public_id as "publicId", o.nickname as "ownerNickname", c.name, c.scope,
      c.confidential_at as "confidentialAt", c.created_at as "createdAt",
      (select count(*) from redirect_uris r where r.client_id = c.id) as "redirectUriCount",
      (select count(*) from consents k join accounts a on a.id = k.account_id
        where k.client_id = c.id and k.revoked_at is null and a.deleted_at is null) as "userCount"
    from clients c join accounts o on o.id = c.owner_id
    where c.deleted_at is null and (cast(${ownerId} as bigint) is null or c.owner_id = ${ownerId})
    order by c.id desc limit ${slice.most} offset ${slice.skip}`);
}

/** What can be said about a client by whoever registers or edits it. */
export interface ClientDetails {
  readonly name: string;
  readonly description: string;
  readonly homepageUrl: string;
  readonly logoUrl: string;
  readonly scope: string;
  readonly confidentialAt: number | null;
  readonly issOffAt: number | null;
}

export interface NewClient extends ClientDetails {
  readonly id: number;
  readonly publicId: string;
  readonly ownerId: number;
  readonly createdAt: number;
}

export function insertClient(client: NewClient): Sql {
  return sql`insert into clients (id, public_id, owner_id, name, description, homepage_url, logo_url, scope,
      confidential_at, iss_off_at, created_at, updated_at)
    values (${client.id}, ${client.publicId}, ${client.ownerId}, ${client.name}, ${client.description},
      ${client.homepageUrl}, ${client.logoUrl}, ${client.scope}, ${client.confidentialAt}, ${client.issOffAt},
      ${client.createdAt}, ${client.createdAt})`;
}

/** Which client a write is about, and the version its decision was made on. */
export interface Seen {
  readonly id: number;
  readonly updatedAt: number;
}

/**
 * A guard: touches the client only if nobody changed it since it was read, its secrets and redirect URIs included.
 * What it was before it stays since then.
 */
export function updateClient(seen: Seen, details: ClientDetails, now: number): Sql {
  const { confidentialAt, issOffAt } = details;
  return must(sql`update clients set name = ${details.name}, description = ${details.description},
      homepage_url = ${details.homepageUrl}, logo_url = ${details.logoUrl}, scope = ${details.scope},
      confidential_at = case when cast(${confidentialAt} as bigint) is null then null
        else coalesce(confidential_at, ${confidentialAt}) end,
      iss_off_at = case when cast(${issOffAt} as bigint) is null then null else coalesce(iss_off_at, ${issOffAt}) end,
      updated_at = ${nextVersion(seen, now)}
    where id = ${seen.id} and updated_at = ${seen.updatedAt} and deleted_at is null`);
}

/** The same guard for changes that are written in other tables. */
export function touchClient(seen: Seen, now: number): Sql {
  return must(sql`update clients set updated_at = ${nextVersion(seen, now)}
    where id = ${seen.id} and updated_at = ${seen.updatedAt} and deleted_at is null`);
}

/** A guard: of several deletions one touches the row. Nothing else has to be ended: every use looks at this row. */
export function buryClient(id: number, now: number): Sql {
  return must(sql`update clients set deleted_at = ${now} where id = ${id} and deleted_at is null`);
}

/**
 * The writes that turn one list of redirect URIs into another. PostgreSQL runs a batch as one statement, so a row cannot
 * be deleted and inserted again in it: places that stay are rewritten, and only the difference in length comes or goes.
 */
export function replaceRedirectUris(
  clientId: number,
  before: readonly string[],
  after: readonly string[],
): readonly Sql[] {
  const writes = after.flatMap((uri, position) => {
    if (before[position] === uri) return [];
    return position < before.length
      ? [setRedirectUri(clientId, position, uri)]
      : [insertRedirectUri(clientId, position, uri)];
  });
  return after.length < before.length ? [...writes, dropRedirectUris(clientId, after.length)] : writes;
}

function insertRedirectUri(clientId: number, position: number, uri: string): Sql {
  return sql`insert into redirect_uris (client_id, position, uri) values (${clientId}, ${position}, ${uri})`;
}

function setRedirectUri(clientId: number, position: number, uri: string): Sql {
  return sql`update redirect_uris set uri = ${uri} where client_id = ${clientId} and position = ${position}`;
}

function dropRedirectUris(clientId: number, from: number): Sql {
  return sql`delete from redirect_uris where client_id = ${clientId} and position >= ${from}`;
}

/** Seconds alone would let a change slip past the guard of another one in the same second. */
function nextVersion(seen: Seen, now: number): number {
  return Math.max(now, seen.updatedAt + 1);
}
