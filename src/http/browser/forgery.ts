/** Tells forms of our own pages from forged ones: by a token bound to the browser, and by where it says they come from. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request } from '../route.ts';

/**
 * `secret` is the value of a cookie that only this browser and we know; `purpose` names the form (`consent`), so that
 * a token seen in one form is worth nothing in another.
 */
export function formToken(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}

export function isFormToken(secret: string, purpose: string, presented: string | undefined): boolean {
  if (secret === '' || presented === undefined) return false;
  const expected = Buffer.from(formToken(secret, purpose));
  const given = Buffer.from(presented);
  // The length of a token is no secret; its bytes are compared in constant time.
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * For POSTs to pages, beside the form token. Browsers set both headers themselves; a request without them is left to the
 * token. Our own pages send `Origin: null`, since they ask browsers to send no referrer; from there it is believed only
 * together with Sec-Fetch-Site, which says that the sender was this very origin.
 */
export function isOwnOrigin(request: Request, url: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = request.headers;
  if (origin === undefined) return true;
  if (origin === 'null') return site === 'same-origin';
  return origin === new URL(url).origin;
}
