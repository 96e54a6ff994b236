/** The ids under which an application could never be reached. */

/** Whoever follows an address resolves dots before it is sent (RFC 3986 §5.2.4), and at `new` stands the form for a new one. */
const UNREACHABLE: readonly string[] = ['.', '..', 'new'];

export function isUnreachableId(publicId: string): boolean {
  return UNREACHABLE.includes(publicId);
}
