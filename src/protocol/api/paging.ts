/** Pages of lists: an opaque cursor that says where the next page begins, and versions of records as entity tags. */

/** Of a page; callers may ask for fewer. */
export const PAGE_MOST = 100;
export const PAGE_USUAL = 25;
export const CURSOR_MOST_CHARACTERS = 128;

/** Numbers alone: a cursor can only point to another place in the same list, which its reader may see anyway. */
export function formatCursor(numbers: readonly number[]): string {
  return Buffer.from(`1.${numbers.join('.')}`, 'latin1').toString('base64url');
}

/** Undefined for what `formatCursor` does not make with so many numbers. */
export function parseCursor(text: string, count: number): readonly number[] | undefined {
  const plain = Buffer.from(text, 'base64url').toString('latin1');
  if (!/^1(?:\.\d{1,16}){1,4}$/.test(plain)) return undefined;
  const numbers = plain.split('.').slice(1).map(Number);
  const isSound = numbers.length === count && numbers.every((number) => Number.isSafeInteger(number));
  return isSound && formatCursor(numbers) === text ? numbers : undefined;
}

/** RFC 9110 §8.8.3: strong, since every change of the record changes it. */
export function entityTag(version: string | number): string {
  return `"${version}"`;
}

/** RFC 9110 §8.8.3 and §13.1.1: a star, or tags with a comma between them, each in quotation marks. */
export const TAGS_PATTERN = '^(?:\\*|(?:W/)?"[!#-~]*"(?:[ \\t]*,[ \\t]*(?:W/)?"[!#-~]*")*)$';

const TAGS = new RegExp(TAGS_PATTERN);

export function isTagList(ifMatch: string): boolean {
  return TAGS.test(ifMatch.trim());
}

/** RFC 9110 §13.1.1, compared strongly. A star fits whatever is there. */
export function fitsTag(ifMatch: string, tag: string): boolean {
  const given = ifMatch.split(',').map((each) => each.trim());
  return given.includes('*') || given.includes(tag);
}

/** A proxy that compresses answers calls their tags weak (nginx), or adds the coding to them (Apache, Caddy); no tag of ours is so. */
export function isMarked(ifMatch: string): boolean {
  return /(?:^|[ \t,])W\/"|-(?:gzip|br|zstd|deflate)"/.test(ifMatch);
}
