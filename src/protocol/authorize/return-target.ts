/** Where a person may be sent after signing in: pages of our own, and nowhere else (SPEC D22). */

/** Two redirect URIs, a long state and everything percent-encoded still fit. */
const TARGET_MAX_CHARACTERS = 16384;

/** One segment that a browser would not read as "." or "..", however these are spelt. */
const SEGMENT = "(?!(?:\\.|%2[eE]){1,2}(?:/|$))[A-Za-z0-9._~!$&'()*+,;=:@%-]+";

/** Each of these is a GET that changes nothing. Pages with a secret in their path are left out on purpose. */
const PAGES = [
  '/',
  '/account',
  '/account/sessions',
  '/account/events',
  '/account/delete',
  '/oauth/applications',
  '/oauth/applications/new',
  `/oauth/applications/${SEGMENT}`,
  `/oauth/applications/${SEGMENT}/(?:edit|delete|credentials|permissions|users|requests|test|settings)`,
  `/oauth/applications/${SEGMENT}/requests/[0-9a-f]{16}`,
  '/errors/[0-9a-z_]{1,40}(?:/[a-z2-7]{8})?',
  '/oauth/authorized_applications',
  '/oauth/authorize',
  '/users/[0-9]+',
  '/admin',
  '/admin/(?:people|applications|scopes|events)',
  '/admin/people/[0-9]+(?:/disable)?',
  `/admin/applications/${SEGMENT}(?:/suspend)?`,
].map((page) => new RegExp(`^${page}$`));

/**
 * A known path, with any query, as it was written; otherwise the front page. Since the path is matched from its
 * first character to its last, neither `//host` nor `/\host` nor a scheme has room.
 */
export function localTarget(text: string | undefined): string {
  if (text === undefined || text.length > TARGET_MAX_CHARACTERS) return '/';
  // Beyond printable ASCII nothing arrives in a request line, and a Location header could not carry it.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('#')) return '/';
  const path = text.split('?', 1)[0] ?? '';
  return PAGES.some((page) => page.test(path)) ? text : '/';
}
