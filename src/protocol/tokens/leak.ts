/** Which leaked tokens are worth ending: those that can do something, now or once a suspension is lifted (SPEC D80). */
import { grantEndsAt, isBefore, type TokenState } from './liveness.ts';

/**
 * An expired or replaced access token does nothing any more, and must not end what lives: old ones stand in many logs,
 * and whoever reads one there would otherwise sign its user out.
 */
export function isAccessWorthEnding(state: TokenState, now: number): boolean {
  return isStanding(state, now) && state.supersededAt === null && now < state.accessExpiresAt;
}

/** A replaced refresh token as well: presenting it would end the family too (RFC 9700 §4.14.2). */
export function isRefreshWorthEnding(state: TokenState, now: number): boolean {
  return isStanding(state, now) && now < (state.refreshExpiresAt ?? 0);
}

function isStanding(state: TokenState, now: number): boolean {
  const isEnded = state.pairRevokedAt !== null || state.familyRevokedAt !== null || state.consentRevokedAt !== null;
  return !isEnded && state.clientDeletedAt === null && isBefore(now, grantEndsAt(state));
}
