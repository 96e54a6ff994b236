/** The client credentials in an HTTP Basic header, decoded as RFC 6749 §2.3.1 asks. */

interface BasicCredentials {
  readonly clientId: string;
  /** Empty when nothing stood behind the colon. */
  readonly secret: string;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined where another scheme or none was used; malformed where Basic was meant and cannot be read. */
export function parseBasic(header: string | undefined): BasicCredentials | 'malformed' | undefined {
  if (header === undefined || !/^basic(?: |$)/i.test(header)) return undefined;
  const pair = decodeBase64(header.slice('basic'.length).trim());
  // The first colon splits, and only then is each half form-decoded: a colon in the client_id travels as %3A.
  const colon = pair?.indexOf(':') ?? -1;
  if (pair === undefined || colon < 1) return 'malformed';
  const clientId = decodeFormText(pair.slice(0, colon));
  const secret = decodeFormText(pair.slice(colon + 1));
  return clientId === undefined || secret === undefined ? 'malformed' : { clientId, secret };
}

/** Only canonical base64 of well-formed UTF-8 is read, so that one credential has one spelling. Padding may be left out. */
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
