/** Whether an authorization code may be exchanged (RFC 6749 §4.1.3, RFC 7636 §4.6, SPEC D4). */

import { commonScope } from '../scope.ts';
import { isGrantLive } from './liveness.ts';
import { verifierMatches } from './pkce.ts';

/** What a code carries from its authorization to the tokens that are issued for it. */
export interface CodeBinding {
  /** OpenID Connect Core §3.1.2.1; null where the request had none. */
  readonly nonce: string | null;
  /** When the account was last proved before the code was issued; null for codes that did not keep it. */
  readonly authTime: number | null;
  /** How: Authentication Method References (RFC 8176 §2), separated by spaces. */
  readonly amr: string | null;
  /** The thumbprint of the key that the tokens are bound to; null for bearer tokens. */
  readonly boundKey: string | null;
}

export interface CodeState extends CodeBinding {
  readonly codeId: number;
  readonly digest: string;
  readonly clientId: number;
  readonly consentId: number;
  readonly accountId: number;
  readonly redirectUri: string;
  readonly scope: string;
  readonly challenge: string | null;
  readonly expiresAt: number;
  readonly redeemedAt: number | null;
  readonly familyId: number | null;
  /** What the user allows now: a permission taken back after the code was issued is not in it. */
  readonly consentScope: string;
  readonly consentRevokedAt: number | null;
  readonly consentEndsAt: number | null;
  readonly clientDeletedAt: number | null;
  readonly clientSuspendedAt: number | null;
  readonly accountEndedAt: number | null;
  /** The resource that was asked for; null for none in particular (RFC 8707). */
  readonly resourceId: number | null;
  readonly resourceSeconds: number | null;
  readonly resourceDeletedAt: number | null;
  /** Set where the request named no scope (SPEC S5). */
  readonly wholeProfileAt: number | null;
}

interface CodePresented {
  readonly clientId: number;
  readonly redirectUri: string;
  readonly verifier: string | undefined;
  /** Whether a code without a challenge has nothing left that protects it (SPEC D20). */
  readonly needsChallenge: boolean;
  readonly now: number;
}

export type CodeVerdict =
  | 'exchange'
  | 'code_of_another_client'
  | 'code_redirect_uri_differs'
  | 'code_challenge_missing'
  | 'code_verifier_missing'
  | 'code_verifier_unexpected'
  | 'code_verifier_wrong'
  | 'code_replayed'
  | 'code_expired'
  | 'code_consent_ended';

/**
 * The order matters: possession of everything that belongs to the code is proved first, so that only a second
 * exchange that is itself valid counts as a replay; anything less revokes nothing and consumes nothing. Its twin in SQL
 * is redeemCode (storage/tables/tokens/codes.ts), which holds at the moment of the write.
 */
export function judgeCode(code: CodeState, presented: CodePresented): CodeVerdict {
  if (code.clientId !== presented.clientId) return 'code_of_another_client';
  // RFC 6749 §4.1.3: compared with the copy bound to the code, not with the registration.
  if (code.redirectUri !== presented.redirectUri) return 'code_redirect_uri_differs';
  const proof = judgeVerifier(code.challenge, presented);
  if (proof !== 'proved') return proof;
  if (code.redeemedAt !== null) return 'code_replayed';
  if (presented.now >= code.expiresAt) return 'code_expired';
  const grant = { ...code, familyRevokedAt: null, familyEndsAt: null };
  const isLive = isGrantLive(grant, presented.now) && codeScope(code) !== '';
  return isLive ? 'exchange' : 'code_consent_ended';
}

/** What an exchange grants: what the code was issued for, as far as the user still allows it. */
export function codeScope({ scope, consentScope }: Pick<CodeState, 'scope' | 'consentScope'>): string {
  return commonScope(scope, consentScope);
}

/** RFC 9700 §2.1.1: a verifier without a challenge is refused too, or a challenge could be stripped unnoticed. */
function judgeVerifier(
  challenge: string | null,
  { verifier, needsChallenge }: Pick<CodePresented, 'verifier' | 'needsChallenge'>,
): 'proved' | 'code_challenge_missing' | 'code_verifier_missing' | 'code_verifier_unexpected' | 'code_verifier_wrong' {
  if (challenge === null) {
    if (verifier !== undefined) return 'code_verifier_unexpected';
    return needsChallenge ? 'code_challenge_missing' : 'proved';
  }
  if (verifier === undefined) return 'code_verifier_missing';
  return verifierMatches(verifier, challenge) ? 'proved' : 'code_verifier_wrong';
}
