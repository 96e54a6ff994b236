/** Which tokens earlier runs have brought, and which of them a run has met: eight bytes and a mark for each. */

export interface KnownDigests {
  readonly size: number;
  /** Whether it was brought before; from now on it counts as met. */
  meet(digest: string): boolean;
  wasMet(digest: string): boolean;
  isKnown(digest: string): boolean;
}

/** Digests are those of SHA-256, so two of a hundred million share their first 64 bits once in two thousand times. */
export async function loadKnownDigests(pages: AsyncIterable<readonly string[]>): Promise<KnownDigests> {
  let kept = new BigUint64Array(1024);
  let size = 0;
  for await (const page of pages) {
    for (const digest of page) {
      if (size === kept.length) kept = grown(kept);
      kept[size] = keyOf(digest);
      size += 1;
    }
  }
  const sorted = kept.subarray(0, size).sort();
  const met = new Uint8Array(size);
  return {
    size,
    meet(digest) {
      const at = find(sorted, keyOf(digest));
      if (at < 0) return false;
      met[at] = 1;
      return true;
    },
    wasMet: (digest) => met[find(sorted, keyOf(digest))] === 1,
    isKnown: (digest) => find(sorted, keyOf(digest)) >= 0,
  };
}

function grown(kept: BigUint64Array<ArrayBuffer>): BigUint64Array<ArrayBuffer> {
  const larger = new BigUint64Array(2 * kept.length);
  larger.set(kept);
  return larger;
}

function keyOf(digest: string): bigint {
  return Buffer.from(digest.slice(0, 11), 'base64url').readBigUInt64BE(0);
}

function find(sorted: BigUint64Array, key: bigint): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = sorted[middle] ?? 0n;
    if (value === key) return middle;
    if (value < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
