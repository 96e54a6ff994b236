/** The bodies that handlers answer with: JSON, a page, or the way to another address. */
import type { Reply } from '../route.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

const HEADERS = Object.freeze({ 'Content-Type': JSON_TYPE });

export function jsonReply(status: number, value: unknown, headers?: Reply['headers']): Reply {
  const all = headers === undefined ? HEADERS : { 'Content-Type': JSON_TYPE, ...headers };
  return { status, headers: all, body: JSON.stringify(value) };
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
