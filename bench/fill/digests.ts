/** Digests of tokens that nobody holds: random, but much cheaper than hashing twenty million tokens. */
import { randomFillSync } from 'node:crypto';

const DIGEST_BYTES = 32;
const POOL_BYTES = DIGEST_BYTES * 4096;

export function createDigests(): () => string {
  const pool = Buffer.alloc(POOL_BYTES);
  let position = POOL_BYTES;
  return () => {
    if (position === POOL_BYTES) {
      randomFillSync(pool);
      position = 0;
    }
    position += DIGEST_BYTES;
    return pool.toString('base64url', position - DIGEST_BYTES, position);
  };
}
