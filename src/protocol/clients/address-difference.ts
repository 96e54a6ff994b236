/** Names what makes two addresses different, in terms a developer recognises: a trailing slash, a port, upper case. */
import { isLoopbackHost } from './redirect-uri.ts';

const NAMES = [
  'space',
  'quotes',
  'encoded_whole',
  'scheme',
  'www_extra',
  'www_missing',
  'loopback_name',
  'host',
  'port',
  'slash_extra',
  'slash_missing',
  'case',
  'encoding',
  'path',
  'query_extra',
  'query_missing',
  'query_order',
  'query',
  'fragment',
  'other',
] as const;

export type AddressDifference = (typeof NAMES)[number];

interface Address {
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
  readonly path: string;
  /** Undefined where there is no question mark. */
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

/** In the order of the address; empty only where the two are equal. */
export function nameAddressDifferences(received: string, expected: string): readonly AddressDifference[] {
  if (received === expected) return [];
  const found = new Set<AddressDifference>();
  const bare = unwrapped(received, expected, found);
  if (bare !== expected) {
    const [one, other] = [splitAddress(bare), splitAddress(expected)];
    nameOrigin(one, other, found);
    namePath(one.path, other.path, found);
    nameQuery(one.query, other.query, found);
    if (one.fragment !== other.fragment) found.add('fragment');
  }
  return found.size === 0 ? ['other'] : NAMES.filter((name) => found.has(name));
}

/** Takes off what is wrapped around an address, and names it. */
function unwrapped(received: string, expected: string, found: Set<AddressDifference>): string {
  let bare = received;
  if (/\s/.test(bare) && !/\s/.test(expected)) {
    found.add('space');
    bare = bare.replace(/\s+/g, '');
  }
  const quoted = /^(["'“‘<])(.*)(["'”’>])$/s.exec(bare);
  if (quoted) {
    found.add('quotes');
    bare = quoted[2] ?? '';
  }
  if (/^[a-z][a-z0-9+.-]*%3a/i.test(bare)) {
    found.add('encoded_whole');
    bare = decoded(bare);
  }
  return bare;
}

/** RFC 3986 §B: the parts of an address as they are written, nothing normalised. */
export function splitAddress(text: string): Address {
  const parts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text);
  const [, scheme = '', authority = '', path = '', query, fragment] = parts ?? [];
  const [, host = '', port = ''] = /^(.*?)(?::(\d*))?$/s.exec(authority) ?? [];
  return { scheme, host, port, path, query, fragment };
}

function nameOrigin(one: Address, other: Address, found: Set<AddressDifference>): void {
  if (one.scheme !== other.scheme) found.add(isCase(one.scheme, other.scheme) ? 'case' : 'scheme');
  if (one.port !== other.port) found.add('port');
  if (one.host === other.host) return;
  if (isCase(one.host, other.host)) found.add('case');
  else if (one.host === `www.${other.host}`) found.add('www_extra');
  else if (`www.${one.host}` === other.host) found.add('www_missing');
  else found.add(isLoopbackHost(one.host) && isLoopbackHost(other.host) ? 'loopback_name' : 'host');
}

function namePath(one: string, other: string, found: Set<AddressDifference>): void {
  if (one === other) return;
  if (one === `${other}/`) found.add('slash_extra');
  else if (`${one}/` === other) found.add('slash_missing');
  else if (isCase(one, other)) found.add('case');
  else if (decoded(one) === decoded(other)) found.add('encoding');
  else found.add('path');
}

function nameQuery(one: string | undefined, other: string | undefined, found: Set<AddressDifference>): void {
  if (one === other) return;
  if (other === undefined) found.add('query_extra');
  else if (one === undefined) found.add('query_missing');
  else if (sorted(one) === sorted(other)) found.add('query_order');
  else if (isCase(one, other)) found.add('case');
  else found.add(decoded(one) === decoded(other) ? 'encoding' : 'query');
}

function isCase(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function sorted(query: string): string {
  return query.split('&').sort().join('&');
}

/** As it is where it cannot be decoded. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
