/** Which redirect URIs an application may register (SPEC D18), and which rule each of the others breaks. */

import { accept, type Result, refuse } from '../result.ts';
import { isOwnMachine, LOOPBACK_HOSTS, OUT_OF_BAND, splitLoopback } from './redirect-uri.ts';

/** Which rule a redirect URI breaks; src/pages/text says what to do about it. */
export type RedirectRule =
  | 'empty'
  | 'too_long'
  | 'forbidden_character'
  | 'broken_percent'
  | 'fragment'
  | 'wildcard'
  | 'relative'
  | 'upper_case_scheme'
  | 'forbidden_scheme'
  | 'missing_slash'
  | 'bad_host'
  | 'international_host'
  | 'userinfo'
  | 'bad_port'
  | 'insecure_http'
  | 'own_address'
  | 'reserved_parameter';

export const REDIRECT_URI_MAX_BYTES = 2048;
/** Of one application. */
export const MOST_REDIRECT_URIS = 20;

/** RFC 8252 §8.4, RFC 9700 §4.1.3: schemes with a meaning of their own, which would not hand a code to an app. */
const FORBIDDEN_SCHEMES = new Set(
  (
    'javascript vbscript livescript mocha data file filesystem blob about view-source jar urn intent ' +
    'ftp ftps sftp ws wss mailto tel sms cid mid resource chrome ms-msdt search-ms'
  ).split(' '),
);

const RESERVED_PARAMETERS = ['code', 'state', 'error', 'error_description', 'iss'];

/** Judges a redirect URI for registration. The value is what to store and to compare: ASCII, otherwise as written. */
export function examineRedirectUri(uri: string, ownUrl: string): Result<string, RedirectRule> {
  if (uri === OUT_OF_BAND) return accept(uri);
  const fault = faultOfText(uri) ?? faultOfAddress(uri, ownUrl) ?? faultOfQuery(uri);
  if (fault) return refuse(fault);
  const stored = uri.replace(/[\u{80}-\u{10ffff}]+/gu, encodeURIComponent);
  return stored.length > REDIRECT_URI_MAX_BYTES ? refuse('too_long') : accept(stored);
}

/** What mends an address that breaks one of these rules, so that the others can be looked at. */
const MENDED: { readonly [Rule in RedirectRule]?: (uri: string) => string } = {
  fragment: (uri) => uri.replace(/#.*$/s, ''),
  wildcard: (uri) => uri.replaceAll('*', 'x'),
  broken_percent: (uri) => uri.replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25'),
  upper_case_scheme: (uri) => uri.replace(/^[^:]*/, (scheme) => scheme.toLowerCase()),
  userinfo: (uri) => uri.replace(/\/\/[^/?]*@/, '//'),
  insecure_http: (uri) => uri.replace(/^http:/, 'https:'),
};

/** Every rule that a redirect URI breaks, as far as one does not hide another; none for one that may be registered. */
export function brokenRules(uri: string, ownUrl: string): readonly RedirectRule[] {
  const broken = new Set<RedirectRule>();
  let rest = uri;
  for (;;) {
    const examined = examineRedirectUri(rest, ownUrl);
    if (examined.ok || broken.has(examined.refusal)) return [...broken];
    broken.add(examined.refusal);
    rest = MENDED[examined.refusal]?.(rest) ?? rest;
  }
}

function faultOfText(uri: string): RedirectRule | undefined {
  if (uri === '') return 'empty';
  if (uri.length > REDIRECT_URI_MAX_BYTES) return 'too_long';
  if (!uri.isWellFormed() || /[\p{C}\p{Z}\\"<>^`{|}]/u.test(uri)) return 'forbidden_character';
  if (uri.includes('#')) return 'fragment';
  if (uri.includes('*')) return 'wildcard';
  if (/%(?![0-9A-Fa-f]{2})/.test(uri)) return 'broken_percent';
  return undefined;
}

function faultOfAddress(uri: string, ownUrl: string): RedirectRule | undefined {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(uri)?.[1];
  if (scheme === undefined) return 'relative';
  const name = scheme.toLowerCase();
  if (FORBIDDEN_SCHEMES.has(name)) return 'forbidden_scheme';
  const rest = uri.slice(scheme.length + 1);
  const isWeb = name === 'http' || name === 'https';
  if (isWeb && name !== scheme) return 'upper_case_scheme';
  // This also catches `localhost:3000/cb`, which reads as a scheme called localhost.
  if (!rest.startsWith(isWeb ? '//' : '/')) return 'missing_slash';
  const authority = rest.startsWith('//') ? (/^[^/?]*/.exec(rest.slice(2))?.[0] ?? '') : '';
  if (authority.includes('@')) return 'userinfo';
  if (/[\u{80}-\u{10ffff}]/u.test(authority)) return 'international_host';
  if (isWeb) return faultOfHost(uri, authority) ?? faultOfOrigin(uri, ownUrl);
  // A browser goes nowhere with what it cannot parse, such as a port beyond 65535, whatever the scheme.
  return URL.canParse(uri) ? undefined : 'bad_host';
}

/** The host must be written as a URL parser would write it, so that what people read is where browsers go. */
function faultOfHost(uri: string, authority: string): RedirectRule | undefined {
  if (uri.startsWith('http:')) {
    const isLoopback = LOOPBACK_HOSTS.some((host) => `${authority}:`.startsWith(`${host}:`));
    if (!isLoopback) return 'insecure_http';
    return splitLoopback(uri) ? undefined : 'bad_port';
  }
  if (authority === '' || !URL.canParse(uri)) return 'bad_host';
  const { host } = new URL(uri);
  const written = authority.toLowerCase();
  return written === host || written === `${host}:443` ? undefined : 'bad_host';
}

/** A code sent to ourselves would end in our own logs, and an open page of ours could be made to carry it on. */
function faultOfOrigin(uri: string, ownUrl: string): RedirectRule | undefined {
  return originOf(new URL(uri)) === originOf(new URL(ownUrl)) ? 'own_address' : undefined;
}

/** Host and port, however spelt: the final dot of a host name and the spellings of loopback make no difference. */
function originOf(url: URL): string {
  const host = url.hostname.replace(/\.$/, '');
  return `${isOwnMachine(host) ? 'localhost' : host}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
}

/** RFC 6749 §3.1: no parameter of the answer may appear twice, so the registered part may not hold one of ours. */
function faultOfQuery(uri: string): RedirectRule | undefined {
  const start = uri.indexOf('?');
  const query = new URLSearchParams(start < 0 ? '' : uri.slice(start + 1));
  return RESERVED_PARAMETERS.some((name) => query.has(name)) ? 'reserved_parameter' : undefined;
}
