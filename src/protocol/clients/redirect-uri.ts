/** Redirect URIs: which of them a request may be answered to, and how an answer is written onto one (SPEC D18). */

import { addressGroups } from '../limits.ts';

/** The redirect URI of clients that cannot receive a redirect: the code is shown on a page instead (SPEC D19). */
export const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob';

declare const trusted: unique symbol;

/** A redirect URI that was compared with a registration. Only `trustRedirect` makes one, and only it is redirected to. */
export type TrustedRedirect = string & { readonly [trusted]: true };

/** RFC 8252 §7.3: the only hosts for which plain http is allowed and the port is free. Raw text, never normalised. */
export const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost'] as const;

export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOSTS.some((loopback) => loopback === host);
}

/**
 * RFC 8252 §8.6: an `https` address beyond loopback reaches its owner's server alone, so it assures who asks even where
 * there is no secret. A private-use scheme or a port of the person's own machine can be taken by any program on it.
 */
export function assuresClient(redirect: string): boolean {
  if (!redirect.startsWith('https://') || !URL.canParse(redirect)) return false;
  return !isOwnMachine(new URL(redirect).hostname);
}

/**
 * However it is spelt: `localhost` and the names below it (RFC 6761 §6.3), with or without the dot of the root; 127.0.0.0/8
 * and ::1; the unspecified addresses, which systems take for loopback; and these IPv4 addresses written as IPv6.
 */
export function isOwnMachine(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const groups = addressGroups(name.replace(/^\[|\]$/g, ''));
  if (!groups?.slice(0, 5).every((group) => group === 0) || (groups[5] !== 0 && groups[5] !== 0xffff)) return false;
  const first = (groups[6] ?? 0) >> 8;
  return first === 0 || first === 127;
}

const HIGHEST_PORT = 65535;

/**
 * RFC 9700 §2.1: exact comparison of strings. Parsing both sides would make many different strings equal (upper case,
 * `:443`, `/a/../cb`, soft hyphens), so nothing is parsed.
 */
export function trustRedirect(requested: string, registered: readonly string[]): TrustedRedirect | undefined {
  const isRegistered = registered.some((uri) => uri === requested || differsOnlyInLoopbackPort(requested, uri));
  // The one place where the brand is given.
  return isRegistered ? (requested as TrustedRedirect) : undefined;
}

/** RFC 6749 §3.1.2: a registered query is kept as it is, and ours is appended. RFC 6749 §4.1.2: form-encoded. */
export function redirectWith(redirect: TrustedRedirect, parameters: readonly (readonly [string, string])[]): string {
  const query = parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return query === '' ? redirect : redirect + joint(redirect) + query;
}

interface LoopbackParts {
  readonly host: (typeof LOOPBACK_HOSTS)[number];
  readonly port: string | undefined;
  /** Path and query as they were written; empty, or starting with `/` or `?`. */
  readonly rest: string;
}

/** The parts of a loopback redirect with no port or a valid one; undefined for anything else. */
export function splitLoopback(uri: string): LoopbackParts | undefined {
  const host = LOOPBACK_HOSTS.find((candidate) => uri.startsWith(`http://${candidate}`));
  if (!host) return undefined;
  const after = uri.slice('http://'.length + host.length);
  const port = /^:([1-9][0-9]{0,4})(?![0-9])/.exec(after.slice(0, 7))?.[1];
  if (Number(port) > HIGHEST_PORT) return undefined;
  const rest = after.slice(port === undefined ? 0 : port.length + 1);
  return rest === '' || rest[0] === '/' || rest[0] === '?' ? { host, port, rest } : undefined;
}

/** RFC 8252 §7.3, RFC 9700 §4.1.3: a native app gets its port from the system at the moment it asks. */
function differsOnlyInLoopbackPort(requested: string, registered: string): boolean {
  const asked = splitLoopback(requested);
  const known = splitLoopback(registered);
  return asked !== undefined && known !== undefined && asked.host === known.host && asked.rest === known.rest;
}

function joint(redirect: string): string {
  const query = redirect.indexOf('?');
  if (query === -1) return '?';
  // RFC 3986 §3.4: only the first question mark begins a query; a later one belongs to what is registered.
  return query === redirect.length - 1 || redirect.endsWith('&') ? '' : '&';
}

/** A space becomes %20, not +: form decoders read both alike, and clients that only undo percent signs read it too. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
