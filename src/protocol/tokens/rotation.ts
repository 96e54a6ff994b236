/**
 * Refresh rotation (SPEC D5): safe against lost responses, and detecting theft.
 *
 * A refresh token stays exchangeable until one of its successors has been used, and for the leeway after that. So a
 * client that lost the answer, or two tabs that refresh at once, simply succeed. Presented later, it is theft.
 */
import { accept, type Result, refuse } from '../result.ts';
import { commonScope, formatScope, isWithin, parseScope } from '../scope.ts';
import { grantedScope, isGrantLive, type TokenState } from './liveness.ts';

type RefreshVerdict =
  | { readonly may: 'renew'; readonly isRetry: boolean; readonly isFirstUse: boolean }
  | { readonly may: 'not'; readonly because: 'refresh_token_expired' | 'refresh_token_revoked' }
  /** RFC 9700 §4.14.2: the whole family is revoked, since the thief cannot be told from the owner. */
  | { readonly may: 'not'; readonly because: 'refresh_token_reused' };

/** Twin in SQL: renewPair (storage/tables/tokens/pairs.ts) guards the same rule at the moment of the write. */
export function judgeRefresh(state: TokenState, now: number, leewaySeconds: number): RefreshVerdict {
  if (!isGrantLive(state, now)) return { may: 'not', because: 'refresh_token_revoked' };
  // A user who took back the last permission of a grant has ended it.
  if (state.consentScope !== null && grantedScope(state) === '')
    return { may: 'not', because: 'refresh_token_revoked' };
  // A pair that was revoked by itself (a retried sibling, or deliberately) has no grace and proves no theft.
  if (state.pairRevokedAt !== null) return { may: 'not', because: 'refresh_token_revoked' };
  // A pair without a refresh token has none that could be live.
  if (now >= (state.refreshExpiresAt ?? 0)) return { may: 'not', because: 'refresh_token_expired' };
  if (state.supersededAt !== null && now >= state.supersededAt + leewaySeconds) {
    return { may: 'not', because: 'refresh_token_reused' };
  }
  return { may: 'renew', isRetry: state.renewedAt !== null, isFirstUse: state.usedAt === null };
}

/** True while introspection may call a refresh token active: exactly when a refresh would succeed. */
export function isRefreshLive(state: TokenState, now: number, leewaySeconds: number): boolean {
  return judgeRefresh(state, now, leewaySeconds).may === 'renew';
}

/** When the next refresh token of a family goes stale: idle time from now, within the family's own end. */
export function refreshExpiry(now: number, idleSeconds: number, familyEndsAt: number | null): number {
  return earliest(now + idleSeconds, familyEndsAt);
}

/** The first of several ends; null stands for one that never comes. */
export function earliest(end: number, ...others: readonly (number | null)[]): number {
  return others.reduce<number>((first, other) => (other === null ? first : Math.min(first, other)), end);
}

/** Which scope a refresh gives (RFC 6749 §6): never more than was granted, and nothing that the user has taken back. */
export interface RefreshScope {
  /** All that the family may have now. */
  readonly granted: string;
  /** What this access token is narrowed to; null for all of it. */
  readonly narrowed: string | null;
}

/**
 * A client that asks for all it once got is not refused for what the user has removed since: it gets the rest, and the
 * answer says so (RFC 6749 §3.3). What it never had is refused, and so is a request of which nothing is left.
 */
export function refreshScope(
  requested: string | undefined,
  state: Pick<TokenState, 'familyScope' | 'familyRemovedScope' | 'consentScope'>,
): Result<RefreshScope, 'scope_malformed' | 'scope_exceeds_grant'> {
  const granted = grantedScope(state);
  const parsed = parseScope(requested ?? '');
  if (!parsed.ok) return parsed;
  if (parsed.value.length === 0) return accept({ granted, narrowed: null });
  const original = [...state.familyScope.split(' '), ...state.familyRemovedScope.split(' ')];
  if (!isWithin(parsed.value, original)) return refuse('scope_exceeds_grant');
  const scope = commonScope(formatScope(parsed.value), granted);
  if (scope === '') return refuse('scope_exceeds_grant');
  return accept({ granted, narrowed: scope === granted ? null : scope });
}
