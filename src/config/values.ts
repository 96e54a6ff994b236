/** Reads one setting's text into its value, or says what the text must be. */
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { hasPortBeyond, readServerAddress, serversOf } from './servers.ts';
import { faultOfTransport } from './transport.ts';

export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  /** Completes the sentence "LATCHKEY_X is … but must …". */
  | { readonly ok: false; readonly must: string };

type Parser<Value> = (text: string) => Parsed<Value>;

/** A row of the table of settings. */
export interface Row<Value> {
  /** As an operator would write it. */
  readonly fallback: string;
  readonly parse: Parser<Value>;
  /** One line for the operator. */
  readonly says: string;
  /** May hold a password: shown without it, readable from LATCHKEY_X_FILE, taken out of the environment once read. */
  readonly secret?: true;
  /** Too long for a command line. */
  readonly flagless?: true;
  /** The flag alone means true. */
  readonly isSwitch?: true;
}

const accept = <Value>(value: Value): Parsed<Value> => ({ ok: true, value });
const refuse = (must: string): { readonly ok: false; readonly must: string } => ({ ok: false, must });

export function wholeNumber(least: number, most: number): Parser<number> {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,15}$/.test(text) && value >= least && value <= most) return accept(value);
    return refuse(`be a whole number from ${least} to ${most}`);
  };
}

const MOST_WORKERS = 64;

/** `auto` is one for each processor core that this process may use. */
export function workerCount(text: string): Parsed<number> {
  if (text === 'auto') return accept(Math.min(MOST_WORKERS, availableParallelism()));
  const count = wholeNumber(1, MOST_WORKERS)(text);
  return count.ok ? count : refuse(`be auto or a whole number from 1 to ${MOST_WORKERS}`);
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

/** The name stands in quoted header values (RFC 6750 §3), so it must not contain what would end them. */
export function displayName(text: string): Parsed<string> {
  if (/^[ -~]{1,60}$/.test(text) && !/["\\]/.test(text) && text.trim() === text) return accept(text);
  return refuse('have 1 to 60 printable ASCII characters, without quotes, backslashes or outer spaces');
}

/** Read once the service starts; a browser draws both kinds without running anything in them. */
export function pictureFile(text: string): Parsed<string> {
  return text === '' || /\.(png|svg)$/i.test(text) ? accept(text) : refuse('name a file that ends in .png or .svg');
}

export interface FooterLink {
  readonly label: string;
  readonly url: string;
}

const MOST_FOOTER_LINKS = 8;
const LONGEST_LABEL = 40;

export function footerLinks(text: string): Parsed<readonly FooterLink[]> {
  const given = readJson(text);
  const entries = isRecord(given) ? Object.entries(given) : undefined;
  const wrong = entries?.find(([, url]) => isUnreadable(String(url)));
  if (wrong) return refuse(`give ${JSON.stringify(wrong[0])} an address whose host and port can be read`);
  const isRight = entries?.every(([label, url]) => isLabel(label) && typeof url === 'string' && isLinkable(url));
  if (!entries || !isRight || entries.length > MOST_FOOTER_LINKS)
    return refuse(
      `be a JSON object of at most ${MOST_FOOTER_LINKS} labels and addresses, such as {"Privacy": "https://example.org/privacy"}`,
    );
  return accept(entries.map(([label, url]) => ({ label, url: String(url) })));
}

const LONGEST_CONTACT = 254;

export function contactAddress(text: string): Parsed<string> {
  const isMail = /^[^\s@/<>"]+@[^\s@/<>"]+\.[^\s@/<>"]+$/.test(text);
  if (isUnreadable(text)) return refuse(READABLE);
  const isRight = text === '' || ((isMail || /^https?:\/\//i.test(text)) && text.length <= LONGEST_CONTACT);
  return isRight ? accept(text) : refuse('be an email address or a web address, such as help@example.org');
}

function isLabel(text: string): boolean {
  return text.trim() !== '' && text.length <= LONGEST_LABEL && !/\p{Cc}/u.test(text);
}

function isLinkable(url: string): boolean {
  return /^\/(?!\/)[\x21-\x7e]*$/.test(url) || (/^(https?:\/\/|mailto:)/i.test(url) && URL.canParse(url));
}

/** Begins as an address on the web does, but names no host and port that there could be. */
function isUnreadable(text: string): boolean {
  return /^https?:\/\//i.test(text) && !URL.canParse(text);
}

const READABLE = 'have a host and a port that can be read, and a port is at most 65535';

export function hostName(text: string): Parsed<string> {
  if (isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text)) return accept(text);
  return refuse('be an address to listen on, such as 127.0.0.1, ::1 or 0.0.0.0');
}

/** Any name of this machine that can be listened on; which of them a redirect URI may use is a rule of the protocol. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** Answers the origin alone; empty text stands for "the loopback address that is listened on". */
export function publicAddress(text: string): Parsed<string | undefined> {
  if (text === '') return accept(undefined);
  const must = 'be the address people use, such as https://id.example.org, without path, query, fragment or user name';
  if (isUnreadable(text)) return refuse(READABLE);
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return refuse(must);
  if (url.pathname !== '/' || /[?#@\\\s]/.test(text)) return refuse(must);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return refuse('start with https:// (plain http is for loopback addresses alone)');
  }
  // A pattern, as certificates have it: nothing could be found there.
  if (url.hostname.includes('*')) return refuse(must);
  return accept(url.origin);
}

export function databaseAddress(text: string): Parsed<string> {
  // Each connection would have a database of its own, and the first finds no tables in that of the second.
  if (text === 'sqlite::memory:') return refuse('name a file: a database in memory is not shared by its connections');
  if (/^sqlite:.+$/.test(text) && !text.includes('\0')) return accept(text);
  const shape = shapeFault(text);
  if (shape !== undefined)
    return refuse(
      shape === SHAPE ? `be sqlite:PATH or ${SHAPE.slice(3)}; several servers as HOST:PORT,HOST:PORT` : shape,
    );
  const wanted = /[?&]target_session_attrs=([^&#]*)/.exec(text)?.[1] ?? 'read-write';
  if (wanted !== 'read-write' && wanted !== 'primary')
    return refuse('leave target_session_attrs at read-write: tokens are never read from a standby');
  const fault = transportFault(text);
  return fault === undefined ? accept(text) : refuse(fault);
}

const SHAPE = 'be postgres://USER:PASSWORD@HOST/NAME';

function shapeFault(text: string): string | undefined {
  if (hasPortBeyond(text)) return 'name a port of at most 65535';
  const servers = readServerAddress(text);
  if (!servers || !URL.canParse(`${servers.before}${servers.hosts[0]}${servers.after}`)) return SHAPE;
  if (!isDecodable(text.split('?')[0] ?? ''))
    return 'write % as %25 where it stands for itself, in a password for example';
  return undefined;
}

function transportFault(text: string): string | undefined {
  return serversOf(text)
    .map(faultOfTransport)
    .find((fault) => fault !== undefined);
}

/** Of a PostgreSQL database that is only read, which may be on a standby; completing "must …". */
export function faultOfForeignAddress(text: string): string | undefined {
  const shape = shapeFault(text);
  if (shape !== undefined) return shape;
  return serversOf(text).length > 1 ? 'name one server' : transportFault(text);
}

/** The driver takes the parts of an address for encoded as in a URL. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const MOST_NAMES = 500;
const LONGEST_NAME = 100;

/** Separated by commas, because a name may have several words. */
export function names(text: string): Parsed<readonly string[]> {
  const entries = text.split(',').flatMap((entry) => entry.trim() || []);
  if (entries.length > MOST_NAMES) return refuse(`list at most ${MOST_NAMES} names`);
  const wrong = entries.find((entry) => entry.length > LONGEST_NAME || !/[\p{L}\p{N}]/u.test(entry));
  if (wrong === undefined) return accept(entries);
  return refuse(`list names with letters or digits, up to ${LONGEST_NAME} characters each, separated by commas`);
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

const PLACE_OF_HOSTS = 'hosts.invalid';

/** A database address without its password; any other text unchanged. */
export function withoutPassword(address: string): string {
  const servers = readServerAddress(address);
  const url = servers && URL.parse(`${servers.before}${PLACE_OF_HOSTS}${servers.after}`);
  if (!url) return /^postgres(ql)?:/.test(address) ? 'postgres://…' : address;
  if (url.password !== '') url.password = '***';
  for (const name of [...url.searchParams.keys()]) {
    if (/pass|secret|key/i.test(name)) url.searchParams.set(name, '***');
  }
  return url.href.replace(PLACE_OF_HOSTS, () => servers.hosts.join());
}
