/** Tokens and codes of another service: what a row says, and whether it is worth anything still. */
import { challengeOf, isCodeChallenge } from '../tokens/pkce.ts';
import { readScope } from './application.ts';
import { digestOfKept, isPresentableToken, type Keeping } from './kept-secret.ts';
import { readNumber, readSince, readText, readTime } from './values.ts';

type Row = Readonly<Record<string, string | null>>;

interface ForeignGrant {
  /** The number or UUID of its application at the source; null where it belongs to none. */
  readonly applicationId: string | null;
  /** Null for an application's own token, and where the owner is no person. */
  readonly ownerId: number | null;
  /** False where the row names somebody who is no person of this source. */
  readonly isOwnerKnown: boolean;
  readonly scope: readonly string[];
  readonly createdAt: number;
  /** Null for what never expires. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

export interface ForeignToken extends ForeignGrant {
  /** Undefined where nobody could present the token. */
  readonly digest: string | undefined;
  readonly refreshDigest: string | null;
  /** The digest of the refresh token that this one came from and has not replaced yet; null for none. */
  readonly parentDigest: string | null;
}

export interface ForeignCode extends ForeignGrant {
  readonly digest: string | undefined;
  readonly redirectUri: string;
  readonly challenge: string | null;
}

interface TokenRules {
  readonly keeping: Keeping;
  readonly ownerType: string;
}

export function readToken(row: Row, rules: TokenRules): ForeignToken {
  const digestOf = (kept: string | null | undefined) =>
    kept ? digestOfKept(kept, rules.keeping, isPresentableToken) : undefined;
  return {
    ...readGrant(row, rules),
    digest: digestOf(row.token),
    refreshDigest: digestOf(row.refresh_token) ?? null,
    parentDigest: digestOf(row.previous_refresh_token) ?? null,
  };
}

export function readCode(row: Row, rules: TokenRules): ForeignCode {
  return {
    ...readGrant(row, rules),
    digest: row.token ? digestOfKept(row.token, rules.keeping, isPresentableToken) : undefined,
    redirectUri: readText(row.redirect_uri),
    challenge: readChallenge(row.code_challenge ?? '', row.code_challenge_method ?? ''),
  };
}

/** A plain challenge is the verifier itself (RFC 7636 §4.2), so the one of S256 can be computed. */
function readChallenge(challenge: string, method: string): string | null {
  if (challenge === '') return null;
  if (method === 'S256') return isCodeChallenge(challenge) ? challenge : NO_CHALLENGE;
  return challengeOf(challenge);
}

/** A challenge that cannot be read must not become none: no verifier fits this one. */
const NO_CHALLENGE = '?';

/** An end that cannot be read must not become none: it has come. */
const UNREADABLE = 0;

function readGrant(row: Row, { ownerType }: TokenRules): ForeignGrant {
  const createdAt = readTime(row.created_at) ?? 0;
  const written = row.expires_in ?? '';
  const lifetime = /^\d{1,10}$/.test(written) ? Number(written) : UNREADABLE;
  const revokedAt = readSince(row.revoked_at);
  const owner = row.resource_owner_id ?? null;
  const isPerson = (row.resource_owner_type ?? ownerType) === ownerType;
  const ownerId = isPerson ? (readNumber(owner) ?? null) : null;
  return {
    applicationId: row.application_id ?? null,
    ownerId,
    isOwnerKnown: owner === null || ownerId !== null,
    scope: readScope(row.scopes ?? ''),
    createdAt,
    expiresAt: written === '' ? null : createdAt + lifetime,
    revokedAt: revokedAt === undefined ? UNREADABLE : revokedAt,
  };
}

type Liveness = 'live' | 'expired' | 'revoked';

/** A refresh token of Doorkeeper does not expire, so an expired access token beside one is still worth something. */
export function judgeToken(token: ForeignToken, now: number): Liveness {
  if (token.revokedAt !== null && token.revokedAt <= now) return 'revoked';
  return token.refreshDigest !== null || isUnexpired(token, now) ? 'live' : 'expired';
}

export function judgeForeignCode(code: ForeignCode, now: number): Liveness {
  if (!isUnexpired(code, now)) return 'expired';
  return code.revokedAt === null || code.revokedAt > now ? 'live' : 'revoked';
}

function isUnexpired({ expiresAt }: ForeignGrant, now: number): boolean {
  return expiresAt === null || now < expiresAt;
}
