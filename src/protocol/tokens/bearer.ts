/** Bearer tokens (RFC 6750): how one is presented, and the challenges that go with a refusal. */

export type PresentedToken =
  | { readonly kind: 'absent' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'token'; readonly token: string };

/** The scheme of the header, and the type of every token that this service issues. */
export const BEARER = 'Bearer';

const BEARER_MAX_CHARACTERS = 1024;

const ABSENT: PresentedToken = { kind: 'absent' };
const MALFORMED: PresentedToken = { kind: 'malformed' };

/** RFC 6750 §2.1: b64token = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"=". No part can match twice. */
const B64TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/** Another scheme counts as absent: such a caller has not tried to use a token (RFC 6750 §3.1). */
export function parseBearer(header: string | undefined): PresentedToken {
  if (header === undefined || header.slice(0, 6).toLowerCase() !== 'bearer') return ABSENT;
  if (header.length === 6) return MALFORMED;
  if (header[6] !== ' ') return ABSENT;
  let start = 7;
  while (header[start] === ' ') start += 1;
  const token = header.slice(start);
  return token.length <= BEARER_MAX_CHARACTERS && B64TOKEN.test(token) ? { kind: 'token', token } : MALFORMED;
}

interface BearerFault {
  readonly realm: string;
  readonly error?: string | undefined;
  readonly description?: string | undefined;
  /** The scopes that would have been enough, space-separated. */
  readonly scope?: string | undefined;
  /** RFC 9728 §5.1: where the protected resource says which service issues tokens for it. */
  readonly resourceMetadata?: string | undefined;
}

/** RFC 6750 §3. Without an error it only says that a token is wanted. */
export function bearerChallenge({ realm, error, description, scope, resourceMetadata }: BearerFault): string {
  const attributes = [
    ['realm', realm],
    ['error', error],
    ['error_description', description],
    ['scope', scope],
    // Last, for clients that compare the beginning of the header (SPEC D43).
    ['resource_metadata', resourceMetadata],
  ];
  const written = attributes.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${quote(value)}`]));
  return `${BEARER} ${written.join(', ')}`;
}

/** RFC 7617 §2.1: with the charset, clients know that credentials beyond ASCII are read as UTF-8. */
export function basicChallenge(realm: string): string {
  return `Basic realm=${quote(realm)}, charset="UTF-8"`;
}

/** RFC 6750 §3: no quotation marks, no backslashes, and only printable ASCII, so nothing needs escaping. */
function quote(text: string): string {
  return `"${text.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/gu, '?')}"`;
}
