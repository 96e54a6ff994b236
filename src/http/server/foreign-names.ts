/** The names that a proxy or a caller gave a request, so that log lines can be joined with theirs. */
import { scrub } from '../../log/redact.ts';
import type { Request } from '../route.ts';

interface ForeignNames {
  /** `X-Request-Id` as it came. */
  readonly requestId?: string;
  /** `traceparent` of W3C Trace Context. */
  readonly traceparent?: string;
}

type Named = Pick<Request, 'headers' | 'source'>;

/** What is not well-formed is left out: it was not made to be joined. */
export function foreignNames({ headers: { 'x-request-id': id }, source: { traceparent } }: Named): ForeignNames {
  return {
    ...(isRequestId(id) ? { requestId: id } : {}),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/**
 * The same as members of a JSON object, each with a comma before it. No character of a well-formed name needs to be escaped.
 * This line is not looked through for secrets as others are, so a name that could hold one of ours is.
 */
export function foreignMembers({ headers: { 'x-request-id': id }, source: { traceparent } }: Named): string {
  const kind = id === undefined ? NOT_OF_THEM : kindOfRequestId(id);
  const byId = kind === NOT_OF_THEM ? '' : `,"requestId":"${kind === PLAIN ? id : scrub(String(id))}"`;
  return traceparent === undefined ? byId : `${byId},"traceparent":"${traceparent}"`;
}

const LONGEST_REQUEST_ID = 128;
const NOT_OF_THEM = 0;
const PLAIN = 1;
/** All our secrets have one near their beginning (protocol/tokens/token-string.ts). */
const UNDERSCORE = 3;
/** Letters, digits and what identifiers are made of: nothing that would break a line or hide in it. */
const OF_REQUEST_ID = tableOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:/=+~-');

type Header = string | readonly string[] | undefined;

function isRequestId(text: Header): text is string {
  return kindOfRequestId(text) !== NOT_OF_THEM;
}

function kindOfRequestId(text: Header): number {
  if (typeof text !== 'string' || text === '' || text.length > LONGEST_REQUEST_ID) return NOT_OF_THEM;
  return kindOf(text);
}

/**
 * Whether all characters are of the table, and an underscore is among them. Takes half of what a regular expression takes,
 * and with a proxy before the service every request is asked.
 */
function kindOf(text: string): number {
  let kinds = PLAIN;
  for (let place = 0; place < text.length; place += 1) {
    const kind = OF_REQUEST_ID[text.charCodeAt(place)];
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
