/** Replies for programs. */
import type { Reply } from '../request.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

const HEADERS = Object.freeze({ 'Content-Type': JSON_TYPE });

export function jsonReply(status: number, value: unknown, headers?: Reply['headers']): Reply {
  const all = headers === undefined ? HEADERS : { 'Content-Type': JSON_TYPE, ...headers };
  return { status, headers: all, body: JSON.stringify(value) };
}
