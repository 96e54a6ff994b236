/** The bodies that handlers answer with: JSON, a page, or the way to another address. */
import { digest } from '../../protocol/digest.ts';
import type { Reply, Request } from '../route.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

const HEADERS = Object.freeze({ 'Content-Type': JSON_TYPE });

export function jsonReply(status: number, value: unknown, headers?: Reply['headers']): Reply {
  const all = headers === undefined ? HEADERS : { 'Content-Type': JSON_TYPE, ...headers };
  return { status, headers: all, body: JSON.stringify(value) };
}

/** A JSON document that many read and that seldom changes, in its bytes and with the name of this version of it. */
interface Document {
  readonly body: string;
  readonly tag: string;
}

export function documentOf(value: unknown): Document {
  const body = JSON.stringify(value);
  return { body, tag: `"${digest(body)}"` };
}

/** SPEC D30: five minutes of caching with an ETag; whoever has this version is told so (RFC 9110 §13.1.2). */
export function documentReply({ headers }: Pick<Request, 'headers'>, { body, tag }: Document): Reply {
  const cached = { ETag: tag, 'Cache-Control': 'public, max-age=300' };
  if (namesTag(headers['if-none-match'], tag)) return { status: 304, headers: cached };
  return { status: 200, headers: { ...cached, 'Content-Type': JSON_TYPE }, body };
}

/** A proxy that compresses makes a tag weak: it still names the same document. */
function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const named = header.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return named.includes(tag) || named.includes('*');
}

/** `markup` is a whole document that pages/ wrote, so everything foreign in it is already escaped. */
export function htmlReply(status: number, markup: string, headers?: Reply['headers']): Reply {
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers }, body: markup };
}

const PRINTABLE = /^[\x21-\x7e]*$/;
const UNPRINTABLE = /[^\x21-\x7e]+/g;

/** RFC 9700 §4.12: 303, so that no browser ever posts a form, with a password in it, to the next address. */
export function seeOther(location: string, headers?: Reply['headers']): Reply {
  return { status: 303, headers: { Location: printable(location), ...headers } };
}

/** A header cannot carry what is beyond printable ASCII; percent-encoded, it can, and nothing breaks a line. */
function printable(location: string): string {
  if (PRINTABLE.test(location)) return location;
  return location.toWellFormed().replace(UNPRINTABLE, encodeURIComponent);
}

/** The reply with one more cookie, after those that it sets already. */
export function withCookie(reply: Reply, cookie: string): Reply {
  const set = reply.headers?.['Set-Cookie'] ?? [];
  return {
    ...reply,
    headers: { ...reply.headers, 'Set-Cookie': [...(typeof set === 'string' ? [set] : set), cookie] },
  };
}
