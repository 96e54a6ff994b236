/** What keeps a token alive: its pair, its family, the consent, the application and the account, all judged at use. */

/** The state around a pair, as one read finds it. Times are epoch seconds; null means it has not happened. */
export interface Holding {
  readonly pairId: number;
  readonly familyId: number;
  readonly parentId: number | null;
  readonly clientId: number;
  readonly clientPublicId: string;
  readonly accountId: number | null;
  readonly accessDigest: string;
  readonly refreshDigest: string | null;
  readonly pairScope: string | null;
  readonly familyScope: string;
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
  readonly clientDeletedAt: number | null;
  readonly accountEndedAt: number | null;
}

/** Everything above the pair. Revoking any of it is one row, and every use looks at all of them. */
export function isGrantLive(
  state: Pick<Holding, 'familyRevokedAt' | 'familyEndsAt' | 'consentRevokedAt' | 'clientDeletedAt' | 'accountEndedAt'>,
  now: number,
): boolean {
  return (
    state.familyRevokedAt === null &&
    (state.familyEndsAt === null || now < state.familyEndsAt) &&
    state.consentRevokedAt === null &&
    state.clientDeletedAt === null &&
    state.accountEndedAt === null
  );
}

/** SPEC D5: the old access token dies when a successor is first used. Expiry is judged here, not by a sweeper. */
export function isAccessLive(state: Holding, now: number): boolean {
  return (
    now < state.accessExpiresAt &&
    state.pairRevokedAt === null &&
    state.supersededAt === null &&
    isGrantLive(state, now)
  );
}

/** The scope of the access token: what the refresh narrowed it to, or all that was granted (RFC 6749 §6). */
export function scopeOf(state: Pick<Holding, 'pairScope' | 'familyScope'>): string {
  return state.pairScope ?? state.familyScope;
}
