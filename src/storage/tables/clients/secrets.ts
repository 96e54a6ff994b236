/** The table of client secrets: digests that authenticate a client, and the family of its own tokens. */
import type { WaitingFor } from '../../../protocol/clients/approval.ts';
import { type Database, readSoon } from '../../database.ts';
import { changeRow, insertRow, type Sql, set, sql, where } from '../../sql.ts';

/** One row for each secret of the client; a client without secrets has one row with none. */
export interface CredentialRow {
  readonly id: number;
  readonly publicId: string;
  readonly scope: string;
  readonly confidentialAt: number | null;
  readonly suspendedAt: number | null;
  readonly suspendedBecause: string | null;
  /** Since when an administrator lets it manage everything; null where none does. */
  readonly adminAt: number | null;
  readonly limits: string;
  readonly waitingFor: WaitingFor | null;
  /** What it may ask for in its own name while it waits after a change; null where that is its whole scope. */
  readonly approvedScope: string | null;
  /** The family of the client's own tokens, which every confidential client has. */
  readonly machineFamilyId: number | null;
  readonly secretId: number | null;
  readonly digest: string | null;
  /** When an outgoing secret stops working; judged at every use. */
  readonly expiresAt: number | null;
}

/** All that client authentication needs, in one indexed read; at once where the database can (`readSoon`). */
export function readCredentials(
  database: Database,
  publicId: string,
): readonly CredentialRow[] | Promise<readonly CredentialRow[]> {
  const statement = sql`
    select c.id, c.public_id as "publicId", c.scope, c.confidential_at as "confidentialAt",
      c.suspended_at as "suspendedAt", c.suspended_because as "suspendedBecause", c.admin_at as "adminAt", c.limits, c.waiting_for as "waitingFor",
      c.approved_scope as "approvedScope",      f.id as "machineFamilyId", s.id as "secretId", s.digest, s.expires_at as "expiresAt"
    from clients c left join client_secrets s on s.client_id = c.id
    left join families f on f.client_id = c.id and f.consent_id is null and f.revoked_at is null
    where c.public_id = ${publicId} and c.deleted_at is null`;
  return readSoon<CredentialRow>(database, statement);
}

export interface SecretRow {
  readonly id: number;
  /** The last characters, by which a developer tells two secrets apart. */
  readonly suffix: string;
  readonly createdAt: number;
  readonly usedAt: number | null;
  /** Null for one that stays until it is removed. */
  readonly expiresAt: number | null;
  /** The nickname of the account that made it; null for the operator, a deleted account, and where it is not known. */
  readonly addedBy: string | null;
}

/** Those that still work, oldest first. */
export function listSecrets(database: Database, clientId: number, now: number): Promise<readonly SecretRow[]> {
  return database.read<SecretRow>(sql`select s.id, s.suffix, s.created_at as "createdAt",
      s.used_at as "usedAt", s.expires_at as "expiresAt", a.nickname as "addedBy"
    from client_secrets s left join accounts a on a.id = s.added_by and a.deleted_at is null
    where s.client_id = ${clientId} and (s.expires_at is null or s.expires_at > ${now}) order by s.id`);
}

/** Live secrets with this digest; one that was brought along may belong to several applications. */
export function findBySecret(
  database: Database,
  digest: string,
  now: number,
): Promise<readonly { readonly publicId: string; readonly secretId: number }[]> {
  return database.read(sql`select c.public_id as "publicId", s.id as "secretId"
    from client_secrets s join clients c on c.id = s.client_id
    where s.digest = ${digest} and (s.expires_at is null or s.expires_at > ${now}) and c.deleted_at is null limit 20`);
}

export interface EndingSecret {
  readonly publicId: string;
  readonly clientName: string;
  readonly suffix: string;
  readonly expiresAt: number;
}

/** Secrets of one owner's applications that stop working soon, the next first. */
export function listEndingSecrets(
  database: Database,
  ownerId: number,
  { now, before, most }: { readonly now: number; readonly before: number; readonly most: number },
): Promise<readonly EndingSecret[]> {
  return database.list<EndingSecret>(sql`select c.public_id as "publicId", c.name as "clientName", s.suffix,
      s.expires_at as "expiresAt"
    from clients c join client_secrets s on s.client_id = c.id
    where c.owner_id = ${ownerId} and c.deleted_at is null and s.expires_at > ${now} and s.expires_at <= ${before}
    order by s.expires_at limit ${most}`);
}

interface NewSecret {
  readonly id: number;
  readonly clientId: number;
  readonly digest: string;
  readonly suffix: string;
  readonly createdAt: number;
  /** The account that made it; null for the operator. */
  readonly addedBy: number | null;
}

export const insertSecret = insertRow('client_secrets', (secret: NewSecret) => ({
  id: secret.id,
  client_id: secret.clientId,
  digest: secret.digest,
  suffix: secret.suffix,
  created_at: secret.createdAt,
  added_by: secret.addedBy,
}));

export function deleteSecret(id: number, clientId: number): Sql {
  return sql`delete from client_secrets where id = ${id} and client_id = ${clientId}`;
}

/** Goes into the batch of the next write to the client's secrets. */
export function deleteEndedSecrets(clientId: number, now: number): Sql {
  return sql`delete from client_secrets where client_id = ${clientId} and expires_at <= ${now}`;
}

/** An outgoing secret works until then, and no longer. */
export function endSecret(id: number, clientId: number, at: number): Sql {
  return changeRow('client_secrets', id, set`expires_at = ${at}`, where`client_id = ${clientId}`);
}

export function deleteSecretsOf(clientId: number): Sql {
  return sql`delete from client_secrets where client_id = ${clientId}`;
}

/** A secret that was imported as a slow hash has fitted: from now on it is compared like all others. */
export function replaceDigest(id: number, seen: string, digest: string): Sql {
  return changeRow('client_secrets', id, set`digest = ${digest}`, where`digest = ${seen}`);
}

/** Off the request's path; two instances may note in any order. */
export function noteSecretUse(id: number, now: number): Sql {
  return changeRow('client_secrets', id, set`used_at = ${now}`, where`used_at is null or used_at < ${now}`);
}

/** Ends the client's own tokens, those a concurrent request is about to insert included. */
export function endMachineFamily(clientId: number, because: string, now: number): Sql {
  return sql`update families set revoked_at = ${now}, revoked_because = ${because}
    where client_id = ${clientId} and consent_id is null and revoked_at is null`;
}
