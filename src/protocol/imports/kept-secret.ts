/** How another service kept a token or a secret, and the digest by which it is recognised here. */
import { digest } from '../digest.ts';

/** As it was handed out, or as the hexadecimal SHA-256 of that. */
export type Keeping = 'plain' | 'sha256';

const HEXADECIMAL = /^[0-9a-f]{64}$/;
const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/;

/** Whether the text may be a hash and may be what was handed out: older versions handed out 64 hexadecimal digits. */
export function isAmbiguous(kept: string): boolean {
  return HEXADECIMAL.test(kept);
}

/** Of secrets, never of tokens: those could not be found by it. */
export function isSlowHash(kept: string): boolean {
  return BCRYPT.test(kept);
}

/** The digest of what was handed out (protocol/digest.ts); undefined for what nobody can present. */
export function digestOfKept(
  kept: string,
  keeping: Keeping,
  isPresentable: (text: string) => boolean,
): string | undefined {
  if (keeping === 'sha256' && HEXADECIMAL.test(kept)) return Buffer.from(kept, 'hex').toString('base64url');
  return isPresentable(kept) ? digest(kept) : undefined;
}

const LONGEST_TOKEN = 1024;

/** RFC 6750 §2.1, within the length that this service reads (protocol/tokens/bearer.ts). */
export function isPresentableToken(text: string): boolean {
  return text.length <= LONGEST_TOKEN && /^[A-Za-z0-9._~+/-]+=*$/.test(text);
}

/** SPEC D1: what an import may bring as an id or a secret. */
export function isPresentableSecret(text: string): boolean {
  return /^[\x20-\x7e]{1,255}$/.test(text);
}
