/** Reads multipart/form-data: one strict, bounded tokenizer, a reader of fields and a reader of files. */
import { isUtf8 } from 'node:buffer';
import { createForm, type Form, theParameter } from '../../protocol/form.ts';
import type { Refusal } from '../../protocol/refusal.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { isLabelledAscii, type MediaType, parametersNamed, readMediaType } from './media-type.ts';
import { type Gathering, gather, isAscii, malformed, type ParameterLimits } from './parameters.ts';

const BOUNDARY_CHARACTERS = 70;
const HEAD_CHARACTERS = 1_024;
/** RFC 2046 §5.1.1: the last character is not a space. */
const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]*[0-9A-Za-z'()+_,./:=?-]$/;

const NOT_UTF8 = 'The request body is not UTF-8.';
const BAD_BOUNDARY = `The Content-Type needs exactly one boundary, of 1 to ${BOUNDARY_CHARACTERS} characters.`;
const NOT_CLOSED = 'The multipart body ends before its closing boundary.';
const NO_DELIMITER = 'The multipart body does not contain its boundary.';
const BAD_DELIMITER = 'A boundary in the multipart body is followed by something other than a line end.';
const BAD_HEAD = `The headers of a part are incomplete or longer than ${HEAD_CHARACTERS} characters.`;

/** For endpoints that programs call: fields only, and no files. */
export function readMultipart(body: Buffer, media: MediaType, limits: ParameterLimits): Result<Form, Refusal> {
  const boundary = readBoundary(media);
  if (!boundary.ok) return boundary;
  // Only fields are accepted, so the whole of it is text and can be decoded at once.
  if (!isUtf8(body)) return malformed(NOT_UTF8);
  const text = body.toString('utf8');
  const parts = readParts(text, boundary.value, limits.count);
  if (!parts.ok) return parts;
  const gathering: Gathering = { entries: [], limits };
  for (const { isFile, name, charset, start, end } of parts.value) {
    const value = text.slice(start, end);
    if (isFile) return malformed('Files are not accepted here.');
    if (charset === undefined) return malformed('A part has an encoding other than UTF-8.');
    if (charset === 'ascii' && !isAscii(value)) return malformed(`${theParameter(name)} is not UTF-8.`);
    const gathered = gather(gathering, name, value);
    if (!gathered.ok) return gathered;
  }
  return accept(createForm(gathering.entries));
}

export interface FileForm {
  readonly fields: Form;
  /** Those sent as the field. What they are called and claim to be is not looked at: their bytes are judged. */
  readonly files: readonly Buffer[];
}

/** For our own pages that send files, as the field `fileField`. */
export function readFileForm(
  body: Buffer,
  media: MediaType,
  { fileField, ...limits }: ParameterLimits & { readonly fileField: string },
): Result<FileForm, Refusal> {
  const boundary = readBoundary(media);
  if (!boundary.ok) return boundary;
  // One character for each byte, so that places in the text are places in the body.
  const parts = readParts(body.toString('latin1'), boundary.value, limits.count);
  if (!parts.ok) return parts;
  const gathering: Gathering = { entries: [], limits };
  const files: Buffer[] = [];
  for (const { isFile, name, start, end } of parts.value) {
    const content = body.subarray(start, end);
    if (!isFile) {
      const gathered = isUtf8(content) ? gather(gathering, name, content.toString('utf8')) : malformed(NOT_UTF8);
      if (!gathered.ok) return gathered;
    } else if (name === fileField) files.push(content);
  }
  return accept({ fields: createForm(gathering.entries), files });
}

function readBoundary(media: MediaType): Result<string, Refusal> {
  const [boundary = '', another] = parametersNamed(media, 'boundary');
  const isOne = another === undefined && boundary.length <= BOUNDARY_CHARACTERS && BOUNDARY.test(boundary);
  return isOne ? accept(boundary) : malformed(BAD_BOUNDARY);
}

/** The headers of a part, and where its content begins and ends. */
interface Part extends PartHeaders {
  readonly start: number;
  readonly end: number;
}

/** Every search goes on where the last one ended, so it takes linear time. */
function readParts(text: string, boundary: string, most: number): Result<readonly Part[], Refusal> {
  const delimiter = `\r\n--${boundary}`;
  const parts: Part[] = [];
  let at = afterFirstDelimiter(text, delimiter);
  if (at === undefined) return malformed(NO_DELIMITER);
  while (!text.startsWith('--', at)) {
    const head = afterLineEnd(text, at);
    if (head === undefined) return malformed(at >= text.length ? NOT_CLOSED : BAD_DELIMITER);
    const headEnd = text.indexOf('\r\n\r\n', head);
    if (headEnd === -1 || headEnd - head > HEAD_CHARACTERS) return malformed(BAD_HEAD);
    const start = headEnd + 4;
    // Searched from the empty line on: a part may not lose its own line end to the next boundary.
    const end = text.indexOf(delimiter, start - 2);
    if (end === -1) return malformed(NOT_CLOSED);
    if (end < start) return malformed('A part has no content.');
    if (parts.length >= most) return malformed(`More than ${most} parameters were sent.`);
    const headers = readPartHeaders(text.slice(head, headEnd));
    if (!headers.ok) return headers;
    parts.push({ ...headers.value, start, end });
    at = end + delimiter.length;
  }
  return endsProperly(text, at + 2) ? accept(parts) : malformed(BAD_DELIMITER);
}

/** RFC 2046 §5.1.1: what comes before the first boundary is a preamble, to be ignored. */
function afterFirstDelimiter(text: string, delimiter: string): number | undefined {
  const bare = delimiter.slice(2);
  if (text.startsWith(bare)) return bare.length;
  const place = text.indexOf(delimiter);
  return place === -1 ? undefined : place + delimiter.length;
}

/** After the closing boundary comes the end, or a line end and an epilogue to be ignored. */
function endsProperly(text: string, at: number): boolean {
  return afterPadding(text, at) === text.length || afterLineEnd(text, at) !== undefined;
}

function afterLineEnd(text: string, at: number): number | undefined {
  const place = afterPadding(text, at);
  return text.startsWith('\r\n', place) ? place + 2 : undefined;
}

/** RFC 2046 §5.1.1: spaces and tabs may follow a boundary on its line. */
function afterPadding(text: string, at: number): number {
  let place = at;
  while (text[place] === ' ' || text[place] === '\t') place += 1;
  return place;
}

interface PartHeaders {
  readonly name: string;
  readonly isFile: boolean;
  /** `ascii`: an encoding that agrees with UTF-8 in ASCII only. Undefined for one that agrees in nothing. */
  readonly charset: 'utf-8' | 'ascii' | undefined;
}

const BAD_HEADER = 'A part has a malformed header.';
const BAD_DISPOSITION = 'A part needs exactly one header Content-Disposition: form-data with a name.';

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** No client sends these; they are tried against programs that keep headers in plain objects. */
const HOSTILE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);
const PLAIN_TRANSFERS = new Set(['7bit', '8bit', 'binary']);

/** What nearly every client sends. */
const PLAIN_FIELD = /^Content-Disposition: form-data; name="([A-Za-z0-9_]+)"$/i;

function readPartHeaders(text: string): Result<PartHeaders, Refusal> {
  const plainName = PLAIN_FIELD.exec(text)?.[1];
  if (plainName !== undefined) return accept({ name: plainName, isFile: false, charset: 'utf-8' });
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (!HEADER_NAME.test(name) || HOSTILE_NAMES.has(name) || line.includes('\r') || line.includes('\n')) {
      return malformed(BAD_HEADER);
    }
    if (headers.has(name)) return malformed(name === 'content-disposition' ? BAD_DISPOSITION : BAD_HEADER);
    // RFC 7578 §4.8: headers other than the three read below are ignored.
    headers.set(name, line.slice(colon + 1).trim());
  }
  const named = readDisposition(headers.get('content-disposition') ?? '');
  if (!named.ok) return named;
  const isPlain = PLAIN_TRANSFERS.has((headers.get('content-transfer-encoding') ?? 'binary').toLowerCase());
  return accept({ ...named.value, charset: isPlain ? charsetOf(headers.get('content-type')) : undefined });
}

function charsetOf(contentType: string | undefined): PartHeaders['charset'] {
  if (contentType === undefined) return 'utf-8';
  const media = readMediaType(contentType);
  if (media === undefined || media.type.startsWith('multipart/')) return undefined;
  const [charset = 'utf-8', another] = parametersNamed(media, 'charset').map((value) => value.toLowerCase());
  if (another !== undefined) return undefined;
  if (charset === 'utf-8' || charset === 'utf8') return 'utf-8';
  return isLabelledAscii(media) ? 'ascii' : undefined;
}

const DISPOSITION_PARAMETER = /[ \t]*;[ \t]*([A-Za-z*]+)=(?:"([^"]*)"|([!#$%&'*+.^_`|~0-9A-Za-z-]+))/y;

function readDisposition(text: string): Result<Pick<PartHeaders, 'name' | 'isFile'>, Refusal> {
  if (!/^form-data(?:[ \t;]|$)/i.test(text)) return malformed(BAD_DISPOSITION);
  const found = new Map<string, string>();
  let at = 'form-data'.length;
  while (at < text.length) {
    DISPOSITION_PARAMETER.lastIndex = at;
    const [whole = '', parameter = '', quoted, bare = ''] = DISPOSITION_PARAMETER.exec(text) ?? [];
    const name = parameter.toLowerCase();
    if (!/^(?:name|filename\*?)$/.test(name) || found.has(name)) return malformed(BAD_DISPOSITION);
    found.set(name, quoted ?? bare);
    at += whole.length;
  }
  const name = found.get('name');
  // Names of files may contain a backslash as it is; in a name it would be the beginning of an escape.
  if (name === undefined || name.includes('\\')) return malformed(BAD_DISPOSITION);
  return accept({ name, isFile: found.has('filename') || found.has('filename*') });
}
