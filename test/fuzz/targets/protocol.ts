/** Targets: the strings of the protocol itself: scopes, redirect URIs, tokens, authorization requests. */

import { SHIPPED_SCOPES } from '../../../src/config/scope-catalogue.ts';
import { readQuery } from '../../../src/http/reading/urlencoded.ts';
import { consentPolicy } from '../../../src/http/replying/headers.ts';
import { derive } from '../../../src/keys/seal.ts';
import { examineAuthorization } from '../../../src/protocol/authorize/request.ts';
import { nameAddressDifferences } from '../../../src/protocol/clients/address-difference.ts';
import { parseBasic } from '../../../src/protocol/clients/identification.ts';
import { nearDuplicates, previewRedirect } from '../../../src/protocol/clients/redirect-preview.ts';
import { examineRedirectUri } from '../../../src/protocol/clients/redirect-registration.ts';
import { OUT_OF_BAND, redirectWith, trustRedirect } from '../../../src/protocol/clients/redirect-uri.ts';
import { compareTexts, likeliest } from '../../../src/protocol/difference.ts';
import { createForm } from '../../../src/protocol/form.ts';
import { type RunOwner, readRun, startRun } from '../../../src/protocol/playground/run.ts';
import {
  type Fact,
  formatFacts,
  isVerbatim,
  parseFacts,
  withoutSecrets,
} from '../../../src/protocol/refusals/facts.ts';
import { describePresented, secretsIn, unwrapped } from '../../../src/protocol/refusals/presented.ts';
import { commonScope, formatScope, parseScope, resolveScope } from '../../../src/protocol/scope.ts';
import { isCodeChallenge, isCodeVerifier, verifierMatches } from '../../../src/protocol/tokens/pkce.ts';
import { formatToken, parseToken, RANDOM_BYTES } from '../../../src/protocol/tokens/token-string.ts';
import { asText, insist, insistEqual, type Target } from './target.ts';

const VALUE_BYTES = 16_384;
const OWN = 'https://id.example.org';
const REGISTERED = ['https://app.example.com/cb', 'http://127.0.0.1/cb', 'myapp://oauth', OUT_OF_BAND];
const CLIENT = { publicId: 'quill', isConfidential: false, redirectUris: REGISTERED, scope: ['profile', 'email'] };
const KINDS = ['access', 'refresh', 'code', 'secret'] as const;
const TOKEN = formatToken('access', 12_345, Buffer.alloc(RANDOM_BYTES, 1));

export const PROTOCOL_TARGETS: readonly Target[] = [
  {
    name: 'scope',
    says: 'scope parameters',
    words: ['profile', 'email', 'openid', ' ', '"', 'profile email'],
    mostBytes: VALUE_BYTES,
    run(input) {
      const text = asText(input);
      const read = parseScope(text);
      if (read.ok) insistEqual(parseScope(formatScope(read.value)), read, 'written and read again');
      const granted = resolveScope({ requested: text, catalogue: SHIPPED_SCOPES, allowed: ['profile', 'email'] });
      if (granted.ok)
        insist(
          granted.value.every((name) => ['profile', 'email'].includes(name)),
          'more than allowed',
        );
      insist(commonScope(text, text) === text, 'not in common with itself');
    },
  },
  {
    name: 'redirect-uri',
    says: 'redirect URIs, at registration and in requests',
    words: [...REGISTERED, '@', ':443', '[::1]', 'localhost', '%23', '#', '?code=1', 'javascript:', '\\', 'xn--', '。'],
    mostBytes: VALUE_BYTES,
    run(input) {
      const text = asText(input);
      judgeTrust(text);
      nameAddressDifferences(text, REGISTERED[0] ?? '');
      nearDuplicates([text, ...REGISTERED]);
      const examined = examineRedirectUri(text, OWN);
      if (examined.ok) judgeRegistered(examined.value);
    },
  },
  {
    name: 'token',
    says: 'codes, tokens and secrets',
    words: ['lka_', 'lkr_', 'lkc_', 'lks_', TOKEN, TOKEN.slice(4), '_', '-'],
    mostBytes: VALUE_BYTES,
    run(input) {
      const text = asText(input);
      for (const kind of KINDS) {
        const id = parseToken(kind, text);
        describePresented(kind, 'code', text);
        if (id === undefined || kind === 'secret') continue;
        const random = Buffer.from(text.slice(4), 'base64url').subarray(8, 8 + RANDOM_BYTES);
        insist(formatToken(kind, id, random) === text, 'written again it is another');
      }
      for (const bare of unwrapped(text).values()) insist(bare.length <= text.length, 'unwrapped it is longer');
      isCodeVerifier(text);
      insist(!verifierMatches(text, text) && (!isCodeChallenge(text) || text.length === 43), 'it proves itself');
      const id = input.length >= 7 ? input.readUIntBE(0, 6) * 32 + ((input[6] ?? 0) & 31) : 0;
      const random = Buffer.alloc(RANDOM_BYTES);
      input.copy(random);
      insist(parseToken('access', formatToken('access', id, random)) === id, 'written and read again');
    },
  },
  {
    name: 'authorization',
    says: 'queries of authorization requests',
    words: [
      'client_id=quill',
      'redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb',
      'response_type=code',
      'scope=profile',
      'code_challenge_method=S256',
      `code_challenge=${'a'.repeat(43)}`,
      'state=',
      'prompt=none',
      'resource=',
      'response_mode=query',
      'request=',
    ],
    mostBytes: VALUE_BYTES,
    run(input) {
      const form = readQuery(asText(input));
      if (!form.ok) return;
      for (const isConfidential of [true, false]) {
        const examined = examineAuthorization(
          form.value,
          { ...CLIENT, isConfidential },
          { catalogue: SHIPPED_SCOPES, target: { kind: 'own' } },
        );
        if (examined.verdict === 'untrusted') continue;
        const redirect = examined.verdict === 'request' ? examined.request.redirect : examined.redirect;
        insist(trustRedirect(redirect, REGISTERED) !== undefined, 'a foreign redirect');
        if (examined.verdict !== 'request') continue;
        const { state } = examined.request;
        const location = redirectWith(redirect, [['state', state ?? '']]);
        insist(/^[\x21-\x7e]*$/.test(location), 'a Location that no header can carry');
        insist(form.value.doubled === undefined, 'a doubled parameter');
        insist(isConfidential || examined.request.codeChallenge !== undefined, 'a public client without PKCE');
      }
    },
  },
  {
    name: 'diagnosis',
    says: 'what is kept and told about refused requests',
    words: [TOKEN, 'code=', '&client_secret=', 'expected', '\\n', '\\\\', '…', 'https://app.example.com/cb'],
    mostBytes: 4096,
    run(input) {
      const text = asText(input);
      const facts: Fact[] = [
        ['redirect_uri', text],
        ['scope', text.slice(0, 40)],
      ];
      const kept = parseFacts(formatFacts(facts));
      const expected = text.toWellFormed().replaceAll('\0', '');
      if (text.length <= 1024) insistEqual(kept[0]?.[1], expected, 'written and read again');
      insist(
        kept.every(([name]) => name === 'redirect_uri' || name === 'scope'),
        'an invented fact',
      );
      const secret = `secret-${text.slice(0, 20)}`;
      const [, plain] = withoutSecrets(['redirect_uri', `${text}${secret}${TOKEN}`], [secret]);
      insist(!plain.includes(TOKEN) && !plain.includes(secret) && !isVerbatim(plain), 'a secret is kept');
      const pieces = compareTexts(text, REGISTERED[0] ?? '');
      const received = pieces.filter(({ kind }) => kind !== 'expected').map((piece) => piece.text);
      insist(received.join('') === text, 'the pieces are not the text');
      likeliest(text, ['redirect_uri', 'grant_type']);
      secretsIn({ form: createForm([['code', text]]), authorization: text, basic: parseBasic(text) });
    },
  },
  {
    name: 'playground-state',
    says: 'the state of a run of the playground',
    words: ['1790000000.', '.', startRun(runOwner('k'), 100, Buffer.alloc(16, 1)).state],
    mostBytes: VALUE_BYTES,
    run(input) {
      const text = asText(input);
      const run = readRun(runOwner('k'), text, 200);
      insist(run === undefined || text.startsWith('100.'), 'a forged state');
      insist(readRun(runOwner('other'), text, 200) === undefined, 'a state of another session');
    },
  },
];

function runOwner(key: string): RunOwner {
  return { derive: (what, text) => derive(key, `playground/${what}`, text), clientId: 'c' };
}

/** Only what is registered is trusted, apart from the port of a loopback address. */
function judgeTrust(text: string): void {
  const trusted = trustRedirect(text, REGISTERED);
  if (trusted === undefined || REGISTERED.includes(text)) return;
  insist(/^http:\/\/127\.0\.0\.1(:[1-9]\d{0,4})?\/cb$/.test(text), 'a foreign redirect is trusted');
}

function judgeRegistered(stored: string): void {
  insist(/^[\x21-\x7e]+$/.test(stored), 'stored beyond ASCII');
  insistEqual(examineRedirectUri(stored, OWN), { ok: true, value: stored }, 'judged again');
  const trusted = trustRedirect(stored, [stored]);
  insist(trusted !== undefined, 'registered, but not trusted');
  previewRedirect(stored);
  insist(
    !/[;,\s]/.test(consentPolicy(stored).split('form-action ')[1]?.replaceAll(' ', '') ?? ''),
    'a policy that ends early',
  );
  const location = redirectWith(trusted, [
    ['code', 'a b&c'],
    ['state', 'ü'],
  ]);
  insist(/^[\x21-\x7e]+$/.test(location), 'a Location that no header can carry');
  if (stored === OUT_OF_BAND) return;
  const query = new URLSearchParams(location.slice(location.indexOf('?') + 1));
  insistEqual([query.getAll('code'), query.getAll('state')], [['a b&c'], ['ü']], 'the answer as the client reads it');
  if (!/^https?:/.test(stored)) return;
  const url = new URL(location);
  insist(url.username === '' && url.password === '' && url.hash === '', 'userinfo or a fragment');
  insist(url.protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname), 'plain http');
  insist(url.origin !== OWN, 'our own address');
}
