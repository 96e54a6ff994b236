/** The table of imported tokens: which record stands behind a string that another service has made. */
import type { Database } from '../../database.ts';
import { changeRow, insertRow, type Sql, set, sql, where } from '../../sql.ts';
import { type SweepByNumber, sliceOf } from '../sweep.ts';

/** What a string was made for; the record of a code is a code, that of the others a pair. */
export type ImportedKind = 'access' | 'refresh' | 'code';

interface ImportedToken {
  readonly id: number;
  readonly digest: string;
  readonly kind: ImportedKind;
  readonly recordId: number;
}

/** The record behind a string, by its digest (protocol/digest.ts). */
export async function findImported(
  database: Database,
  digest: string,
  kind: ImportedKind,
): Promise<number | undefined> {
  const rows = await database.read<{ recordId: number }>(
    sql`select record_id as "recordId" from imported_tokens where digest = ${digest} and kind = ${kind}`,
  );
  return rows[0]?.recordId;
}

export const insertImported = insertRow('imported_tokens', (token: ImportedToken) => ({
  id: token.id,
  digest: token.digest,
  kind: token.kind,
  record_id: token.recordId,
}));

/** In the order of their numbers, `after` the last one that was read. */
export function listImported(database: Database, after: number, most: number): Promise<readonly ImportedToken[]> {
  return database.list<ImportedToken>(sql`select id, digest, kind, record_id as "recordId" from imported_tokens
    where id > ${after} order by id limit ${most}`);
}

export function forgetImported(digest: string): Sql {
  return sql`delete from imported_tokens where digest = ${digest}`;
}

interface ImportedFamily {
  readonly id: number;
  readonly consentId: number;
  readonly clientId: number;
  readonly scope: string;
  readonly createdAt: number;
  readonly endsAt: number | null;
  readonly importedAt: number;
}

export const insertImportedFamily = insertRow('families', (family: ImportedFamily) => ({
  id: family.id,
  consent_id: family.consentId,
  client_id: family.clientId,
  scope: family.scope,
  created_at: family.createdAt,
  ends_at: family.endsAt,
  imported_at: family.importedAt,
}));

/** A successor of the pair was issued at the source, and not used yet: then the pair works until it is (SPEC D5). */
export function markRenewed(pairId: number, at: number): Sql {
  return changeRow('pairs', pairId, set`renewed_at = ${at}`, where`renewed_at is null`);
}

export const sweepImported: SweepByNumber = {
  table: 'imported_tokens',
  ends: 'with their pair or code',
  next: async (database, after, most) =>
    sliceOf(
      after,
      await database.list(sql`select max(id) as "upTo" from
        (select id from imported_tokens where id > ${after} order by id limit ${most}) as slice`),
    ),
  stepIn: ({ after, upTo }) => sql`delete from imported_tokens where id > ${after} and id <= ${upTo}
    and not exists (select 1 from pairs where pairs.id = imported_tokens.record_id)
    and not exists (select 1 from codes where codes.id = imported_tokens.record_id)`,
};
