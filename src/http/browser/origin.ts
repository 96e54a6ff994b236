/** Whether a form was sent by a page of our own, as far as the browser says. */
import type { Request } from '../route.ts';

/**
 * For POSTs to pages, beside the form token. Browsers set both headers themselves; a request without them is judged by
 * the token alone. Our own pages send `Origin: null`, since they ask browsers to send no referrer; that is accepted only
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

/** The same where no token can be judged: a browser that does not say who sends is not believed. */
export function isSurelyOwnOrigin(request: Request, url: string): boolean {
  const { 'sec-fetch-site': site, origin = 'null' } = request.headers;
  return isOwnOrigin(request, url) && (site === 'same-origin' || origin !== 'null');
}
