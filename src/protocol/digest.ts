/** How secrets are kept and compared: as SHA-256 digests, in constant time. */
import { hash, timingSafeEqual } from 'node:crypto';

/** Random secrets need no slow hash: nobody can guess 256 bits. Kept as 43 base64url characters. */
export function digest(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** True when the secret is the one behind the digest. */
export function isSecretOf(secret: string, kept: string): boolean {
  const presented = Buffer.from(digest(secret), 'latin1');
  const expected = Buffer.from(kept, 'latin1');
  return presented.length === expected.length && timingSafeEqual(presented, expected);
}
