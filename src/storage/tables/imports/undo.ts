/** Takes an import back, slice by slice: nothing that anybody has used since may hang on what is removed. */
import type { Database } from '../../database.ts';
import { type Sql, sql } from '../../sql.ts';
import type { Slice } from '../sweep.ts';

/** Behind `after`, the last number of up to so many records; undefined at the end. */
type Next = (database: Database, after: number, most: number) => Promise<number | undefined>;

export const nextImportedAccounts: Next = async (database, after, most) =>
  upTo(
    await database.list(sql`select max(account_id) as "upTo" from
      (select account_id from imported_accounts where account_id > ${after} order by account_id limit ${most}) as slice`),
  );

export const nextImportedFamilies: Next = async (database, after, most) =>
  upTo(
    await database.list(sql`select max(id) as "upTo" from
      (select id from families where imported_at is not null and id > ${after} order by id limit ${most}) as slice`),
  );

export const nextConsents: Next = async (database, after, most) =>
  upTo(
    await database.list(sql`select max(id) as "upTo" from
      (select id from consents where id > ${after} order by id limit ${most}) as slice`),
  );

export const nextImportedTokens: Next = async (database, after, most) =>
  upTo(
    await database.list(sql`select max(id) as "upTo" from
      (select id from imported_tokens where id > ${after} order by id limit ${most}) as slice`),
  );

function upTo(rows: readonly { readonly upTo: number | null }[]): number | undefined {
  return rows[0]?.upTo ?? undefined;
}

/** Whether one of these people has proved who they are here. */
export async function haveSignedIn(
  database: Database,
  { after, upTo: last }: Slice,
  importId: number,
): Promise<boolean> {
  const rows = await database.read(sql`select 1 as one from imported_accounts m
    where m.account_id > ${after} and m.account_id <= ${last} and m.import_id = ${importId} and (
      exists (select 1 from credentials c where c.account_id = m.account_id and c.used_at is not null)
      or exists (select 1 from sessions s where s.account_id = m.account_id)) limit 1`);
  return rows.length > 0;
}

/** Whether an application has been given a token here for one that was imported. */
export async function haveRenewed(database: Database, { after, upTo: last }: Slice): Promise<boolean> {
  const rows = await database.read(sql`select 1 as one from families f join pairs p on p.family_id = f.id
    where f.imported_at is not null and f.id > ${after} and f.id <= ${last} and p.superseded_at is null
      and not exists (select 1 from imported_tokens t where t.digest = p.access_digest) limit 1`);
  return rows.length > 0;
}

/** With their pairs: whoever has renewed one keeps the import from being undone. */
export function removeImportedTokens({ after, upTo: last }: Slice): readonly Sql[] {
  return [
    sql`delete from pairs where id in (select record_id from imported_tokens where id > ${after} and id <= ${last})`,
    sql`delete from imported_tokens where id > ${after} and id <= ${last}`,
  ];
}

export function removeImportedFamilies({ after, upTo: last }: Slice): readonly Sql[] {
  return [
    sql`delete from uses where family_id in
      (select id from families where imported_at is not null and id > ${after} and id <= ${last})`,
    sql`delete from families where imported_at is not null and id > ${after} and id <= ${last}`,
  ];
}

/** What hangs on the consents of these people, which cannot be in the batch of the consents themselves. */
export function removeUnderConsents({ after, upTo: last }: Slice, importId: number): readonly Sql[] {
  return [
    sql`delete from codes where consent_id in (select id from consents where id > ${after} and id <= ${last}
      and exists (select 1 from imported_accounts m where m.account_id = consents.account_id and m.import_id = ${importId}))`,
    sql`delete from scope_uses where consent_id in (select id from consents where id > ${after} and id <= ${last}
      and exists (select 1 from imported_accounts m where m.account_id = consents.account_id and m.import_id = ${importId}))`,
  ];
}

export function removeConsents({ after, upTo: last }: Slice, importId: number): readonly Sql[] {
  return [
    sql`delete from consents where id > ${after} and id <= ${last}
      and exists (select 1 from imported_accounts m where m.account_id = consents.account_id and m.import_id = ${importId})`,
  ];
}

/** In this order, since SQLite asks after each statement whether something still refers to what is gone. */
export function removeClient(id: number): readonly Sql[] {
  return [
    sql`delete from redirect_uris where client_id = ${id}`,
    sql`delete from client_secrets where client_id = ${id}`,
    sql`delete from removed_secrets where client_id = ${id}`,
    sql`delete from client_uses where client_id = ${id}`,
    sql`delete from client_days where client_id = ${id}`,
    sql`delete from logos where client_id = ${id}`,
    sql`delete from transfers where client_id = ${id}`,
    sql`delete from ended_access where client_id = ${id}`,
    sql`delete from pairs where superseded_at is null and family_id in (select id from families where client_id = ${id} and consent_id is null)`,
    sql`delete from families where client_id = ${id} and consent_id is null`,
    sql`delete from imported_clients where client_id = ${id}`,
    sql`delete from clients where id = ${id}`,
  ];
}

export function removeAccounts({ after, upTo: last }: Slice, importId: number): readonly Sql[] {
  return [
    sql`delete from pictures where account_id in (select account_id from imported_accounts
      where account_id > ${after} and account_id <= ${last} and import_id = ${importId})`,
    sql`delete from ended_access where account_id in (select account_id from imported_accounts
      where account_id > ${after} and account_id <= ${last} and import_id = ${importId})`,
    sql`delete from credentials where account_id in (select account_id from imported_accounts
      where account_id > ${after} and account_id <= ${last} and import_id = ${importId})`,
    sql`delete from accounts where id in (select account_id from imported_accounts
      where account_id > ${after} and account_id <= ${last} and import_id = ${importId})`,
    sql`delete from imported_accounts
      where account_id > ${after} and account_id <= ${last} and import_id = ${importId}`,
  ];
}
