/** What a token stands for: its pair with family, consent, application, account and API. */
import { andThen } from '../../../protocol/result.ts';
import type { TokenState } from '../../../protocol/tokens/liveness.ts';
import { type Database, readSoon } from '../../database.ts';
import type { RowWriter } from '../../rows.ts';
import { type Halves, inRows, type Sql, sql } from '../../sql.ts';

/** The account behind a token, as the identity endpoint shows it. */
export interface TokenHolder {
  readonly nickname: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly emailVerifiedAt: number | null;
  readonly website: string | null;
  readonly avatarUrl: string | null;
  readonly pictureDigest: string | null;
  readonly locale: string | null;
  readonly onlineAt: number | null;
}

type FoundToken = (TokenState & TokenHolder) | undefined;

/** Everything a decision about a token needs, in one indexed read; at once where the database can. */
export function findTokenRecord(database: Database, pairId: number): FoundToken | Promise<FoundToken> {
  return andThen(readSoon<TokenState & TokenHolder>(database, tokenStatement(pairId)), firstOf);
}

/** For whoever asks for the same token again and again. */
export function tokenStatement(pairId: number): Sql {
  const found = sql`
    select pairs.id as "pairId", pairs.family_id as "familyId", pairs.parent_id as "parentId", pairs.generation as "generation",
      pairs.access_digest as "accessDigest", pairs.refresh_digest as "refreshDigest", pairs.scope as "pairScope",
      pairs.issued_at as "issuedAt", pairs.access_expires_at as "accessExpiresAt",
      pairs.refresh_expires_at as "refreshExpiresAt", pairs.used_at as "usedAt", pairs.renewed_at as "renewedAt",
      pairs.superseded_at as "supersededAt", pairs.revoked_at as "pairRevokedAt", pairs.resource_id as "resourceId",
      resources.identifier as "audience", resources.seconds as "resourceSeconds", resources.deleted_at as "resourceDeletedAt",
      families.client_id as "clientId", clients.public_id as "clientPublicId", consents.id as "consentId",
      consents.account_id as "accountId", families.scope as "familyScope", families.removed_scope as "familyRemovedScope",
      coalesce(families.whole_profile_at, families.imported_at) as "wholeProfileAt", consents.scope as "consentScope",
      families.revoked_at as "familyRevokedAt", families.ends_at as "familyEndsAt",
      consents.revoked_at as "consentRevokedAt", consents.ends_at as "consentEndsAt",
      clients.deleted_at as "clientDeletedAt", clients.suspended_at as "clientSuspendedAt",
      coalesce(accounts.disabled_at, accounts.deleted_at) as "accountEndedAt",
      accounts.nickname as "nickname", accounts.name as "name", accounts.email as "email",
      accounts.email_verified_at as "emailVerifiedAt", accounts.website as "website",
      accounts.avatar_url as "avatarUrl", accounts.picture_digest as "pictureDigest", accounts.locale as "locale",
      accounts.online_at as "onlineAt"
    from pairs
    join families on families.id = pairs.family_id
    join clients on clients.id = families.client_id
    left join consents on consents.id = families.consent_id
    left join accounts on accounts.id = consents.account_id
    left join resources on resources.id = pairs.resource_id
    where pairs.id = ${pairId}`;
  return inRows(found, tokenRow, TOKEN_IN_HALVES);
}

/** Every refresh changes the pair, and nothing of the rest. */
const TOKEN_IN_HALVES: Halves = {
  first: sql`
    select pairs.id as "pairId", pairs.family_id as "familyId", pairs.parent_id as "parentId", pairs.generation as "generation",
      pairs.access_digest as "accessDigest", pairs.refresh_digest as "refreshDigest", pairs.scope as "pairScope",
      pairs.issued_at as "issuedAt", pairs.access_expires_at as "accessExpiresAt",
      pairs.refresh_expires_at as "refreshExpiresAt", pairs.used_at as "usedAt", pairs.renewed_at as "renewedAt",
      pairs.superseded_at as "supersededAt", pairs.revoked_at as "pairRevokedAt", pairs.resource_id as "resourceId",
      resources.identifier as "audience", resources.seconds as "resourceSeconds", resources.deleted_at as "resourceDeletedAt"
    from pairs left join resources on resources.id = pairs.resource_id
    where pairs.id = ${0}`,
  second: sql`
    select families.client_id as "clientId", clients.public_id as "clientPublicId", consents.id as "consentId",
      consents.account_id as "accountId", families.scope as "familyScope", families.removed_scope as "familyRemovedScope",
      coalesce(families.whole_profile_at, families.imported_at) as "wholeProfileAt", consents.scope as "consentScope",
      families.revoked_at as "familyRevokedAt", families.ends_at as "familyEndsAt",
      consents.revoked_at as "consentRevokedAt", consents.ends_at as "consentEndsAt",
      clients.deleted_at as "clientDeletedAt", clients.suspended_at as "clientSuspendedAt",
      coalesce(accounts.disabled_at, accounts.deleted_at) as "accountEndedAt",
      accounts.nickname as "nickname", accounts.name as "name", accounts.email as "email",
      accounts.email_verified_at as "emailVerifiedAt", accounts.website as "website",
      accounts.avatar_url as "avatarUrl", accounts.picture_digest as "pictureDigest", accounts.locale as "locale",
      accounts.online_at as "onlineAt"
    from families
    join clients on clients.id = families.client_id
    left join consents on consents.id = families.consent_id
    left join accounts on accounts.id = consents.account_id
    where families.id = ${0}`,
  by: 1,
};

/** In the order in which its columns are selected. */
const tokenRow: RowWriter = (fields, at) => ({
  pairId: fields[at],
  familyId: fields[at + 1],
  parentId: fields[at + 2],
  generation: fields[at + 3],
  accessDigest: fields[at + 4],
  refreshDigest: fields[at + 5],
  pairScope: fields[at + 6],
  issuedAt: fields[at + 7],
  accessExpiresAt: fields[at + 8],
  refreshExpiresAt: fields[at + 9],
  usedAt: fields[at + 10],
  renewedAt: fields[at + 11],
  supersededAt: fields[at + 12],
  pairRevokedAt: fields[at + 13],
  resourceId: fields[at + 14],
  audience: fields[at + 15],
  resourceSeconds: fields[at + 16],
  resourceDeletedAt: fields[at + 17],
  clientId: fields[at + 18],
  clientPublicId: fields[at + 19],
  consentId: fields[at + 20],
  accountId: fields[at + 21],
  familyScope: fields[at + 22],
  familyRemovedScope: fields[at + 23],
  wholeProfileAt: fields[at + 24],
  consentScope: fields[at + 25],
  familyRevokedAt: fields[at + 26],
  familyEndsAt: fields[at + 27],
  consentRevokedAt: fields[at + 28],
  consentEndsAt: fields[at + 29],
  clientDeletedAt: fields[at + 30],
  clientSuspendedAt: fields[at + 31],
  accountEndedAt: fields[at + 32],
  nickname: fields[at + 33],
  name: fields[at + 34],
  email: fields[at + 35],
  emailVerifiedAt: fields[at + 36],
  website: fields[at + 37],
  avatarUrl: fields[at + 38],
  pictureDigest: fields[at + 39],
  locale: fields[at + 40],
  onlineAt: fields[at + 41],
});

function firstOf<Row>(rows: readonly Row[]): Row | undefined {
  return rows[0];
}
