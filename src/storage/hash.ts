/** Hashes for tables of marks, where one key may be taken for another: fast, and nothing that keeps a secret. */

/** FNV-1a, to be spread. */
export function hashOfText(text: string, from = 0x811c9dc5): number {
  let hash = from;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** Spreads what differs in a few bits over all 32. */
export function spread(bits: number): number {
  const hash = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
