/** Refuses requests whose target or headers two readers could understand differently. */
import type { IncomingMessage } from 'node:http';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import type { ProblemName } from '../problem.ts';

const URL_CHARACTERS = 16_384;
const SLASH = 0x2f;

type Fault = Extract<ProblemName, 'url_too_long' | 'malformed_request'>;

const SOUND = Object.freeze(accept(null));
const TOO_LONG = Object.freeze(refuse<Fault>('url_too_long'));
const MALFORMED = Object.freeze(refuse<Fault>('malformed_request'));

/** The authorities of a target that name the service at this address, in lower case: a port that goes without saying may be said. */
export function ownAuthorities(url: string): ReadonlySet<string> {
  const { host, port, protocol } = new URL(url);
  return new Set(port === '' ? [host, `${host}:${protocol === 'https:' ? 443 : 80}`] : [host]);
}

/**
 * RFC 9112 §3.2.2: the absolute form, as sent to a proxy, means the path behind an authority of ours. All else comes back as it
 * was sent.
 */
export function originFormOf(target: string, own: ReadonlySet<string>): string {
  if (target.charCodeAt(0) === SLASH) return target;
  const [, authority = '', rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(target) ?? [];
  if (!own.has(authority.toLowerCase())) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

export function checkTarget(target: string, rawHeaders: readonly string[]): Result<null, Fault> {
  if (target.length > URL_CHARACTERS) return TOO_LONG;
  // RFC 9112 §3.2: what is left names another host, or is for CONNECT or `OPTIONS *`.
  if (target.charCodeAt(0) !== SLASH) return MALFORMED;
  return hasDoubtfulHeader(rawHeaders) ? MALFORMED : SOUND;
}

/**
 * The status for a message whose end two readers could find at different places, which is how one request is smuggled behind
 * another; undefined for all others. node:http reads any version, and any coding before `chunked` as if it were not there.
 */
export function framingFault({ httpVersion, headers }: IncomingMessage): 400 | 501 | 505 | undefined {
  const coding = headers['transfer-encoding'];
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 505;
  if (coding === undefined) return undefined;
  // RFC 9112 §6.1: HTTP/1.0 knows no coding. §6.3: without chunked at its end, nobody can tell where a body ends.
  if (httpVersion === '1.0' || !/(?:^|[ \t,])chunked$/i.test(coding)) return 400;
  // RFC 9112 §6.1: a coding that is not understood.
  return coding.length === 'chunked'.length ? undefined : 501;
}

/** RFC 9110 §7.2: a name or an address (RFC 3986 §3.2.2), perhaps with a port; nothing where the target names no host. */
const HOST = /^(?:\[[\w.:%~-]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/;

/**
 * Node keeps the first of two such headers, a proxy in front may keep the last: so neither is believed. A host that is none is
 * read by each in its own way, too.
 */
function hasDoubtfulHeader(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  let types = 0;
  let authorizations = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // The length rules out nearly every other header without making a lower-case copy of it.
    if (name.length === 4 && name.toLowerCase() === 'host') {
      hosts += 1;
      if (!HOST.test(rawHeaders[index + 1] ?? '')) return true;
    } else if (name.length === 12) types += name.toLowerCase() === 'content-type' ? 1 : 0;
    else if (name.length === 13) authorizations += name.toLowerCase() === 'authorization' ? 1 : 0;
  }
  return hosts > 1 || types > 1 || authorizations > 1;
}
