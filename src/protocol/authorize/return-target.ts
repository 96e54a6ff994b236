/** Where a person may be sent after signing in: pages of our own, and nowhere else (SPEC D22). */

/** Two redirect URIs, a long state and everything percent-encoded still fit. */
const TARGET_MAX_CHARACTERS = 16384;

/** One segment that a browser would not read as "." or "..", however these are spelt. */
const SEGMENT = "(?!(?:\\.|%2[eE]){1,2}(?:/|$))[A-Za-z0-9._~!$&'()*+,;=:@%-]+";

/** Named segments of route patterns that are known more closely than that. */
const NAMED_SEGMENTS: Readonly<Record<string, string>> = {
  account: '[0-9]+',
  error: '[0-9a-z_]{1,40}',
  // `/oauth/authorized_applications/revoke_all` is an act, not an application.
  id: `(?!revoke_all(?:/|$))${SEGMENT}`,
  shortTrace: '[a-z2-7]{8}',
  trace: '[0-9a-f]{16}',
};

/**
 * A path of one of these route patterns (`/oauth/applications/:id`), with any query, as it was written; otherwise the
 * front page. Since the path is matched from its first character to its last, neither `//host` nor `/\host` nor a
 * scheme has room. Every pattern has to be that of a GET that changes nothing and carries no secret in its path.
 */
export function createLocalTarget(patterns: readonly string[]): (text: string | undefined) => string {
  const pages = patterns.map((pattern) => new RegExp(`^${pattern.split('/').map(segmentOf).join('/')}$`));
  return (text) => {
    if (text === undefined || text.length > TARGET_MAX_CHARACTERS) return '/';
    // Beyond printable ASCII nothing arrives in a request line, and a Location header could not carry it.
    if (!/^[\x21-\x7e]+$/.test(text) || text.includes('#')) return '/';
    const path = text.split('?', 1)[0] ?? '';
    return pages.some((page) => page.test(path)) ? text : '/';
  };
}

/** What is written in a pattern has letters, digits, `_` and `-` only, which stand for themselves in an expression. */
function segmentOf(segment: string): string {
  if (!segment.startsWith(':')) return segment;
  return NAMED_SEGMENTS[segment.slice(1)] ?? SEGMENT;
}

/** A path that leads back to a local target afterwards, escaped no more than needed: an authorization request may be long. */
export function withTarget(path: string, returnTo: string | null): string {
  if (returnTo === null || returnTo === '/') return path;
  return `${path}?return_to=${returnTo.replace(/[^A-Za-z0-9._~/?:@!$'()*,;=-]/g, encodeURIComponent)}`;
}
