/** Proof Key for Code Exchange (RFC 7636): S256 and nothing else (SPEC D20). */
import { createHash, timingSafeEqual } from 'node:crypto';

/** RFC 7636 §4.3: the value of `code_challenge_method`. */
export const CHALLENGE_METHOD = 'S256';

/** RFC 7636 §4.2: the base64url form of a SHA-256 digest has exactly 43 characters and no padding. */
const CODE_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** RFC 7636 §4.1: 43 to 128 unreserved characters. */
const CODE_VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

export function isCodeChallenge(text: string): boolean {
  return CODE_CHALLENGE.test(text);
}

export function isCodeVerifier(text: string): boolean {
  return CODE_VERIFIER.test(text);
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/** RFC 7636 §4.6. A text that is no verifier at all matches nothing. */
export function verifierMatches(verifier: string, challenge: string): boolean {
  if (!isCodeVerifier(verifier) || !isCodeChallenge(challenge)) return false;
  return timingSafeEqual(Buffer.from(challengeOf(verifier)), Buffer.from(challenge));
}
