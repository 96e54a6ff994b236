/** How secrets are kept and compared: as SHA-256 digests, in constant time. */
import { hash, timingSafeEqual } from 'node:crypto';

/** Random secrets need no slow hash: nobody can guess 256 bits. Kept as 43 base64url characters. */
export function digest(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Room for one comparison, which needs bytes: every request makes one at least. */
const presented = Buffer.alloc(43);
const expected = Buffer.alloc(43);

/** True when the secret is the one behind the digest. */
export function isSecretOf(secret: string, kept: string): boolean {
  if (kept.length !== expected.length) return false;
  presented.write(digest(secret), 'latin1');
  expected.write(kept, 'latin1');
  return timingSafeEqual(presented, expected);
}
