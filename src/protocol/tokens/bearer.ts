/** Reads the bearer token out of an Authorization header (RFC 6750 §2.1). */

type PresentedToken =
  | { readonly kind: 'absent' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'token'; readonly token: string };

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
