/** Reads multipart/form-data: fields only, everything bounded, line ends strict. */

import { isUtf8 } from 'node:buffer';
import { createForm, type Form, theParameter } from '../../protocol/form.ts';
import type { Refusal } from '../../protocol/refusal.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { type Gathering, gather, malformed, type ParameterLimits } from './parameters.ts';
import { readPartHeaders } from './part-headers.ts';

const BOUNDARY_CHARACTERS = 70;
const HEAD_CHARACTERS = 1_024;
/** RFC 2046 §5.1.1: the last character is not a space. */
const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]*[0-9A-Za-z'()+_,./:=?-]$/;
const ASCII = /^[\x20-\x7e]*$/;

const NOT_CLOSED = 'The multipart body ends before its closing boundary.';
const NO_DELIMITER = 'The multipart body does not contain its boundary.';
const BAD_DELIMITER = 'A boundary in the multipart body is followed by something other than a line end.';
const BAD_HEAD = `The headers of a part are incomplete or longer than ${HEAD_CHARACTERS} characters.`;

/** `boundaries`: every boundary parameter of the Content-Type; there has to be exactly one. */
export function readMultipart(
  body: Buffer,
  boundaries: readonly string[],
  limits: ParameterLimits,
): Result<Form, Refusal> {
  const [boundary = '', another] = boundaries;
  if (another !== undefined || boundary.length > BOUNDARY_CHARACTERS || !BOUNDARY.test(boundary)) {
    return malformed(`The Content-Type needs exactly one boundary, of 1 to ${BOUNDARY_CHARACTERS} characters.`);
  }
  // Only fields are accepted, so the whole of it is text and can be decoded at once.
  if (!isUtf8(body)) return malformed('The request body is not UTF-8.');
  const fields = readFields(body.toString('utf8'), `\r\n--${boundary}`, limits);
  return typeof fields === 'string' ? malformed(fields) : accept(createForm(fields.entries));
}

/** The fields, or the sentence that says what is wrong. Every search goes on where the last one ended. */
function readFields(text: string, delimiter: string, limits: ParameterLimits): Gathering | string {
  const gathering: Gathering = { entries: [], limits };
  let at = afterFirstDelimiter(text, delimiter);
  if (at === undefined) return NO_DELIMITER;
  while (!text.startsWith('--', at)) {
    const head = afterLineEnd(text, at);
    if (head === undefined) return at >= text.length ? NOT_CLOSED : BAD_DELIMITER;
    const headEnd = text.indexOf('\r\n\r\n', head);
    if (headEnd === -1 || headEnd - head > HEAD_CHARACTERS) return BAD_HEAD;
    const content = headEnd + 4;
    // Searched from the empty line on: a part may not lose its own line end to the next boundary.
    const end = text.indexOf(delimiter, content - 2);
    if (end === -1) return NOT_CLOSED;
    if (end < content) return 'A part has no content.';
    const fault = readField(gathering, text.slice(head, headEnd), text.slice(content, end));
    if (fault !== undefined) return fault;
    at = end + delimiter.length;
  }
  return endsProperly(text, at + 2) ? gathering : BAD_DELIMITER;
}

function readField(gathering: Gathering, head: string, value: string): string | undefined {
  const headers = readPartHeaders(head);
  if (typeof headers === 'string') return headers;
  if (headers.isAscii && !ASCII.test(value)) return `${theParameter(headers.name)} is not UTF-8.`;
  return gather(gathering, headers.name, value);
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
