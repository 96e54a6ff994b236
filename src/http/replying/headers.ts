/** The headers that every answer of a kind carries, written once at the start. */
import type { Settings } from '../../config.ts';
import type { Kind } from '../route.ts';

export interface HeaderSet {
  /** Name, value, name, value: the form that node:http writes without another copy. */
  readonly flat: readonly string[];
  /** Where in `flat` the value of a name (in lower case) stands, so that a reply can put another in its place. */
  readonly places: ReadonlyMap<string, number>;
  /** The whole list for replies whose own headers never change, by those headers. */
  readonly merged: WeakMap<object, readonly string[]>;
  /** The same as it goes over the wire, by those headers; null where node:http has to look at them. */
  readonly texts: WeakMap<object, string | null>;
  /** What goes before the body of replies that never change, by the reply. */
  readonly prepared: WeakMap<object, Prepared>;
  /** Whether the answers of this kind are long texts that are made smaller on their way. */
  readonly isCompressed: boolean;
}

export interface Prepared {
  /** The headers of its kind and its own, checked and put into words; null where node:http does that for each answer. */
  readonly text: string | null;
  /** Its length as a header: name and value, or nothing where it carries none. */
  readonly length: readonly string[];
  readonly encoding: 'latin1' | 'utf8';
}

export type HeaderSets = Readonly<Record<Kind, HeaderSet>>;

const PAGE_SOURCES =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; base-uri 'none'; frame-ancestors 'none'";

const PAGE_POLICY = `${PAGE_SOURCES}; form-action 'self'`;

/** For a page that fetches itself again while it is open, to show what is new. */
export const LIVE_POLICY = `${PAGE_POLICY}; connect-src 'self'`;

const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * For a page whose form may end at a client: the consent page, and the sign-in page in front of it. Chromium applies
 * form-action to every redirect that follows a form, also to those of the client's own callback (tried with Chromium
 * 147), and where a client on the web sends its user next is not ours to limit. A private-use scheme leaves the
 * browser, so no redirect follows it.
 */
export function consentPolicy(redirectUri: string): string {
  const target = URL.parse(redirectUri);
  if (target === null) return PAGE_POLICY;
  // The grammar of CSP's scheme-source is that of RFC 3986 §3.1, which is what URL.protocol yields.
  if (target.protocol !== 'https:' && target.protocol !== 'http:') return `${PAGE_POLICY} ${target.protocol}`;
  const onward = target.protocol === 'https:' ? 'https:' : 'http: https:';
  return HOST_SOURCE.test(target.origin) ? `${PAGE_POLICY} ${target.origin} ${onward}` : `${PAGE_POLICY} ${onward}`;
}

/** For a page whose script asks this service for what is new. */
export function followingPolicy(): string {
  return `${PAGE_POLICY}; connect-src 'self'`;
}

/** CSP has no grammar for IPv6 addresses, and a host may hold nothing that could end a directive. */
const HOST_SOURCE = /^https?:\/\/[a-z0-9.-]+(:\d+)?$/;

export function createHeaderSets(settings: Pick<Settings, 'url'>): HeaderSets {
  const everywhere: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  };
  if (settings.url.startsWith('https:')) {
    everywhere['Strict-Transport-Security'] = 'max-age=63072000; includeSubDomains';
  }
  const own = { ...everywhere, 'Cross-Origin-Resource-Policy': 'same-origin' };
  // RFC 6749 §5.1 asks for both of these on every answer that carries a token.
  const uncached = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };
  const program = { 'Content-Security-Policy': NO_CONTENT_POLICY, ...uncached };
  return {
    page: {
      ...headerSet({
        ...own,
        'Content-Security-Policy': PAGE_POLICY,
        'X-Frame-Options': 'DENY',
        'Cache-Control': 'no-store',
      }),
      isCompressed: true,
    },
    api: headerSet({ ...own, ...program }),
    'open-api': headerSet({
      ...everywhere,
      ...program,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After, X-Request-Id',
    }),
    asset: headerSet({
      ...own,
      'Content-Security-Policy': NO_CONTENT_POLICY,
      'Cache-Control': 'public, max-age=31536000, immutable',
    }),
    health: headerSet({ ...own, ...program }),
  };
}

/** What a browser asks before it lets a page of another origin call an `open-api` route. */
export function preflightHeaders(methods: string): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': methods,
    // A star does not cover Authorization; the other names are for browsers that do not know the star.
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, User-Agent, *',
    'Access-Control-Max-Age': '86400',
  };
}

function headerSet(headers: Record<string, string>): HeaderSet {
  const flat: string[] = [];
  const places = new Map<string, number>();
  for (const [name, value] of Object.entries(headers)) {
    flat.push(name, value);
    places.set(name.toLowerCase(), flat.length - 1);
  }
  return { flat, places, merged: new WeakMap(), texts: new WeakMap(), prepared: new WeakMap(), isCompressed: false };
}
