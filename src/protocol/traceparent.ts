/** `traceparent` (W3C Trace Context §3.2): which trace a request belongs to, and how a call that it causes goes on with it. */

const LENGTH = 55;
const DASH = 45;
const NOT_HEX = 0;
/** Nothing but zeros, and a digit that is none. */
const ZERO = 1;
const SOME = 3;
const KINDS = kindsOfHex();
/** W3C Trace Context §3.2.2.5: sampled, and whether the trace was chosen at random. Others have no meaning yet and are not passed on. */
const KNOWN_FLAGS = 3;
/** W3C Trace Context §3.2.4: of a version that is not known here, this flag alone is understood. */
const SAMPLED = 1;
const PARENT_BYTES = 8;

type Header = string | readonly string[] | undefined;

/**
 * The first 55 characters as they came: version, trace, parent and flags (`00-`, 32 digits, `-`, 16 digits, `-01`). Undefined
 * where they are not well-formed, or where the trace or its parent is nothing but zeros. A later version may have more behind
 * another dash (W3C Trace Context §3.2.4); `ff` is none.
 */
export function readTraceparent(header: Header): string | undefined {
  if (typeof header !== 'string' || !hasPlaces(header)) return undefined;
  const isKnown = header.startsWith('00');
  if (header.length > LENGTH && (isKnown || header.charCodeAt(LENGTH) !== DASH)) return undefined;
  if (hexIn(header, 0, 2) === NOT_HEX || header.startsWith('ff')) return undefined;
  if (hexIn(header, 3, 35) !== SOME || hexIn(header, 36, 52) !== SOME) return undefined;
  if (hexIn(header, 53, LENGTH) === NOT_HEX) return undefined;
  return header.length === LENGTH ? header : header.slice(0, LENGTH);
}

/** The same trace for a call of ours, which gets a name of its own in it. What is given is what `readTraceparent` answered. */
export function continueTrace(traceparent: string, randomBytes: (count: number) => Buffer): string {
  const parent = Buffer.from(randomBytes(PARENT_BYTES));
  // W3C Trace Context §3.2.2.4: nothing but zeros names nothing.
  parent.writeUInt8(parent.readUInt8(PARENT_BYTES - 1) | 1, PARENT_BYTES - 1);
  const understood = traceparent.startsWith('00') ? KNOWN_FLAGS : SAMPLED;
  const flags = Number.parseInt(traceparent.slice(53), 16) & understood;
  return `00-${traceparent.slice(3, 35)}-${parent.toString('hex')}-0${flags}`;
}

function hasPlaces(text: string): boolean {
  if (text.length < LENGTH || text.charCodeAt(2) !== DASH) return false;
  return text.charCodeAt(35) === DASH && text.charCodeAt(52) === DASH;
}

/** Takes half of what a regular expression takes, and with a proxy before the service every request is asked. */
function hexIn(text: string, from: number, to: number): number {
  let seen = ZERO;
  for (let place = from; place < to; place += 1) {
    const kind = KINDS[text.charCodeAt(place)];
    if (kind === undefined || kind === NOT_HEX) return NOT_HEX;
    seen |= kind;
  }
  return seen;
}

/** By the number of a character; digits of lower case alone. */
function kindsOfHex(): Uint8Array {
  const kinds = new Uint8Array(128);
  for (const digit of '0123456789abcdef') kinds[digit.charCodeAt(0)] = digit === '0' ? ZERO : SOME;
  return kinds;
}
