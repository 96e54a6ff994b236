/** The client credentials that a request carries, read once: the Basic header and the parameters beside it. */

import type { Form } from '../form.ts';
import { accept, type Result, refuse } from '../result.ts';

/** What a client may have used to say who it is. Which method that is, and what it proves, is judged in src/clients. */
export interface SentCredentials {
  /** Whatever its scheme. */
  readonly authorization: string | undefined;
  readonly basic: ParsedBasic;
  readonly form: Form;
}

interface BasicCredentials {
  readonly clientId: string;
  /** Empty when nothing stood behind the colon. */
  readonly secret: string;
}

/** `absent` where another scheme or none was used, `malformed` where Basic was meant and cannot be read. */
export type ParsedBasic = Result<BasicCredentials, 'absent' | 'malformed'>;

const ABSENT = refuse('absent' as const);
const MALFORMED = refuse('malformed' as const);

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The credentials in an HTTP Basic header, decoded as RFC 6749 §2.3.1 asks. */
export function parseBasic(header: string | undefined): ParsedBasic {
  if (header === undefined || !/^basic(?: |$)/i.test(header)) return ABSENT;
  const pair = decodeBase64(header.slice('basic'.length).trim());
  // The first colon splits, and only then is each half form-decoded: a colon in the client_id travels as %3A.
  const colon = pair?.indexOf(':') ?? -1;
  if (pair === undefined || colon < 1) return MALFORMED;
  const clientId = decodeFormText(pair.slice(0, colon));
  const secret = decodeFormText(pair.slice(colon + 1));
  return clientId === undefined || secret === undefined ? MALFORMED : accept({ clientId, secret });
}

/** Only canonical base64 of well-formed UTF-8, so that one credential has one spelling. Padding may be left out. */
function decodeBase64(text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64');
  const canonical = bytes.toString('base64');
  if (text !== canonical && text !== canonical.replace(/=+$/, '')) return undefined;
  return orUndefined(() => UTF8.decode(bytes));
}

/** RFC 6749 §B: a plus is a space, and percent signs spell UTF-8. */
function decodeFormText(text: string): string | undefined {
  const decoded = orUndefined(() => decodeURIComponent(text.replaceAll('+', ' ')));
  return decoded === undefined || /\p{Cc}/u.test(decoded) ? undefined : decoded;
}

/** Both decoders of the platform have no other way than an exception to say that their input is broken. */
function orUndefined(decode: () => string): string | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
