/** Makes requests for the differential run: sound ones, and ones with something wrong in them. */
import type { Chance } from '../faults/random.ts';

/** Bytes, with `<CODE>` and the like where each database has its own. */
export type Field = readonly [name: Buffer, value: Buffer];

export interface Case {
  readonly path: '/oauth/token' | '/oauth/revoke' | '/oauth/introspect';
  readonly fields: readonly Field[];
  /** The two halves of a Basic header. */
  readonly basic: readonly [string, string] | undefined;
}

type Pairs = readonly (readonly [string, string])[];

const REDIRECT: readonly [string, string] = ['redirect_uri', 'https://app.example.com/cb'];

const TOKEN_REQUESTS: readonly Pairs[] = [
  [['grant_type', 'authorization_code'], ['code', '<CODE>'], REDIRECT],
  [['grant_type', 'authorization_code'], ['code', '<SPENT>'], REDIRECT, ['code_verifier', 'x'.repeat(43)]],
  [['grant_type', 'authorization_code'], ['code', '<ACCESS>'], REDIRECT],
  [
    ['grant_type', 'refresh_token'],
    ['refresh_token', '<REFRESH>'],
  ],
  [
    ['grant_type', 'refresh_token'],
    ['refresh_token', '<REFRESH>'],
    ['scope', 'profile email'],
  ],
  [
    ['grant_type', 'refresh_token'],
    ['refresh_token', '<ACCESS>'],
  ],
  [
    ['grant_type', 'client_credentials'],
    ['scope', 'profile'],
  ],
  [['grant_type', 'password']],
];

const TOKEN_NAMES: readonly Pairs[] = [
  [['token', '<ACCESS>']],
  [
    ['token', '<REFRESH>'],
    ['token_type_hint', 'access_token'],
  ],
  [['token', 'nonsense']],
  [],
];

const CREDENTIALS: readonly Pairs[] = [
  [
    ['client_id', '<CLIENT>'],
    ['client_secret', '<SECRET>'],
  ],
  [
    ['client_id', '<OTHER>'],
    ['client_secret', '<OTHERSECRET>'],
  ],
  [
    ['client_id', '<CLIENT>'],
    ['client_secret', 'wrong'],
  ],
  [['client_id', '<CLIENT>']],
  [['client_id', 'nobody']],
  [],
];

/** Values that readers could take differently. All bytes below 0x80 are written as each encoding writes them. */
const STRANGE: readonly string[] = [
  '',
  ' ',
  'a b+c%20d',
  '%',
  '%00',
  '\0',
  '\x7f',
  '\r\n',
  '\t',
  'é',
  '\xe2\x82\xac',
  '\xff',
  '\xed\xa0\x80',
  '\xc0\xaf',
  '\xef\xbb\xbfx',
  '\xe2\x80\xae',
  'a=b&c=d',
  'a;b',
  '"quoted"',
  '\\',
  '__proto__',
  '[object Object]',
  'null',
  'x'.repeat(4096),
  'x'.repeat(4097),
  '\xe2\x82\xac'.repeat(1365),
  '\xe2\x82\xac'.repeat(1366),
  'lkc_aaaaaaaaaaaa',
  '<CODE>\x20',
  '<REFRESH>,',
];

/** Names that every encoding can carry. */
const NAMES: readonly string[] = [
  'grant_type',
  'code',
  'scope',
  'state',
  'Code',
  'code[]',
  'code[0]',
  'client_secret',
  'redirect_uri',
  'resource',
  '__proto__',
  'constructor',
  'x'.repeat(64),
  'x'.repeat(65),
  'a b',
  'a&b=c',
  '\xc3\xa9',
  '\xff',
  '_method',
];

export function makeCase(chance: Chance): Case {
  const path = chance.pick([
    '/oauth/token',
    '/oauth/token',
    '/oauth/token',
    '/oauth/revoke',
    '/oauth/introspect',
  ] as const);
  const request = chance.pick(path === '/oauth/token' ? TOKEN_REQUESTS : TOKEN_NAMES);
  // Mostly a client that proves who it is, or nothing behind that would ever be reached.
  const credentials = chance.next() < 0.65 ? (CREDENTIALS[0] ?? []) : chance.pick(CREDENTIALS);
  const isBasic = chance.next() < 0.25 && credentials.length === 2;
  let pairs = [...request, ...(isBasic && chance.next() < 0.9 ? [] : credentials)];
  const changes = chance.pick([0, 0, 1, 1, 1, 2, 3]);
  for (let change = 0; change < changes; change += 1) pairs = changed(chance, pairs);
  return {
    path,
    fields: pairs.map(([name, value]): Field => [Buffer.from(name, 'latin1'), Buffer.from(value, 'latin1')]),
    basic: isBasic ? [credentials[0]?.[1] ?? '', credentials[1]?.[1] ?? ''] : undefined,
  };
}

function changed(chance: Chance, pairs: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  const at = chance.below(pairs.length + 1);
  const pair = pairs[at];
  const [before, after] = [pairs.slice(0, at), pairs.slice(at + 1)];
  const extra: readonly [string, string] = [chance.pick(NAMES), chance.pick(STRANGE)];
  if (!pair) return [...pairs, extra];
  switch (chance.below(7)) {
    case 0:
      return [...before, ...after];
    case 1:
      return [...before, pair, pair, ...after];
    case 2:
      return [...before, [pair[0], chance.pick(STRANGE)], ...after];
    case 3:
      return [...before, [pair[0], pair[1] + chance.pick(STRANGE)], ...after];
    case 4:
      return [...before, [chance.pick(NAMES), pair[1]], ...after];
    case 5:
      return [
        ...before,
        pair,
        ...Array.from({ length: chance.pick([1, 30, 50]) }, (): [string, string] => ['n', 'v']),
        ...after,
      ];
    default:
      return [...before, extra, pair, ...after];
  }
}
