/** A token state in which everything is alive, for tests to spoil one part of. */
import type { TokenState } from '../../../src/protocol/tokens/liveness.ts';

export const NOW = 1_800_000_000;

export function holding(changes: Partial<TokenState>): TokenState {
  return {
    pairId: 1,
    familyId: 2,
    parentId: 3,
    generation: 2,
    clientId: 4,
    clientPublicId: 'client',
    consentId: 6,
    accountId: 5,
    accessDigest: '',
    refreshDigest: '',
    pairScope: null,
    familyScope: 'profile',
    familyRemovedScope: '',
    consentScope: 'profile',
    issuedAt: NOW - 10,
    accessExpiresAt: NOW + 86_390,
    refreshExpiresAt: NOW + 10_368_000,
    usedAt: null,
    renewedAt: null,
    supersededAt: null,
    pairRevokedAt: null,
    familyRevokedAt: null,
    familyEndsAt: null,
    consentRevokedAt: null,
    consentEndsAt: null,
    clientDeletedAt: null,
    clientSuspendedAt: null,
    accountEndedAt: null,
    resourceId: null,
    audience: null,
    resourceSeconds: null,
    resourceDeletedAt: null,
    wholeProfileAt: null,
    ...changes,
  };
}
