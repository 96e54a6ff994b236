/** The table of clients: the applications that ask for tokens, and their redirect URIs. */
import type { ClientKind } from '../../../protocol/clients/kind.ts';
import { nameKey } from '../../../protocol/people/text-rules.ts';
import type { Database } from '../../database.ts';
import { changeRow, insertRow, must, type Sql, set, sql, where } from '../../sql.ts';

export interface ClientRow {
  readonly id: number;
  readonly publicId: string;
  readonly ownerId: number;
  readonly ownerNickname: string;
  readonly name: string;
  readonly description: string;
  readonly homepageUrl: string;
  readonly logoUrl: string;
  readonly policyUrl: string;
  readonly termsUrl: string;
  /** Names the uploaded logo; null where there is none. */
  readonly logoDigest: string | null;
  readonly kind: ClientKind;
  readonly scope: string;
  /** Those of the scopes that a user cannot leave out. */
  readonly requiredScope: string;
  readonly confidentialAt: number | null;
  readonly issOffAt: number | null;
  /** Null while no administrator has suspended it; then with the reason for everybody to read. */
  readonly suspendedAt: number | null;
  readonly suspendedBecause: string | null;
  readonly createdAt: number;
  /** Also the version of the record: every change makes it greater, two in the same second included. */
  readonly updatedAt: number;
  readonly redirectUris: readonly string[];
}

/** A live client with its redirect URIs, in one statement. Deleting it, or its owner's account, ends it. */
export async function findLiveClient(database: Database, publicId: string): Promise<ClientRow | undefined> {
  const rows = await database.read<Omit<ClientRow, 'redirectUris'> & { uri: string | null }>(sql`
    select c.id, c.public_id as "publicId", c.owner_id as "ownerId", o.nickname as "ownerNickname", c.name,
      c.description, c.homepage_url as "homepageUrl", c.logo_url as "logoUrl",
      c.policy_url as "policyUrl", c.terms_url as "termsUrl", l.digest as "logoDigest", c.kind,
      c.scope, c.required_scope as "requiredScope", c.confidential_at as "confidentialAt",
      c.iss_off_at as "issOffAt", c.suspended_at as "suspendedAt", c.suspended_because as "suspendedBecause",
      c.created_at as "createdAt", c.updated_at as "updatedAt", r.uri
    from clients c
    join accounts o on o.id = c.owner_id
    left join logos l on l.client_id = c.id
    left join redirect_uris r on r.client_id = c.id
    where c.public_id = ${publicId} and c.deleted_at is null
    order by r.position`);
  const [first] = rows;
  if (!first) return undefined;
  const { uri: _, ...client } = first;
  return { ...client, redirectUris: rows.flatMap((row) => (row.uri === null ? [] : [row.uri])) };
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

/** What a developer says about a client when registering or editing it. */
export interface ClientDetails {
  readonly name: string;
  readonly description: string;
  readonly homepageUrl: string;
  readonly logoUrl: string;
  readonly policyUrl: string;
  readonly termsUrl: string;
  readonly kind: ClientKind;
  readonly scope: string;
  readonly requiredScope: string;
  readonly confidentialAt: number | null;
  readonly issOffAt: number | null;
}

interface NewClient extends ClientDetails {
  readonly id: number;
  readonly publicId: string;
  readonly ownerId: number;
  readonly createdAt: number;
}

export const insertClient = insertRow('clients', (client: NewClient) => ({
  id: client.id,
  public_id: client.publicId,
  owner_id: client.ownerId,
  name: client.name,
  name_key: nameKey(client.name),
  description: client.description,
  homepage_url: client.homepageUrl,
  logo_url: client.logoUrl,
  policy_url: client.policyUrl,
  terms_url: client.termsUrl,
  kind: client.kind,
  scope: client.scope,
  required_scope: client.requiredScope,
  confidential_at: client.confidentialAt,
  iss_off_at: client.issOffAt,
  created_at: client.createdAt,
  updated_at: client.createdAt,
}));

/** Which client a write is about, and the version its decision was made on. */
interface Seen {
  readonly id: number;
  readonly updatedAt: number;
}

/**
 * A guard: touches the client only if it is unchanged since it was read, its secrets and redirect URIs included.
 * `confidential_at` and `iss_off_at` keep the moment since which they hold.
 */
export function updateClient(seen: Seen, details: ClientDetails, now: number): Sql {
  const { confidentialAt, issOffAt } = details;
  return must(
    changeRow(
      'clients',
      seen.id,
      set`name = ${details.name}, name_key = ${nameKey(details.name)}, description = ${details.description},
        homepage_url = ${details.homepageUrl}, logo_url = ${details.logoUrl},
        policy_url = ${details.policyUrl}, terms_url = ${details.termsUrl}, kind = ${details.kind},
        scope = ${details.scope}, required_scope = ${details.requiredScope},
        confidential_at = case when cast(${confidentialAt} as bigint) is null then null
          else coalesce(confidential_at, ${confidentialAt}) end,
        iss_off_at = case when cast(${issOffAt} as bigint) is null then null else coalesce(iss_off_at, ${issOffAt}) end,
        updated_at = ${nextVersion(seen, now)}`,
      where`updated_at = ${seen.updatedAt} and deleted_at is null`,
    ),
  );
}

/** The same guard for changes that are written in other tables. */
export function touchClient(seen: Seen, now: number): Sql {
  return must(
    changeRow(
      'clients',
      seen.id,
      set`updated_at = ${nextVersion(seen, now)}`,
      where`updated_at = ${seen.updatedAt} and deleted_at is null`,
    ),
  );
}

/** The same guard, with the scopes that a user cannot leave out. */
export function requireScope(seen: Seen, required: string, now: number): Sql {
  return must(
    changeRow(
      'clients',
      seen.id,
      set`required_scope = ${required}, updated_at = ${nextVersion(seen, now)}`,
      where`updated_at = ${seen.updatedAt} and deleted_at is null`,
    ),
  );
}

/** A guard: gives the client to another owner, unless it changed, or changed hands, since it was read. */
export function giveClient(seen: Seen, owner: { readonly from: number; readonly to: number }, now: number): Sql {
  return must(
    changeRow(
      'clients',
      seen.id,
      set`owner_id = ${owner.to}, updated_at = ${nextVersion(seen, now)}`,
      where`owner_id = ${owner.from} and updated_at = ${seen.updatedAt} and deleted_at is null`,
    ),
  );
}

/**
 * A guard: of several deletions one touches the row. Nothing else has to be ended: every use looks at this row. What the
 * application said of itself goes; its name stays, for the events that tell people of it.
 */
export function buryClient(id: number, now: number): Sql {
  return must(
    changeRow(
      'clients',
      id,
      set`deleted_at = ${now}, description = '', homepage_url = '', logo_url = '', policy_url = '', terms_url = ''`,
      where`deleted_at is null`,
    ),
  );
}

/** Seconds alone would let a change slip past the guard of another one in the same second. */
function nextVersion(seen: Seen, now: number): number {
  return Math.max(now, seen.updatedAt + 1);
}
