/** Reads a form that carries one file: its own small reader, so that files are accepted nowhere else. */
import { accept, type Result, refuse } from '../../protocol/result.ts';
import { parametersNamed, readMediaType } from '../reading/media-type.ts';
import type { Reply, Request } from '../route.ts';
import { isOwnOrigin } from './guarded-form.ts';
import { problemReply } from './page.ts';
import type { Visitor } from './visitor.ts';

/** A form token and a file; one more is somebody else's form. */
const MOST_PARTS = 4;
const HEAD_CHARACTERS = 1024;
const BOUNDARY = /^[0-9A-Za-z'()+_,./:=?-]{1,70}$/;

interface Part {
  readonly name: string;
  readonly isFile: boolean;
  readonly content: Buffer;
}

/** The bytes of the file, once it is certain that one of our own pages sent it. Empty when none was chosen. */
export function readGuardedFile(visitor: Visitor, field: string, backPath: string): Result<Buffer, Reply> {
  const { request, world } = visitor;
  // What cannot be read has no token either, and so was not sent by a page of ours.
  const parts = readParts(request) ?? [];
  const token = parts.find((part) => part.name === 'form_token' && !part.isFile)?.content.toString('latin1');
  if (!isOwnOrigin(request, world.settings.url) || !visitor.isFormToken('page', token)) {
    return refuse(problemReply(visitor, { status: 403, about: 'form', backPath }));
  }
  const files = parts.filter((part) => part.isFile && part.name === field);
  const [file] = files;
  return files.length > 1
    ? refuse(problemReply(visitor, { status: 400, about: 'request', reason: 'form_unreadable' }))
    : accept(file?.content ?? Buffer.alloc(0));
}

/** Undefined for everything that no browser writes (RFC 7578 §4.1, RFC 2046 §5.1.1). */
function readParts({ headers, body }: Request): readonly Part[] | undefined {
  const media = readMediaType(headers['content-type'] ?? '');
  const [boundary = '', another] = media ? parametersNamed(media, 'boundary') : [];
  if (media?.type !== 'multipart/form-data' || another !== undefined || !BOUNDARY.test(boundary)) return undefined;
  const parts: Part[] = [];
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  if (!body.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2))) return undefined;
  let at = delimiter.length - 2;
  while (body.toString('latin1', at, at + 2) === '\r\n' && parts.length < MOST_PARTS) {
    const headEnd = body.indexOf('\r\n\r\n', at);
    const end = headEnd === -1 ? -1 : body.indexOf(delimiter, headEnd + 2);
    if (end === -1 || headEnd - at > HEAD_CHARACTERS) return undefined;
    const head = readHead(body.toString('latin1', at + 2, headEnd));
    if (!head) return undefined;
    parts.push({ ...head, content: body.subarray(Math.min(headEnd + 4, end), end) });
    at = end + delimiter.length;
  }
  return body.toString('latin1', at, at + 2) === '--' ? parts : undefined;
}

const DISPOSITION = /^content-disposition: form-data; name="([a-z_]+)"(; filename="[^"\r\n]*")?$/i;

/** What the file is called and claims to be is not looked at: its bytes are judged. */
function readHead(text: string): { readonly name: string; readonly isFile: boolean } | undefined {
  for (const line of text.split('\r\n')) {
    const [, name, fileName] = DISPOSITION.exec(line) ?? [];
    if (name !== undefined) return { name, isFile: fileName !== undefined };
  }
  return undefined;
}
