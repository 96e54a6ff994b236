/** Writes a reply: the headers of its kind, its own, and its length, in one piece. */
import type { ServerResponse } from 'node:http';
import { storeHead, validateHeaderName, validateHeaderValue } from '../../node-http.ts';
import { announcesBody } from '../reading/body.ts';
import type { Reply } from '../route.ts';
import { compressPage } from './encoding.ts';
import type { HeaderSet, Prepared } from './headers.ts';

/** An unread body up to this size is read to its end by node:http, and the connection lives on. */
const SMALL_BODY_BYTES = 65_536;
const LINGER_BYTES = 1_048_576;
const LINGER_MS = 1_000;
/** What a piece counts at least, so that a thousand chunks of a byte are not a thousandth of what is thrown away. */
const LEAST_BYTES = 512;

interface SendOptions {
  readonly set: HeaderSet;
  /** The client is asked to leave. */
  readonly isDraining: boolean;
}

/** Throws, with nothing sent, when a header holds what no header may hold. */
export function send(res: ServerResponse, made: Reply, { set, isDraining }: SendOptions): void {
  const { req } = res;
  const reply = set.isCompressed ? compressPage(req.headers, made) : made;
  const { status, body } = reply;
  const lingers = !req.complete && announcesBody(req.headers) && (isDraining || isToBeClosed(res));
  const { text, length, encoding } = prepare(set, reply);
  const isClosing = isDraining || lingers;
  if (text === null || isClosing || !storeHead(res, { status, text, rest: length })) {
    const headers = withReplyHeaders(set, reply);
    headers.push(...length);
    if (isClosing) headers.push('Connection', 'close');
    res.writeHead(status, headers);
  }
  const content = req.method === 'HEAD' || body === undefined ? '' : body;
  if (lingers) lingerThenEnd(res, content);
  else res.end(content, encoding);
}

/** A frozen reply is sent again and again: what goes before its body is made once. */
function prepare(set: HeaderSet, reply: Reply): Prepared {
  const known = set.prepared.get(reply);
  if (known !== undefined) return known;
  const { status, body } = reply;
  const length = lengthOf(body);
  const prepared: Prepared = {
    text: textOf(set, reply),
    // RFC 9110 §8.6: neither of these carries a length.
    length: status === 204 || status === 304 ? [] : ['Content-Length', String(length)],
    // As many bytes as characters means plain ASCII, which needs no encoding on the way out.
    encoding: length === (body?.length ?? 0) ? 'latin1' : 'utf8',
  };
  if (Object.isFrozen(reply)) set.prepared.set(reply, prepared);
  return prepared;
}

/** Whoever writes one of these tells node:http what to do with the connection or the body. */
const TOLD_TO_THE_SERVER = new Set([
  'connection',
  'content-length',
  'date',
  'expect',
  'keep-alive',
  'trailer',
  'transfer-encoding',
]);

/** node:http looks at every name and value of every answer. Those that are frozen, or of a frozen reply, are looked at once. */
function textOf(set: HeaderSet, reply: Reply): string | null {
  const { headers } = reply;
  if (headers === undefined) return null;
  const known = set.texts.get(headers);
  if (known !== undefined) return known;
  const isShared = Object.isFrozen(headers);
  if (!isShared && !Object.isFrozen(reply)) return null;
  const text = formatHeaders(withReplyHeaders(set, reply));
  if (isShared) set.texts.set(headers, text);
  return text;
}

function formatHeaders(flat: readonly string[]): string | null {
  let text = '';
  for (let index = 0; index + 1 < flat.length; index += 2) {
    const [name = '', value = ''] = [flat[index], flat[index + 1]];
    if (TOLD_TO_THE_SERVER.has(name.toLowerCase())) return null;
    validateHeaderName(name);
    validateHeaderValue(name, value);
    text += `${name}: ${value}\r\n`;
  }
  return text;
}

/** Frozen headers are the same for every reply that carries them, so the merged list is made once. */
export function withReplyHeaders(set: HeaderSet, { headers }: Reply): string[] {
  if (headers === undefined) return set.flat.slice();
  const known = set.merged.get(headers);
  if (known !== undefined) return known.slice();
  const flat = merge(set, headers);
  if (Object.isFrozen(headers)) set.merged.set(headers, flat.slice());
  return flat;
}

function merge(set: HeaderSet, own: NonNullable<Reply['headers']>): string[] {
  const flat = set.flat.slice();
  for (const name in own) {
    const value = own[name];
    if (typeof value !== 'string') {
      for (const each of value ?? []) flat.push(name, each);
      continue;
    }
    const place = set.places.get(name.toLowerCase());
    if (place === undefined) flat.push(name, value);
    else flat[place] = value;
  }
  // `Pragma: no-cache` beside it would say the opposite to whoever still reads it.
  const pragma = mayBeKept(own['Cache-Control']) ? set.places.get('pragma') : undefined;
  if (pragma !== undefined) flat.splice(pragma - 1, 2);
  return flat;
}

function mayBeKept(cacheControl: string | readonly string[] | undefined): boolean {
  return cacheControl !== undefined && cacheControl !== 'no-store';
}

function lengthOf(body: string | Buffer | undefined): number {
  if (body === undefined) return 0;
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length;
}

/** For a request whose body is still arriving: true when the client will not ask again, or sends too much. */
function isToBeClosed({ req: { headers }, shouldKeepAlive }: ServerResponse): boolean {
  if (!shouldKeepAlive || headers['transfer-encoding'] !== undefined || headers.expect !== undefined) return true;
  return Number(headers['content-length']) > SMALL_BODY_BYTES;
}

/**
 * Closing while a client still sends resets the connection, and the client then sees the reset instead of the answer
 * (RFC 9112 §9.6). So the whole answer goes out first, and what still comes is thrown away for a moment.
 */
function lingerThenEnd(res: ServerResponse, content: string | Buffer): void {
  const { req } = res;
  let left = LINGER_BYTES;
  if (content.length > 0) res.write(content);
  else res.flushHeaders();
  const limit = setTimeout(() => res.end(), LINGER_MS);
  const end = () => {
    clearTimeout(limit);
    res.end();
  };
  const discard = (piece: Buffer) => {
    left -= Math.max(piece.length, LEAST_BYTES);
    if (left >= 0) return;
    // Up to 2 MB that have arrived would be read in this very turn otherwise.
    req.off('data', discard).socket.destroy();
  };
  req.on('data', discard).on('end', end).on('close', end);
}
