/** Sends a browser elsewhere, always with GET. */
import type { Reply } from '../request.ts';

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
