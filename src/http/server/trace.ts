/** Short random names for requests, drawn from randomness that is fetched in bulk. */

const NAME_BYTES = 8;
const NAME_CHARACTERS = 2 * NAME_BYTES;
const NAMES_IN_BULK = 512;

export function createTraceIds(randomBytes: (count: number) => Buffer): () => string {
  let bulk = '';
  let next = 0;
  return () => {
    if (next === bulk.length) {
      bulk = randomBytes(NAME_BYTES * NAMES_IN_BULK).toString('hex');
      next = 0;
    }
    next += NAME_CHARACTERS;
    return bulk.slice(next - NAME_CHARACTERS, next);
  };
}
