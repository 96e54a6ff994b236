/** The applications that were imported: their marks, and how a run changes what it has brought before. */
import type { ClientKind } from '../../../protocol/clients/kind.ts';
import { nameKey, nameSkeleton } from '../../../protocol/people/text-rules.ts';
import type { Database } from '../../database.ts';
import { changeRow, insertRow, must, type Sql, set, sql, where } from '../../sql.ts';
import { type SweepByNumber, sliceOf } from '../sweep.ts';

/** A client as a run finds it, with the mark that an earlier one left; the mark is null for clients of our own. */
export interface FoundClient {
  readonly id: number;
  readonly ownerId: number;
  readonly name: string;
  readonly kind: ClientKind;
  readonly scope: string;
  readonly confidentialAt: number | null;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
  readonly machineFamilyId: number | null;
  readonly secretId: number | null;
  readonly secret: string | null;
  readonly mark: string | null;
}

/** Of several secrets, the oldest: an application that has two was changed here. */
export async function findClientForImport(database: Database, publicId: string): Promise<FoundClient | undefined> {
  const rows =
    await database.read<FoundClient>(sql`select c.id, c.owner_id as "ownerId", c.name, c.kind, c.scope, c.confidential_at as "confidentialAt",
      c.updated_at as "updatedAt", c.deleted_at as "deletedAt", f.id as "machineFamilyId", s.id as "secretId",
      s.digest as "secret", m.digest as "mark"
    from clients c
    left join families f on f.client_id = c.id and f.consent_id is null and f.revoked_at is null
    left join client_secrets s on s.client_id = c.id
    left join imported_clients m on m.client_id = c.id
    where c.public_id = ${publicId} order by s.id limit 1`);
  return rows[0];
}

interface Mark {
  readonly clientId: number;
  readonly importId: number;
  readonly digest: string;
}

export const markImportedClient = insertRow('imported_clients', (mark: Mark) => ({
  client_id: mark.clientId,
  import_id: mark.importId,
  digest: mark.digest,
}));

/** A guard: the mark is still the one that was read. */
export function remarkClient(clientId: number, seen: string, digest: string): Sql {
  return must(sql`update imported_clients set digest = ${digest} where client_id = ${clientId} and digest = ${seen}`);
}

/** A guard: what the source says now, where nobody has changed the application here. */
export function changeImportedClient(
  seen: Pick<FoundClient, 'id' | 'updatedAt'>,
  next: Pick<FoundClient, 'name' | 'kind' | 'scope' | 'confidentialAt'>,
  now: number,
): Sql {
  const version = Math.max(now, seen.updatedAt + 1);
  return must(
    changeRow(
      'clients',
      seen.id,
      set`name = ${next.name}, name_key = ${nameKey(next.name)}, name_skeleton = ${nameSkeleton(next.name)},
        kind = ${next.kind}, scope = ${next.scope}, confidential_at = ${next.confidentialAt}, updated_at = ${version}`,
      where`updated_at = ${seen.updatedAt} and deleted_at is null`,
    ),
  );
}

export function listMarkedClients(
  database: Database,
  after: number,
  most: number,
): Promise<readonly { readonly clientId: number; readonly importId: number; readonly publicId: string }[]> {
  return database.list<{ clientId: number; importId: number; publicId: string }>(sql`
    select m.client_id as "clientId", m.import_id as "importId", c.public_id as "publicId"
    from imported_clients m join clients c on c.id = m.client_id
    where m.client_id > ${after} and c.deleted_at is null order by m.client_id limit ${most}`);
}

export const sweepImportedClients: SweepByNumber = {
  table: 'imported_clients',
  ends: 'with their client',
  next: async (database, after, most) =>
    sliceOf(
      after,
      await database.list(sql`select max(client_id) as "upTo" from
        (select client_id from imported_clients where client_id > ${after} order by client_id limit ${most}) as slice`),
    ),
  stepIn: ({ after, upTo }) => sql`delete from imported_clients where client_id > ${after} and client_id <= ${upTo}
    and not exists (select 1 from clients where clients.id = imported_clients.client_id)`,
};
