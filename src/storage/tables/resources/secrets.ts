/** The table of resource secrets: digests by which an API proves who it is when it asks about tokens. */
import type { Database } from '../../database.ts';
import { changeRow, insertRow, type Sql, set, sql, where } from '../../sql.ts';
import type { ResourceRow } from './resources.ts';

/** One row for each secret of a live resource; one with nulls where it has none. */
export type ResourceCredential = ResourceRow & {
  readonly secretId: number | null;
  readonly digest: string | null;
  readonly expiresAt: number | null;
};

/** All that the authentication of a resource needs, in one indexed read. */
export function readResourceCredentials(database: Database, publicId: string): Promise<readonly ResourceCredential[]> {
  return database.read<ResourceCredential>(sql`
    select r.id, r.public_id as "publicId", r.identifier, r.name, r.scope, r.seconds, r.plain_at as "plainAt",
      r.configured_at as "configuredAt", r.created_at as "createdAt", r.updated_at as "updatedAt",
      s.id as "secretId", s.digest, s.expires_at as "expiresAt"
    from resources r left join resource_secrets s on s.resource_id = r.id
    where r.public_id = ${publicId} and r.deleted_at is null`);
}

export interface ResourceSecretRow {
  readonly id: number;
  /** The last characters, by which an administrator tells two secrets apart. */
  readonly suffix: string;
  readonly createdAt: number;
  readonly usedAt: number | null;
  /** Null for one that stays until it is replaced. */
  readonly expiresAt: number | null;
}

/** Those that still work, oldest first. */
export function listResourceSecrets(
  database: Database,
  resourceId: number,
  now: number,
): Promise<readonly ResourceSecretRow[]> {
  return database.read<ResourceSecretRow>(sql`select id, suffix, created_at as "createdAt", used_at as "usedAt",
      expires_at as "expiresAt" from resource_secrets
    where resource_id = ${resourceId} and (expires_at is null or expires_at > ${now}) order by id`);
}

interface NewSecret {
  readonly id: number;
  readonly resourceId: number;
  readonly digest: string;
  readonly suffix: string;
  readonly createdAt: number;
  /** The account that made it; null for the operator. */
  readonly addedBy: number | null;
}

export const insertResourceSecret = insertRow('resource_secrets', (secret: NewSecret) => ({
  id: secret.id,
  resource_id: secret.resourceId,
  digest: secret.digest,
  suffix: secret.suffix,
  created_at: secret.createdAt,
  added_by: secret.addedBy,
}));

/** Those that work, of all resources: a few hundred at most. Strings that somebody found do not say whose they are. */
export function listLiveDigests(
  database: Database,
  now: number,
): Promise<readonly { readonly publicId: string; readonly secretId: number; readonly digest: string }[]> {
  return database.list(sql`select r.public_id as "publicId", s.id as "secretId", s.digest
    from resources r join resource_secrets s on s.resource_id = r.id
    where r.identifier_key > '' and r.deleted_at is null and (s.expires_at is null or s.expires_at > ${now})
    order by r.identifier_key, s.id limit 1000`);
}

export function deleteResourceSecret(id: number, resourceId: number): Sql {
  return sql`delete from resource_secrets where id = ${id} and resource_id = ${resourceId}`;
}

/** An outgoing secret works until then, and no longer. */
export function endResourceSecret(id: number, resourceId: number, at: number): Sql {
  return changeRow('resource_secrets', id, set`expires_at = ${at}`, where`resource_id = ${resourceId}`);
}

export function deleteEndedResourceSecrets(resourceId: number, now: number): Sql {
  return sql`delete from resource_secrets where resource_id = ${resourceId} and expires_at <= ${now}`;
}

export function deleteResourceSecrets(resourceId: number): Sql {
  return sql`delete from resource_secrets where resource_id = ${resourceId}`;
}

/** Off the request's path; two instances may note in any order. */
export function noteResourceSecretUse(id: number, now: number): Sql {
  return changeRow('resource_secrets', id, set`used_at = ${now}`, where`used_at is null or used_at < ${now}`);
}
