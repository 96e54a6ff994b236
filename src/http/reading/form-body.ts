/** Reads the parameters of a request, whatever they are encoded in, as one flat form (SPEC D16). */
import type { Settings } from '../../config.ts';
import { createForm, type Form } from '../../protocol/form.ts';
import type { Refusal } from '../../protocol/refusal.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import type { Request } from '../route.ts';
import { readFlatJson } from './flat-json.ts';
import { isLabelledAscii, type MediaType, parametersNamed, readMediaType } from './media-type.ts';
import { type FileForm, readFileForm, readMultipart } from './multipart.ts';
import { FILE_FORM_LIMITS, isAscii, malformed, mislabelled, PAGE_LIMITS, TOKEN_LIMITS } from './parameters.ts';
import { readUrlencoded, readUrlencodedBody } from './urlencoded.ts';

const URLENCODED = 'application/x-www-form-urlencoded';
const UNSUPPORTED = refuse<Refusal>({ reason: 'media_type_unsupported' });

/**
 * For endpoints that programs call. What the parameters mean never depends on how they were encoded. JSON alone has more than
 * strings to say: there the endpoint has to tell which parameters are `known` to it.
 */
export function readForm(
  request: Request,
  settings: Pick<Settings, 'tokenQuery'>,
  known: ReadonlySet<string>,
): Result<Form, Refusal> {
  const { body, rawQuery, headers } = request;
  // Some clients send everything in the query and nothing in the body; the query counts only then.
  if (body.length === 0) return readUrlencoded(settings.tokenQuery ? rawQuery : '', TOKEN_LIMITS);
  const type = headers['content-type'];
  if (type === URLENCODED) return readTokenForm(body);
  const media = readUtf8MediaType(type);
  switch (media?.type) {
    case URLENCODED:
      return readTokenForm(body);
    case 'multipart/form-data':
      return readMultipart(body, media, TOKEN_LIMITS);
    case 'application/json':
      return readFlatJson(body, TOKEN_LIMITS, known);
    default:
      return readAsciiForm(body, type);
  }
}

/**
 * The commonest slip of programs written by hand: `curl -d` and wrappers around fetch label JSON, or parts, as a form. Read as
 * one it would have no client in it, or a name that is too long, and the answer would lead away from the fault.
 */
function readTokenForm(body: Buffer): Result<Form, Refusal> {
  const other = otherThanForm(body);
  return other === undefined ? readUrlencodedBody(body, TOKEN_LIMITS) : malformed(mislabelled(other, URLENCODED));
}

/** No form begins with any of these: braces are percent-encoded there, and lines end nowhere. */
function otherThanForm(body: Buffer): string | undefined {
  const first = body[0] ?? 0;
  if (first !== OPENING_BRACE && first !== DASH && first > SPACE) return undefined;
  const text = body.toString('latin1').trim();
  if (text.startsWith('{') && text.endsWith('}')) return 'JSON';
  return /^--[^\r\n]*\r?\ncontent-disposition:/i.test(text) ? 'multipart/form-data' : undefined;
}

const OPENING_BRACE = 0x7b;
const DASH = 0x2d;
const SPACE = 0x20;

/**
 * A form that is labelled as something that UTF-8 is not, such as by the HttpClient of Apache for Java, which says ISO-8859-1
 * unless told otherwise: taken where both read it alike.
 */
function readAsciiForm(body: Buffer, type: string | undefined): Result<Form, Refusal> {
  const media = type === undefined ? undefined : readMediaType(type);
  if (media?.type !== URLENCODED || !isLabelledAscii(media)) return UNSUPPORTED;
  const form = readTokenForm(body);
  if (!form.ok) return form;
  return form.value.entries.every(([name, value]) => isAscii(name) && isAscii(value)) ? form : UNSUPPORTED;
}

/** For the forms of our own pages, which browsers send urlencoded. */
export function readPageForm(request: Request): Result<Form, Refusal> {
  const { body, headers } = request;
  if (body.length === 0) return accept(createForm([]));
  const media = readUtf8MediaType(headers['content-type']);
  return media?.type === URLENCODED ? readUrlencodedBody(body, PAGE_LIMITS) : UNSUPPORTED;
}

/** For the form of our own pages that carries a file, which browsers send as multipart; it is accepted nowhere else. */
export function readPageFile({ body, headers }: Request, fileField: string): Result<FileForm, Refusal> {
  const media = readMediaType(headers['content-type'] ?? '');
  if (media?.type !== 'multipart/form-data') return UNSUPPORTED;
  return readFileForm(body, media, { ...FILE_FORM_LIMITS, fileField });
}

function readUtf8MediaType(text: string | undefined): MediaType | undefined {
  const media = text === undefined ? undefined : readMediaType(text);
  if (media === undefined) return undefined;
  const charsets = parametersNamed(media, 'charset').map((charset) => charset.toLowerCase());
  if (charsets.length > 1) return undefined;
  return charsets.every((charset) => charset === 'utf-8' || charset === 'utf8') ? media : undefined;
}
