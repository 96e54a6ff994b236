/** Replies for people. */
import type { Reply } from '../request.ts';

/** `markup` is a whole document that pages/ wrote, so everything foreign in it is already escaped. */
export function htmlReply(status: number, markup: string, headers?: Reply['headers']): Reply {
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers }, body: markup };
}
