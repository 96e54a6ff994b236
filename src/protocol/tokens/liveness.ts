/** What keeps a token alive: its pair, its family, the consent, application, account and resource, all judged at use. */
import { commonScope } from '../scope.ts';

/** The state around a pair, as one read finds it. Times are epoch seconds; null means it has not happened. */
export interface TokenState {
  readonly pairId: number;
  readonly familyId: number;
  readonly parentId: number | null;
  /** Its place in a line of renewals; null for one that can have no successor, or is from before they were counted. */
  readonly generation: number | null;
  readonly clientId: number;
  readonly clientPublicId: string;
  /** Null, as everything about the consent and the account, for a client's own tokens (client credentials). */
  readonly consentId: number | null;
  readonly accountId: number | null;
  readonly accessDigest: string;
  readonly refreshDigest: string | null;
  readonly pairScope: string | null;
  readonly familyScope: string;
  /** What the user has taken out of the family; empty for most. */
  readonly familyRemovedScope: string;
  readonly consentScope: string | null;
  readonly issuedAt: number;
  readonly accessExpiresAt: number;
  readonly refreshExpiresAt: number | null;
  readonly usedAt: number | null;
  readonly renewedAt: number | null;
  readonly supersededAt: number | null;
  readonly pairRevokedAt: number | null;
  readonly familyRevokedAt: number | null;
  readonly familyEndsAt: number | null;
  readonly consentRevokedAt: number | null;
  /** The end that the user chose when consenting. */
  readonly consentEndsAt: number | null;
  readonly clientDeletedAt: number | null;
  /** For a while: what an administrator suspended lives again once that is lifted. */
  readonly clientSuspendedAt: number | null;
  readonly accountEndedAt: number | null;
  /** The resource that the access token is for; null, as all about it, for none in particular (RFC 8707). */
  readonly resourceId: number | null;
  /** Its identifier. */
  readonly audience: string | null;
  readonly resourceSeconds: number | null;
  readonly resourceDeletedAt: number | null;
  /** Set where whoami tells the profile whatever the scope (SPEC S5). */
  readonly wholeProfileAt: number | null;
}

type Grant = Pick<
  TokenState,
  | 'familyRevokedAt'
  | 'familyEndsAt'
  | 'consentRevokedAt'
  | 'consentEndsAt'
  | 'clientDeletedAt'
  | 'clientSuspendedAt'
  | 'accountEndedAt'
  | 'resourceDeletedAt'
>;

/** Everything above the pair. Revoking any of it is one row, and every use looks at all of them. */
export function isGrantLive(state: Grant, now: number): boolean {
  return isGrantStanding(state) && isBefore(now, grantEndsAt(state));
}

/** Whether it was not ended; an end that was set from the beginning may still have passed. */
function isGrantStanding(state: Grant): boolean {
  return (
    state.familyRevokedAt === null &&
    state.consentRevokedAt === null &&
    state.clientDeletedAt === null &&
    state.clientSuspendedAt === null &&
    state.accountEndedAt === null &&
    state.resourceDeletedAt === null
  );
}

/** When everything that came from the consent ends, whatever is done with it; null where nothing is set. */
export function grantEndsAt({
  familyEndsAt,
  consentEndsAt,
}: Pick<TokenState, 'familyEndsAt' | 'consentEndsAt'>): number | null {
  if (familyEndsAt === null || consentEndsAt === null) return familyEndsAt ?? consentEndsAt;
  return Math.min(familyEndsAt, consentEndsAt);
}

/** True until the end, and for ever where there is none. */
export function isBefore(now: number, end: number | null): boolean {
  return end === null || now < end;
}

/**
 * The end of an access token as its record stands; 0 when something has ended it already.
 *
 * SPEC D5: the old access token dies when a successor is first used. Expiry is judged at use, not by a sweeper. A token
 * whose last permission was taken back says nothing any more, so it is as dead as a revoked one.
 */
export function accessLiveUntil(state: TokenState): number {
  const isOver =
    state.pairRevokedAt !== null ||
    state.supersededAt !== null ||
    !isGrantStanding(state) ||
    (state.consentScope !== null && scopeOf(state) === '');
  if (isOver) return 0;
  return Math.min(state.accessExpiresAt, grantEndsAt(state) ?? state.accessExpiresAt);
}

type Scopes = Pick<TokenState, 'pairScope' | 'familyScope' | 'consentScope'>;

/** The scope of the access token: what the refresh narrowed it to, within what is granted now (RFC 6749 §6). */
export function scopeOf(state: Scopes): string {
  const { pairScope } = state;
  if (state.consentScope === null) return pairScope ?? state.familyScope;
  const granted = grantedScope(state);
  return pairScope === null ? granted : commonScope(pairScope, granted);
}

/**
 * What the family may have now: what was granted to it, without what the user has since taken back. A later consent to
 * more never widens it: the family keeps its own limit.
 */
export function grantedScope({ familyScope, consentScope }: Pick<Scopes, 'familyScope' | 'consentScope'>): string {
  return consentScope === null ? familyScope : commonScope(familyScope, consentScope);
}
