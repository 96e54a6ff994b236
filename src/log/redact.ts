/** Takes secrets out of what is logged: by the name of a field, and by the look of a text. */
import { SECRET_PARAMETERS } from '../protocol/secret-parameters.ts';
import { PRESENTATIONS } from '../protocol/tokens/presentation.ts';

const REDACTED = '[redacted]';

const DEEPEST = 6;
const MOST_ENTRIES = 100;
const LONGEST_TEXT = 8_192;

/** Compared in lower case and without dashes or underscores, so that client_secret and clientSecret are one name. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  // The system names errors by a `code` as well, so that one is judged by its value.
  ...SECRET_PARAMETERS.filter((name) => name !== 'code').map(plainName),
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'newpassword',
  'currentpassword',
  'passwordhash',
  'secret',
  'antiforgery',
  'session',
  'sessionid',
  'body',
  'query',
]);

/** Our own tokens, codes, secrets and sessions carry a prefix for this purpose (protocol/tokens/token-string.ts). */
const OWN_TOKEN = /lk[a-z]_[A-Za-z0-9_-]{20,}/g;
/** Secrets that webhooks are signed with look as their standard says. */
const WEBHOOK_SECRET = /whsec_[A-Za-z0-9+/=]{20,}/g;
/** A client may keep what it likes in its state. */
const SECRET_PARAMETER = new RegExp(`([?&#](?:${[...SECRET_PARAMETERS, 'state'].join('|')})=)[^&\\s"'\\\\#]+`, 'gi');
/** Whatever stands behind the scheme of an Authorization header. */
const SCHEMES = [...PRESENTATIONS.map(({ scheme }) => scheme), 'Basic'].join('|');
const CREDENTIALS = new RegExp(`\\b(${SCHEMES}) +[A-Za-z0-9._~+/=-]{8,}`, 'gi');
/** From the slashes on: looking for the scheme before them would read a long text again from each of its letters. */
const PASSWORD_IN_URL = /(:\/\/[^\s:/@"]*:)[^\s@/"]+@/g;

/** What one of them at least has in it. Most texts have none of it, and one look is a fraction of five. */
const MAY_HOLD_SECRETS = new RegExp(`lk[a-z]_|whsec_|[?&#]|://|(?:${SCHEMES}) `, 'i');

/** The last line of defence: whatever slipped into a message or a stack. Safe on finished JSON lines. */
export function scrub(text: string): string {
  if (!MAY_HOLD_SECRETS.test(text)) return text;
  return text
    .replace(OWN_TOKEN, (token) => `${token.slice(0, 4)}${REDACTED}`)
    .replace(WEBHOOK_SECRET, `whsec_${REDACTED}`)
    .replace(SECRET_PARAMETER, `$1${REDACTED}`)
    .replace(CREDENTIALS, `$1 ${REDACTED}`)
    .replace(PASSWORD_IN_URL, `$1${REDACTED}@`);
}

/** A copy of a log line's fields without secrets, bounded in depth and size. */
export function censor(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '[too deep]';
  if (value instanceof Error) return censor(plainError(value), depth + 1);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Date) return value.toJSON();
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((entry) => censor(entry, depth + 1));
  const entries = Object.entries(value).slice(0, MOST_ENTRIES);
  return Object.fromEntries(entries.map(([name, entry]) => [name, censorField(name, entry, depth)]));
}

function censorField(name: string, value: unknown, depth: number): unknown {
  if (value === undefined || value === null || typeof value === 'boolean') return value;
  const plain = plainName(name);
  if (SECRET_NAMES.has(plain)) return REDACTED;
  // `code` is also how the system names an error (ECONNREFUSED, 23505), which is worth keeping.
  if (plain === 'code' && !/^[A-Z0-9_]{1,48}$/.test(String(value))) return REDACTED;
  return censor(value, depth + 1);
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

function plainError(error: Error): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  // A class that sets no name inherits that of Error.
  const type = name === 'Error' ? error.constructor.name : name;
  return { type, message, ...(code === undefined ? {} : { code }), stack, ...(cause ? { cause } : {}) };
}
