/** Which scope a refresh gives (RFC 6749 §6): never more than was granted, and nothing that the user has taken back. */

import { accept, type Result, refuse } from '../result.ts';
import { commonScope, formatScope, isWithin, parseScope } from '../scope.ts';
import { grantedScope, type TokenState } from './liveness.ts';

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
