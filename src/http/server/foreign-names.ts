/** The names that a proxy or a caller gave a request, so that log lines can be joined with theirs. */
import type { IncomingHttpHeaders } from 'node:http';
import { scrub } from '../../log/redact.ts';

interface ForeignNames {
  /** `X-Request-Id` as it came. */
  readonly requestId?: string;
  /** The trace of `traceparent` (W3C Trace Context, §3.2.2.3). */
  readonly traceparent?: string;
}

/** What is not well-formed is left out: it was not made to be joined. */
export function foreignNames({ 'x-request-id': id, traceparent }: IncomingHttpHeaders): ForeignNames {
  return {
    ...(isRequestId(id) ? { requestId: id } : {}),
    ...(isTraceparent(traceparent) ? { traceparent } : {}),
  };
}

/**
 * The same as members of a JSON object, each with a comma before it. No character of a well-formed name needs to be escaped.
 * This line is not looked through for secrets as others are, so a name that could hold one of ours is.
 */
export function foreignMembers({ 'x-request-id': id, traceparent }: IncomingHttpHeaders): string {
  const kind = id === undefined ? NOT_OF_THEM : kindOfRequestId(id);
  const byId = kind === NOT_OF_THEM ? '' : `,"requestId":"${kind === PLAIN ? id : scrub(String(id))}"`;
  return isTraceparent(traceparent) ? `${byId},"traceparent":"${traceparent}"` : byId;
}

const LONGEST_REQUEST_ID = 128;
const NOT_OF_THEM = 0;
const PLAIN = 1;
/** All our secrets have one near their beginning (protocol/tokens/token-string.ts). */
const UNDERSCORE = 3;
/** Letters, digits and what identifiers are made of: nothing that would break a line or hide in it. */
const OF_REQUEST_ID = tableOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:/=+~-');
const OF_HEX = tableOf('0123456789abcdef');
const DASH = 45;

type Header = string | readonly string[] | undefined;

function isRequestId(text: Header): text is string {
  return kindOfRequestId(text) !== NOT_OF_THEM;
}

function kindOfRequestId(text: Header): number {
  if (typeof text !== 'string' || text === '' || text.length > LONGEST_REQUEST_ID) return NOT_OF_THEM;
  return kindOf(OF_REQUEST_ID, text, 0, text.length);
}

/** Version, trace, parent, flags: `00-` and 32 digits, `-` and 16 digits, `-01`. */
function isTraceparent(text: Header): text is string {
  if (typeof text !== 'string' || text.length !== 55) return false;
  if (text.charCodeAt(2) !== DASH || text.charCodeAt(35) !== DASH || text.charCodeAt(52) !== DASH) return false;
  if (kindOf(OF_HEX, text, 0, 2) !== PLAIN || kindOf(OF_HEX, text, 3, 35) !== PLAIN) return false;
  return kindOf(OF_HEX, text, 36, 52) === PLAIN && kindOf(OF_HEX, text, 53, 55) === PLAIN;
}

/**
 * Whether all characters are of a table, and an underscore is among them. Takes half of what a regular expression takes,
 * and with a proxy before the service every request is asked twice.
 */
function kindOf(table: Uint8Array, text: string, from: number, to: number): number {
  let kinds = PLAIN;
  for (let place = from; place < to; place += 1) {
    const kind = table[text.charCodeAt(place)];
    if (kind === undefined || kind === NOT_OF_THEM) return NOT_OF_THEM;
    kinds |= kind;
  }
  return kinds;
}

/** By the number of a character. */
function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = character === '_' ? UNDERSCORE : PLAIN;
  return table;
}
