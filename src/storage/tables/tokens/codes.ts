/** The table of authorization codes: issued once, redeemed once. */
import { andThen } from '../../../protocol/result.ts';
import type { CodeBinding, CodeState } from '../../../protocol/tokens/code.ts';
import { type Database, readSoon } from '../../database.ts';
import type { RowWriter } from '../../rows.ts';
import { changeRow, inRows, insertRow, must, type Sql, set, sql, where } from '../../sql.ts';
import { dayBefore, type SweepByIndex } from '../sweep.ts';

interface NewCode extends CodeBinding {
  readonly id: number;
  readonly digest: string;
  readonly consentId: number;
  readonly redirectUri: string;
  readonly scope: string;
  readonly challenge: string | null;
  readonly wholeProfileAt: number | null;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export const insertCode = insertRow('codes', (code: NewCode) => ({
  id: code.id,
  digest: code.digest,
  consent_id: code.consentId,
  redirect_uri: code.redirectUri,
  scope: code.scope,
  challenge: code.challenge,
  issued_at: code.issuedAt,
  expires_at: code.expiresAt,
  nonce: code.nonce,
  auth_time: code.authTime,
  amr: code.amr,
  bound_key: code.boundKey,
  whole_profile_at: code.wholeProfileAt,
}));

type FoundCode = CodeState & { readonly clientName: string };

export function findCode(database: Database, id: number): FoundCode | undefined | Promise<FoundCode | undefined> {
  const found = sql`
    select codes.id as "codeId", clients.name as "clientName", codes.digest as "digest", consents.client_id as "clientId",
      codes.consent_id as "consentId", consents.account_id as "accountId", codes.redirect_uri as "redirectUri",
      codes.scope as "scope", codes.challenge as "challenge", codes.expires_at as "expiresAt",
      codes.redeemed_at as "redeemedAt", codes.family_id as "familyId", codes.nonce as "nonce",
      codes.auth_time as "authTime", codes.amr as "amr", codes.bound_key as "boundKey",
      codes.whole_profile_at as "wholeProfileAt", consents.resource_id as "resourceId", resources.seconds as "resourceSeconds",
      resources.deleted_at as "resourceDeletedAt", consents.scope as "consentScope",
      consents.revoked_at as "consentRevokedAt", consents.ends_at as "consentEndsAt",
      clients.deleted_at as "clientDeletedAt", clients.suspended_at as "clientSuspendedAt",
      coalesce(accounts.disabled_at, accounts.deleted_at) as "accountEndedAt"
    from codes
    join consents on consents.id = codes.consent_id
    join clients on clients.id = consents.client_id
    join accounts on accounts.id = consents.account_id
    left join resources on resources.id = consents.resource_id
    where codes.id = ${id}`;
  return andThen(readSoon<FoundCode>(database, inRows(found, codeRow)), ([code]) => code);
}

/** In the order in which its columns are selected. */
const codeRow: RowWriter = (fields, at) => ({
  codeId: fields[at],
  clientName: fields[at + 1],
  digest: fields[at + 2],
  clientId: fields[at + 3],
  consentId: fields[at + 4],
  accountId: fields[at + 5],
  redirectUri: fields[at + 6],
  scope: fields[at + 7],
  challenge: fields[at + 8],
  expiresAt: fields[at + 9],
  redeemedAt: fields[at + 10],
  familyId: fields[at + 11],
  nonce: fields[at + 12],
  authTime: fields[at + 13],
  amr: fields[at + 14],
  boundKey: fields[at + 15],
  wholeProfileAt: fields[at + 16],
  resourceId: fields[at + 17],
  resourceSeconds: fields[at + 18],
  resourceDeletedAt: fields[at + 19],
  consentScope: fields[at + 20],
  consentRevokedAt: fields[at + 21],
  consentEndsAt: fields[at + 22],
  clientDeletedAt: fields[at + 23],
  clientSuspendedAt: fields[at + 24],
  accountEndedAt: fields[at + 25],
});

/**
 * The single-use gate: of all exchanges of one code, one touches the row; none that read more scope than it has now. Twin
 * of judgeCode (protocol/tokens/code.ts).
 */
export function redeemCode(seen: Pick<CodeState, 'codeId' | 'scope'>, familyId: number, now: number): Sql {
  return must(
    changeRow(
      'codes',
      seen.codeId,
      set`redeemed_at = ${now}, family_id = ${familyId}`,
      where`scope = ${seen.scope} and redeemed_at is null and expires_at > ${now}`,
    ),
  );
}

/** Ends a code that nobody has redeemed. */
export function endCode(id: number, now: number): Sql {
  return changeRow('codes', id, set`expires_at = ${now}`, where`redeemed_at is null and expires_at > ${now}`);
}

/** How many codes a consent yielded after this second; no more than `most` are counted. */
export async function countCodes(
  database: Database,
  consentId: number,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<number> {
  const rows = await database.read<{ count: number }>(sql`select count(*) as "count" from (
    select 1 as one from codes where consent_id = ${consentId} and issued_at > ${after} limit ${most}) as counted`);
  return rows[0]?.count ?? 0;
}

export const sweepCodes: SweepByIndex = {
  table: 'codes',
  ends: 'a day after their expiry, so that a late replay is still recognised',
  step: (at, most) => sql`delete from codes where id in
    (select id from codes where expires_at <= ${dayBefore(at)} order by expires_at limit ${most})`,
};
