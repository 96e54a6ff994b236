/** Refuses requests whose target or headers two readers could understand differently. */
import { accept, type Result, refuse } from '../../protocol/result.ts';
import type { ProblemName } from '../problem.ts';

const URL_CHARACTERS = 16_384;
const SLASH = 0x2f;

type Fault = Extract<ProblemName, 'url_too_long' | 'malformed_request'>;

const SOUND = Object.freeze(accept(null));
const TOO_LONG = Object.freeze(refuse<Fault>('url_too_long'));
const MALFORMED = Object.freeze(refuse<Fault>('malformed_request'));

export function checkTarget(target: string, rawHeaders: readonly string[]): Result<null, Fault> {
  if (target.length > URL_CHARACTERS) return TOO_LONG;
  // RFC 9112 §3.2: only the origin form names something of ours; the others are for proxies, CONNECT and `OPTIONS *`.
  if (target.charCodeAt(0) !== SLASH) return MALFORMED;
  return hasDoubledHeader(rawHeaders) ? MALFORMED : SOUND;
}

/** Node keeps the first of two such headers, a proxy in front may keep the last: so neither is believed. */
function hasDoubledHeader(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  let types = 0;
  let authorizations = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // The length rules out nearly every other header without making a lower-case copy of it.
    if (name.length === 4) hosts += name.toLowerCase() === 'host' ? 1 : 0;
    else if (name.length === 12) types += name.toLowerCase() === 'content-type' ? 1 : 0;
    else if (name.length === 13) authorizations += name.toLowerCase() === 'authorization' ? 1 : 0;
  }
  return hosts > 1 || types > 1 || authorizations > 1;
}
