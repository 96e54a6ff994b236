/** Reads the headers of one multipart field: its name, and whether its bytes can be read at all. */
import { parametersNamed, readMediaType } from './media-type.ts';

interface PartHeaders {
  readonly name: string;
  /** True when the part claims an encoding that agrees with UTF-8 in ASCII only. */
  readonly isAscii: boolean;
}

const NO_FILES = 'Files are not accepted here.';
const BAD_HEADER = 'A part has a malformed header.';
const BAD_DISPOSITION = 'A part needs exactly one header Content-Disposition: form-data with a name.';
const BAD_ENCODING = 'A part has an encoding other than UTF-8.';

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** No client sends these; they are tried against programs that keep headers in plain objects. */
const HOSTILE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);
/** Libraries of old label ASCII with these, and the bytes are the same. */
const ASCII_CHARSETS = new Set(['us-ascii', 'ascii', 'iso-8859-1']);
const PLAIN_TRANSFERS = new Set(['7bit', '8bit', 'binary']);

/** What nearly every client sends, read without ado. */
const PLAIN_FIELD = /^Content-Disposition: form-data; name="([A-Za-z0-9_]+)"$/i;

/** The headers, or the sentence that says what is wrong with them. */
export function readPartHeaders(text: string): PartHeaders | string {
  const plainName = PLAIN_FIELD.exec(text)?.[1];
  if (plainName !== undefined) return { name: plainName, isAscii: false };
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (!HEADER_NAME.test(name) || HOSTILE_NAMES.has(name) || line.includes('\r') || line.includes('\n'))
      return BAD_HEADER;
    if (headers.has(name)) return name === 'content-disposition' ? BAD_DISPOSITION : BAD_HEADER;
    // RFC 7578 §4.8: headers other than the three read below are ignored.
    headers.set(name, line.slice(colon + 1).trim());
  }
  const transfer = headers.get('content-transfer-encoding');
  if (transfer !== undefined && !PLAIN_TRANSFERS.has(transfer.toLowerCase())) return BAD_ENCODING;
  const charset = charsetOf(headers.get('content-type'));
  if (charset === undefined) return BAD_ENCODING;
  const name = readDisposition(headers.get('content-disposition') ?? '');
  return typeof name === 'string' ? name : { ...name, isAscii: charset === 'ascii' };
}

function charsetOf(contentType: string | undefined): 'utf-8' | 'ascii' | undefined {
  if (contentType === undefined) return 'utf-8';
  const media = readMediaType(contentType);
  if (media === undefined || media.type.startsWith('multipart/')) return undefined;
  const [charset = 'utf-8', another] = parametersNamed(media, 'charset').map((value) => value.toLowerCase());
  if (another !== undefined) return undefined;
  if (charset === 'utf-8' || charset === 'utf8') return 'utf-8';
  return ASCII_CHARSETS.has(charset) ? 'ascii' : undefined;
}

const DISPOSITION_PARAMETER = /[ \t]*;[ \t]*([A-Za-z*]+)=(?:"([^"\\]*)"|([!#$%&'*+.^_`|~0-9A-Za-z-]+))/y;

function readDisposition(text: string): { readonly name: string } | string {
  if (!/^form-data(?:[ \t;]|$)/i.test(text)) return BAD_DISPOSITION;
  let name: string | undefined;
  let at = 'form-data'.length;
  while (at < text.length) {
    DISPOSITION_PARAMETER.lastIndex = at;
    const match = DISPOSITION_PARAMETER.exec(text);
    const parameter = match?.[1]?.toLowerCase();
    if (parameter === 'filename' || parameter === 'filename*') return NO_FILES;
    if (match === null || parameter !== 'name' || name !== undefined) return BAD_DISPOSITION;
    name = match[2] ?? match[3];
    at = DISPOSITION_PARAMETER.lastIndex;
  }
  return name === undefined ? BAD_DISPOSITION : { name };
}
