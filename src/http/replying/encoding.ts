/** Compression of answers: which encoding a client takes, and pages made smaller for it. */
import type { IncomingHttpHeaders } from 'node:http';
import { constants, gzipSync } from 'node:zlib';
import type { Reply } from '../route.ts';

export type Encoding = 'br' | 'gzip';

/** Below this a packet carries it anyway; above, compressing would hold the event loop for milliseconds. */
const SMALLEST_CHARACTERS = 1024;
const LARGEST_CHARACTERS = 262_144;
const VARY = 'Accept-Encoding';
/** Browsers send some twenty characters. What is longer was not made to be read, and reading it is not free. */
const LONGEST_HEADER = 1024;
const LEVEL = { level: constants.Z_DEFAULT_COMPRESSION };

/** The first of those offered that the client takes (RFC 9110 §12.5.3); null to send it as it is. */
export function chooseEncoding(accepted: string | undefined, offered: readonly Encoding[]): Encoding | null {
  if (accepted === undefined || accepted.length > LONGEST_HEADER) return null;
  const weights = new Map(accepted.toLowerCase().split(',').map(readPreference));
  const takes = (name: Encoding) =>
    (weights.get(name) ?? (name === 'gzip' ? weights.get('x-gzip') : undefined) ?? weights.get('*') ?? 0) > 0;
  return offered.find(takes) ?? null;
}

function readPreference(text: string): [name: string, weight: number] {
  const [name = '', ...terms] = text.split(';').map((term) => term.trim());
  const weight = terms.find((term) => term.startsWith('q='));
  return [name, weight === undefined ? 1 : Number(weight.slice(2))];
}

/** The page as its reader takes it: compressed, or as it was written. */
export function compressPage(headers: IncomingHttpHeaders, reply: Reply): Reply {
  const { body } = reply;
  if (typeof body !== 'string' || body.length < SMALLEST_CHARACTERS || body.length > LARGEST_CHARACTERS) return reply;
  const encoding = isAskedByOthers(headers) ? null : chooseEncoding(headers['accept-encoding'], ['gzip']);
  if (encoding === null) return { ...reply, headers: { ...reply.headers, Vary: VARY } };
  return { ...reply, headers: { ...reply.headers, ...encodingHeaders(encoding) }, body: gzipSync(body, LEVEL) };
}

export function encodingHeaders(encoding: Encoding | null): Readonly<Record<string, string>> {
  return encoding === null ? { Vary: VARY } : { 'Content-Encoding': encoding, Vary: VARY };
}

/**
 * Another site made a browser ask for a page of the person who is signed in there. Who can choose what such a page repeats
 * and see the length of the answer could guess the rest of it letter by letter (BREACH). Every seal in a page looks different each
 * time; names and addresses do not.
 */
function isAskedByOthers({ cookie, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return cookie !== undefined && (site === 'cross-site' || site === 'same-site');
}
