/** Reads one setting's text into its value, or says what the text must be. */
import { isIP } from 'node:net';

export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  /** Completes the sentence "LATCHKEY_X is … but must …". */
  | { readonly ok: false; readonly must: string };

export type Parser<Value> = (text: string) => Parsed<Value>;

/** In the order in which pages show them. Ask with Object.hasOwn: a client may send the name of an inherited property. */
export interface ScopeCatalogue {
  /** `default`: a request that names no scope gets this one. */
  readonly [name: string]: { readonly description: string; readonly default: boolean };
}

export const SHIPPED_SCOPES: ScopeCatalogue = {
  profile: { description: 'Read your profile: nickname, name, picture and website', default: true },
  email: { description: 'Read your e-mail address', default: false },
  openid: { description: 'Confirm who you are when you sign in', default: false },
  offline_access: { description: 'Keep its access while you are away', default: false },
  applications: { description: 'See and change the applications you registered as a developer', default: false },
};

const LONGEST_SCOPE_NAME = 64;
const LONGEST_DESCRIPTION = 200;
const MOST_SCOPES = 100;

const accept = <Value>(value: Value): Parsed<Value> => ({ ok: true, value });
const refuse = (must: string): { readonly ok: false; readonly must: string } => ({ ok: false, must });

export function wholeNumber(least: number, most: number): Parser<number> {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,15}$/.test(text) && value >= least && value <= most) return accept(value);
    return refuse(`be a whole number from ${least} to ${most}`);
  };
}

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Parser<Choice> {
  return (text) => {
    const choice = choices.find((candidate) => candidate === text);
    return choice === undefined ? refuse(`be one of ${choices.join(', ')}`) : accept(choice);
  };
}

export function yesOrNo(text: string): Parsed<boolean> {
  if (text === 'true' || text === '1') return accept(true);
  if (text === 'false' || text === '0') return accept(false);
  return refuse('be true or false');
}

export function anyText(text: string): Parsed<string> {
  return accept(text);
}

/** The name stands in quoted header values (RFC 6750 §3), so it can hold nothing that would end them. */
export function displayName(text: string): Parsed<string> {
  if (/^[ -~]{1,60}$/.test(text) && !/["\\]/.test(text) && text.trim() === text) return accept(text);
  return refuse('have 1 to 60 printable ASCII characters, without quotes, backslashes or outer spaces');
}

export function hostName(text: string): Parsed<string> {
  if (isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text)) return accept(text);
  return refuse('be an address to listen on, such as 127.0.0.1, ::1 or 0.0.0.0');
}

export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** Answers the origin alone; empty text stands for "the loopback address that is listened on". */
export function publicAddress(text: string): Parsed<string | undefined> {
  if (text === '') return accept(undefined);
  const must = 'be the address people use, such as https://id.example.org, without path, query, fragment or user name';
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return refuse(must);
  if (url.pathname !== '/' || /[?#@\\\s]/.test(text)) return refuse(must);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return refuse('start with https:// (plain http is for loopback addresses alone)');
  }
  return accept(url.origin);
}

export function databaseAddress(text: string): Parsed<string> {
  if (/^sqlite:.+$/.test(text) && !text.includes('\0')) return accept(text);
  if (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text)) return accept(text);
  return refuse('be sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME');
}

export function networks(text: string): Parsed<readonly string[]> {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  const wrong = entries.find((entry) => !isNetwork(entry));
  if (wrong === undefined) return accept(entries);
  return refuse(`list addresses and networks such as 10.0.0.0/8, ::1 (${JSON.stringify(wrong)} is neither)`);
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** The operator's catalogue is laid over the shipped one: a name adds or replaces, null removes. */
export function scopeCatalogue(text: string): Parsed<ScopeCatalogue> {
  const given = readJson(text);
  if (!isRecord(given)) return refuse('be a JSON object such as {"read": {"description": "Read your notes"}}');
  const catalogue = new Map(Object.entries(SHIPPED_SCOPES));
  for (const [name, entry] of Object.entries(given)) {
    const wrong = entry === null ? undefined : faultOfScope(name, entry);
    if (wrong !== undefined) return refuse(wrong);
    if (entry === null) catalogue.delete(name);
    else if (isRecord(entry)) {
      catalogue.set(name, { description: String(entry.description), default: entry.default === true });
    }
  }
  if (catalogue.size === 0 || catalogue.size > MOST_SCOPES) return refuse(`leave 1 to ${MOST_SCOPES} scopes`);
  return accept(Object.fromEntries(catalogue));
}

function faultOfScope(name: string, entry: unknown): string | undefined {
  const shown = JSON.stringify(name);
  // RFC 6749 §3.3: the characters of a scope token.
  if (!/^[!#-[\]-~]+$/.test(name) || name.length > LONGEST_SCOPE_NAME) {
    return `name each scope with 1 to ${LONGEST_SCOPE_NAME} printable characters without spaces, quotes or backslashes (${shown} is not such a name)`;
  }
  if (!isRecord(entry)) return `give ${shown} an object with a description, or null to remove it`;
  const stranger = Object.keys(entry).find((key) => key !== 'description' && key !== 'default');
  if (stranger !== undefined)
    return `give ${shown} only "description" and "default" (found ${JSON.stringify(stranger)})`;
  const { description, default: isDefault } = entry;
  if (
    typeof description !== 'string' ||
    description.length > LONGEST_DESCRIPTION ||
    !/^[^\p{Cc}]+$/u.test(description)
  ) {
    return `give ${shown} a "description" of 1 to ${LONGEST_DESCRIPTION} characters in one line`;
  }
  if (isDefault !== undefined && typeof isDefault !== 'boolean') return `set "default" of ${shown} to true or false`;
  return undefined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined stands for text that is not JSON; JSON itself has no such value. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A database address without its password; any other text unchanged. */
export function withoutPassword(address: string): string {
  const url = /^postgres(ql)?:/.test(address) ? URL.parse(address) : null;
  if (!url) return address;
  if (url.password !== '') url.password = '***';
  for (const name of [...url.searchParams.keys()]) {
    if (/pass|secret|key/i.test(name)) url.searchParams.set(name, '***');
  }
  return url.href;
}
