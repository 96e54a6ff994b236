/** Writes HTTP requests for every route of the service, and breaks them. */
import { openRoutes } from '../../src/endpoints/open-routes.ts';
import type { Chance } from '../faults/random.ts';
import { mutate } from './mutate.ts';

export interface RawRequest {
  readonly pieces: readonly Buffer[];
  /** True when nothing is missing, so that an answer has to come without the connection's end. */
  readonly isWhole: boolean;
  /** An answer to HEAD has no body, whatever its head says. */
  readonly isHead: boolean;
  /** Whether this side says that nothing more comes. */
  readonly endsItself: boolean;
}

export interface KnownRoute {
  readonly method: string;
  readonly path: string;
}

export type Words = Readonly<Record<string, string>>;

export function routesOf(): readonly KnownRoute[] {
  return openRoutes({ isDraining: () => false, isWhole: () => true }).routes.map(({ method, path }) => ({
    method,
    path,
  }));
}

const METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'QUERY', 'get', 'PRI'];

const STRANGE = [
  '',
  '%00',
  '%ff',
  '%c0%af',
  '%',
  '..',
  '%2e%2e',
  '0',
  '-1',
  '1',
  '99999999999999999999',
  '9007199254740993',
  '__proto__',
  'constructor',
  '\xe2\x80\xae',
  '\xff\xfe',
  "'; drop table codes; --",
  '"><script>',
  '%0d%0aSet-Cookie:%20a=b',
  '%F0%9F%98%80',
  '%ed%a0%80',
  'a'.repeat(300),
  'a'.repeat(5000),
  '\x00',
  '\x7f',
  'null',
  'undefined',
  '[object Object]',
  '2026-02-30',
  '1e309',
  'lka_AAAA',
];

/** Names that some page or endpoint reads. */
const FIELDS = (
  'client_id client_secret redirect_uri response_type scope state code code_verifier code_challenge code_challenge_method ' +
  'grant_type refresh_token token token_type_hint prompt nickname password email name website locale avatar_url page before ' +
  'kind person application since return_to form_token decision request seal lasts description homepage_url logo_url ' +
  'redirect_uris confidential step act access_token confirm new_password current_password session id q find status error'
).split(' ');

/** Values with which a request gets further. */
const SOUND: Readonly<Record<string, string>> = {
  redirect_uri: 'https%3A%2F%2Fapp.example.com%2Fcb',
  response_type: 'code',
  grant_type: 'refresh_token',
  scope: 'profile',
  decision: 'approve',
  return_to: '/account',
  page: '2',
  since: '2026-01-01',
  kind: 'code.issued',
};

const TYPES = [
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=utf-8',
  'multipart/form-data; boundary=x',
  'application/json',
  'text/plain',
  'multipart/form-data',
  'application/json; charset=utf-16',
];

/** Acts that end what later requests need; there the forms are always somebody else's. */
const ENDING = /(sign-out|end|delete|remove|revoke|revoke_all|disable|suspend|accept|password|email)$/;

export function makeRequest(chance: Chance, routes: readonly KnownRoute[], words: Words): RawRequest {
  const route = chance.pick(routes);
  const method = chance.next() < 0.85 ? route.method : chance.pick(METHODS);
  const type = chance.next() < 0.6 ? 'application/x-www-form-urlencoded' : chance.pick(TYPES);
  const isOurForm = !ENDING.test(route.path) && chance.next() < 0.7;
  const token = isOurForm ? [`form_token=${words.formToken}`] : [];
  const pairs = [...token, ...pairsOf(chance, words)];
  const body = method === 'POST' || chance.next() < 0.1 ? bodyOf(chance, type, pairs) : Buffer.alloc(0);
  const isChunked = body.length > 0 && chance.next() < 0.15;
  const head = [
    `${method} ${targetOf(chance, route, words)} HTTP/1.${chance.next() < 0.95 ? 1 : 0}`,
    'Host: 127.0.0.1',
    ...headersOf(chance, words),
    ...(body.length > 0 ? [`Content-Type: ${type}`] : []),
    isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`,
  ];
  const sent = isChunked ? chunked(chance, body) : body;
  const whole = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), sent]);
  // Three in ten are broken on the level of HTTP itself.
  if (chance.next() < 0.7)
    return { pieces: split(chance, whole), isWhole: true, isHead: method === 'HEAD', endsItself: false };
  const broken = mutate(chance, { corpus: [whole], words: BREAKING, mostBytes: 200_000 });
  return { pieces: split(chance, broken), isWhole: false, isHead: false, endsItself: true };
}

const BREAKING = [
  '\r\n',
  '\n',
  '\r\n\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Content-Length: 5\r\n',
  'Content-Length: -1\r\n',
  'Expect: 100-continue\r\n',
  'Connection: upgrade\r\nUpgrade: websocket\r\n',
  'Host: evil.example\r\n',
  'Authorization: Bearer x\r\n',
  ' HTTP/1.1\r\n',
  'HTTP/2.0',
  'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
  '\0',
];

function targetOf(chance: Chance, { path }: KnownRoute, words: Words): string {
  const filled = path.replace(/:[a-z]+/g, () => wordOf(chance, words));
  const query = chance.next() < 0.5 ? '' : `?${pairsOf(chance, words).join('&')}`;
  const odd = chance.next();
  if (odd < 0.02) return `http://evil.example${filled}${query}`;
  if (odd < 0.04) return `/${filled}${query}`;
  if (odd < 0.06) return `${filled}/${query}`;
  return `${filled}${query}`;
}

/** Mostly one that the service knows. What HTTP itself would refuse is rare: everything behind that is to be reached. */
function wordOf(chance: Chance, words: Words): string {
  const lot = chance.next();
  if (lot < 0.6) return words[chance.pick(NAMED.filter((name) => name in words))] ?? '';
  return chance.pick(lot < 0.98 ? STRANGE.filter((text) => /^[\x21-\x7e]*$/.test(text)) : STRANGE);
}

const NAMED = ['clientId', 'secret', 'access', 'refresh', 'code', 'accountId'];

function pairsOf(chance: Chance, words: Words): readonly string[] {
  return Array.from({ length: chance.below(8) }, () => {
    const name = chance.next() < 0.9 ? chance.pick(FIELDS) : chance.pick(STRANGE);
    const word = chance.next() < 0.2 ? (SOUND[name] ?? wordOf(chance, words)) : wordOf(chance, words);
    return `${name}=${word}`;
  });
}

function headersOf(chance: Chance, words: Words): readonly string[] {
  const possible = [
    `Cookie: ${words.cookie}`,
    `Cookie: latchkey=${wordOf(chance, words)}; __Host-latchkey=${wordOf(chance, words)}`,
    `Authorization: Bearer ${wordOf(chance, words)}`,
    `Authorization: Basic ${Buffer.from(`${wordOf(chance, words)}:${wordOf(chance, words)}`).toString('base64')}`,
    `Authorization: ${wordOf(chance, words)}`,
    `User-Agent: ${wordOf(chance, words)}`,
    `Accept-Language: ${wordOf(chance, words)}`,
    'Accept: text/html',
    `Origin: ${chance.pick(['null', 'https://id.example.org', 'https://evil.example', '\xff'])}`,
    `Sec-Fetch-Site: ${chance.pick(['same-origin', 'cross-site', 'none'])}`,
    `X-Forwarded-For: ${wordOf(chance, words)}`,
    `X-HTTP-Method-Override: DELETE`,
    `If-None-Match: ${wordOf(chance, words)}`,
    'Range: bytes=0-0,5-',
    'Expect: 100-continue',
    'Connection: close',
  ];
  const chosen = possible.slice(1).filter(() => chance.next() < 0.12);
  // Whoever is signed in reaches more.
  return chance.next() < 0.75 ? [...new Set([possible[0] ?? '', ...chosen])] : chosen;
}

function bodyOf(chance: Chance, type: string, pairs: readonly string[]): Buffer {
  const lines = pairs.map((pair) => pair.split('=', 2));
  if (type.startsWith('multipart')) {
    const parts = lines.map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    return Buffer.from(`${parts.join('')}--x--\r\n`, 'latin1');
  }
  if (type.startsWith('application/json')) return Buffer.from(JSON.stringify(Object.fromEntries(lines)), 'latin1');
  const long = chance.next() < 0.02 ? `&a=${'b'.repeat(chance.pick([4096, 60_000, 70_000, 150_000]))}` : '';
  return Buffer.from(pairs.join('&') + long, 'latin1');
}

function chunked(chance: Chance, body: Buffer): Buffer {
  const at = chance.below(body.length + 1);
  const pieces = [body.subarray(0, at), body.subarray(at)].filter((piece) => piece.length > 0);
  const written = pieces.map((piece) => Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, CRLF]));
  return Buffer.concat([...written, Buffer.from('0\r\n\r\n')]);
}

const CRLF = Buffer.from('\r\n');

/** Some arrive in two pieces. */
function split(chance: Chance, bytes: Buffer): readonly Buffer[] {
  if (chance.next() < 0.8) return [bytes];
  const at = chance.below(bytes.length + 1);
  return [bytes.subarray(0, at), bytes.subarray(at)];
}
