/** Reads multipart/form-data: fields only, everything bounded, line ends strict. */
import { isUtf8 } from 'node:buffer';
import { createForm, type Form } from '../protocol/form.ts';
import type { Refusal } from '../protocol/refusal.ts';
import { accept, type Result } from '../protocol/result.ts';
import { type Gathering, gather, malformed, type ParameterLimits, theParameter } from './parameters.ts';
import { readPartHeaders } from './part-headers.ts';

const BOUNDARY_BYTES = 70;
const PART_HEADER_BYTES = 1_024;
/** RFC 2046 §5.1.1: the last character is not a space. */
const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]*[0-9A-Za-z'()+_,./:=?-]$/;

const CR = 0x0d;
const LF = 0x0a;
const DASH = 0x2d;
const NOT_CLOSED = 'The multipart body ends before its closing boundary.';
const NO_DELIMITER = 'The multipart body does not contain its boundary.';
const BAD_DELIMITER = 'A boundary in the multipart body is followed by something other than a line end.';
const BAD_HEAD = `The headers of a part are incomplete or longer than ${PART_HEADER_BYTES} bytes.`;

/** `boundaries`: every boundary parameter of the Content-Type; there has to be exactly one. */
export function readMultipart(
  body: Buffer,
  boundaries: readonly string[],
  limits: ParameterLimits,
): Result<Form, Refusal> {
  const [boundary = '', another] = boundaries;
  if (another !== undefined || boundary.length > BOUNDARY_BYTES || !BOUNDARY.test(boundary)) {
    return malformed(`The Content-Type needs exactly one boundary, of 1 to ${BOUNDARY_BYTES} characters.`);
  }
  const fields = readFields(body, Buffer.from(`\r\n--${boundary}`, 'latin1'), limits);
  return typeof fields === 'string' ? malformed(fields) : accept(createForm(fields.entries));
}

/** The fields, or the sentence that says what is wrong. Each byte is looked at a fixed number of times. */
function readFields(body: Buffer, delimiter: Buffer, limits: ParameterLimits): Gathering | string {
  const gathering: Gathering = { entries: [], limits };
  let at = afterFirstDelimiter(body, delimiter);
  if (at === undefined) return NO_DELIMITER;
  while (!isClosing(body, at)) {
    const head = afterLineEnd(body, at);
    if (head === undefined) return at >= body.length ? NOT_CLOSED : BAD_DELIMITER;
    const headEnd = body.subarray(head, head + PART_HEADER_BYTES).indexOf('\r\n\r\n', 0, 'latin1');
    if (headEnd === -1) return BAD_HEAD;
    const content = head + headEnd + 4;
    // Searched from the empty line on: a part may not lose its own line end to the next boundary.
    const end = body.indexOf(delimiter, content - 2);
    if (end === -1) return NOT_CLOSED;
    if (end < content) return 'A part has no content.';
    const fault = readField(gathering, body.subarray(head, content - 4), body.subarray(content, end));
    if (fault !== undefined) return fault;
    at = end + delimiter.length;
  }
  return endsProperly(body, at + 2) ? gathering : BAD_DELIMITER;
}

/** RFC 2046 §5.1.1: what comes before the first boundary is a preamble, to be ignored. */
function afterFirstDelimiter(body: Buffer, delimiter: Buffer): number | undefined {
  const bare = delimiter.subarray(2);
  if (body.subarray(0, bare.length).equals(bare)) return bare.length;
  const place = body.indexOf(delimiter);
  return place === -1 ? undefined : place + delimiter.length;
}

function isClosing(body: Buffer, at: number): boolean {
  return body[at] === DASH && body[at + 1] === DASH;
}

/** After the closing boundary comes the end, or a line end and an epilogue to be ignored. */
function endsProperly(body: Buffer, at: number): boolean {
  const rest = afterPadding(body, at);
  return rest === body.length || afterLineEnd(body, rest) !== undefined;
}

function afterLineEnd(body: Buffer, at: number): number | undefined {
  const place = afterPadding(body, at);
  return body[place] === CR && body[place + 1] === LF ? place + 2 : undefined;
}

/** RFC 2046 §5.1.1: spaces and tabs may follow a boundary on its line. */
function afterPadding(body: Buffer, at: number): number {
  let place = at;
  while (body[place] === 0x20 || body[place] === 0x09) place += 1;
  return place;
}

function readField(gathering: Gathering, head: Buffer, content: Buffer): string | undefined {
  if (!isUtf8(head)) return 'The headers of a part are not UTF-8.';
  const headers = readPartHeaders(head.toString('utf8'));
  if (typeof headers === 'string') return headers;
  if (!isUtf8(content)) return `${theParameter(headers.name)} is not UTF-8.`;
  const value = content.toString('utf8');
  if (headers.isAscii && value.length !== Buffer.byteLength(value))
    return `${theParameter(headers.name)} is not UTF-8.`;
  return gather(gathering, headers.name, value);
}
