/** Short random names for requests, drawn from randomness that is fetched in bulk. */

const NAME_BYTES = 8;
const NAMES_IN_BULK = 512;

export function createTraceIds(randomBytes: (count: number) => Buffer): () => string {
  let bulk: Buffer = Buffer.alloc(0);
  let next = 0;
  return () => {
    if (next + NAME_BYTES > bulk.length) {
      bulk = randomBytes(NAME_BYTES * NAMES_IN_BULK);
      next = 0;
    }
    next += NAME_BYTES;
    return bulk.toString('hex', next - NAME_BYTES, next);
  };
}
