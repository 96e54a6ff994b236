/** Proves the verdict on every authorization request: untrusted, refused by redirect, or fit to be asked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuery } from '../../../src/http/reading/urlencoded.ts';
import {
  examineAuthorization,
  examineUnknown,
  requestDigest,
  untrusted,
} from '../../../src/protocol/authorize/request.ts';
import { QUERY_MODE } from '../../../src/protocol/authorize/response-types.ts';
import { createForm, formatQuery } from '../../../src/protocol/form.ts';
import type { ScopeCatalogue } from '../../../src/protocol/scope.ts';
import { proves } from '../../support/proves.ts';

const REDIRECT = 'https://app.example.com/cb';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const catalogue: ScopeCatalogue = {
  profile: { description: 'See who you are', default: true },
  email: { description: 'See your address', default: false },
  write: { description: 'Change things', default: false },
};
type AuthorizingClient = Parameters<typeof examineAuthorization>[1];
type Examined = ReturnType<typeof examineAuthorization>;

const confidential: AuthorizingClient = {
  publicId: 'c1',
  isConfidential: true,
  redirectUris: [REDIRECT, 'https://app.example.com/other'],
  scope: ['profile', 'email'],
};
const publicClient: AuthorizingClient = { ...confidential, publicId: 'p1', isConfidential: false };

type Changes = Readonly<Record<string, string | undefined>>;

function entriesWith(changes: Changes): [string, string][] {
  const all = { client_id: 'c1', redirect_uri: REDIRECT, response_type: 'code', scope: '', state: 'xyz', ...changes };
  return Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

function examine(changes: Changes = {}, client: AuthorizingClient | undefined = confidential): Examined {
  return examineAuthorization(createForm(entriesWith(changes)), client, { catalogue, target: { kind: 'own' } });
}

function assertRefused(examined: Examined, error: string, state: string | null = 'xyz'): void {
  assert.equal(examined.verdict, 'refused');
  // Narrowed for the compiler; the line above has already failed otherwise.
  if (examined.verdict !== 'refused') return;
  const { redirect, description } = examined;
  assert.deepEqual(
    { redirect, error: examined.error, state: examined.state ?? null },
    { redirect: REDIRECT, error, state },
  );
  assert.match(description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
}

test('a sound request is read whole', () => {
  assert.deepEqual(examine({ code_challenge: CHALLENGE, code_challenge_method: 'S256', prompt: 'consent', x: 'y' }), {
    verdict: 'request',
    request: {
      clientId: 'c1',
      redirect: REDIRECT,
      scope: ['profile'],
      isScopeUnasked: true,
      resource: null,
      state: 'xyz',
      responseMode: QUERY_MODE,
      nonce: undefined,
      codeChallenge: CHALLENGE,
      prompt: ['consent'],
    },
  });
});

proves('RFC 6749 §4.1.1', 'scope is OPTIONAL and state is RECOMMENDED, so a request without them is complete.', () => {
  const examined = examine({ state: undefined, scope: undefined });
  assert.equal(examined.verdict, 'request');
  if (examined.verdict !== 'request') return;
  const { state, codeChallenge, prompt } = examined.request;
  assert.deepEqual({ state, codeChallenge, prompt }, { state: undefined, codeChallenge: undefined, prompt: [] });
});

proves(
  'RFC 6749 §3.1.2.4',
  'On a missing, invalid or mismatching redirection URI the server MUST NOT automatically redirect the user-agent to it.',
  () => {
    const worse = { response_type: 'token', scope: 'nope', state: '\0' };
    for (const rest of [{}, worse]) {
      for (const redirect_uri of ['https://evil.example/cb', `${REDIRECT}/`, `${REDIRECT}#`, ` ${REDIRECT}`, 'null']) {
        assert.deepEqual(examine({ ...rest, redirect_uri }), untrusted('redirect_uri_unregistered'));
      }
      for (const redirect_uri of [undefined, '']) {
        assert.deepEqual(examine({ ...rest, redirect_uri }), untrusted('redirect_uri_missing'));
      }
    }
  },
);

test('the redirect URI is required even where only one is registered', () => {
  const client = { ...confidential, redirectUris: [REDIRECT] };
  assert.deepEqual(examine({ redirect_uri: undefined }, client), untrusted('redirect_uri_missing'));
});

proves('RFC 6749 §4.1.2.1', 'A missing or invalid client identifier never causes a redirect.', () => {
  const unknown = examineUnknown(createForm(entriesWith({ client_id: 'nope' })));
  assert.deepEqual(unknown, untrusted('client_unknown'));
  for (const client_id of [undefined, '']) {
    const missing = examineUnknown(createForm(entriesWith({ client_id })));
    assert.deepEqual(missing, untrusted('client_id_missing'));
    assert.deepEqual(examine({ client_id }), untrusted('client_id_missing'));
  }
});

proves('RFC 6749 §3.1', 'Request and response parameters MUST NOT be included more than once.', () => {
  const twice = (name: string, value: string, first = false) => {
    const entries = entriesWith({ code_challenge: CHALLENGE, code_challenge_method: 'S256' });
    const doubled: [string, string] = [name, value];
    return examineAuthorization(createForm(first ? [doubled, ...entries] : [...entries, doubled]), confidential, {
      catalogue,
      target: { kind: 'own' },
    });
  };
  for (const first of [false, true]) {
    assert.deepEqual(twice('client_id', 'c1', first), untrusted('client_id_doubled'));
    assert.deepEqual(twice('redirect_uri', REDIRECT, first), untrusted('redirect_uri_doubled'));
    assert.deepEqual(twice('redirect_uri', 'https://evil.example', first), untrusted('redirect_uri_doubled'));
    for (const name of ['response_type', 'scope', 'code_challenge', 'code_challenge_method']) {
      assertRefused(twice(name, 'code', first), 'invalid_request');
    }
    // Two states: neither is the one to send back.
    assertRefused(twice('state', 'xyz', first), 'invalid_request', null);
  }
});

test('the name of a doubled parameter is repeated only when it is harmless', () => {
  const twice = (name: string) => {
    const form = createForm([...entriesWith({}), [name, '1'], [name, '2']]);
    const examined = examineAuthorization(form, confidential, { catalogue, target: { kind: 'own' } });
    assertRefused(examined, 'invalid_request');
    return examined.verdict === 'refused' ? examined.description : '';
  };
  assert.equal(twice('nonce'), 'The parameter nonce was sent more than once.');
  for (const name of ['a"b', 'é', '\r\nx', 'x'.repeat(65), '']) {
    assert.equal(twice(name), 'A parameter was sent more than once.');
  }
});

test('names that only resemble a parameter are unknown and ignored', () => {
  for (const name of ['redirect_uri[]', 'redirect_uri\0', 'Redirect_Uri', 'redirect_uri.x']) {
    assert.deepEqual(examine({ redirect_uri: undefined, [name]: REDIRECT }), untrusted('redirect_uri_missing'));
    assert.equal(examine({ [name]: 'https://evil.example' }).verdict, 'request');
  }
});

proves('RFC 6749 §3.1.1', 'A missing or not understood response_type MUST be answered with an error response.', () => {
  assertRefused(examine({ response_type: undefined }), 'invalid_request');
  assertRefused(examine({ response_type: '' }), 'invalid_request');
  for (const type of ['token', 'id_token', 'code token', 'token code', 'code code', 'Code', 'code ', 'foo', 'none']) {
    assertRefused(examine({ response_type: type }), 'unsupported_response_type');
  }
});

test('the answer comes in the query and in no other mode', () => {
  assert.equal(examine({ response_mode: 'query' }).verdict, 'request');
  for (const mode of ['form_post', 'fragment', 'web_message', 'QUERY', 'jwt']) {
    assertRefused(examine({ response_mode: mode }), 'invalid_request');
  }
});

proves(
  'RFC 9101 §7',
  'A server that does not support request or request_uri says so with the error that names it.',
  () => {
    assertRefused(examine({ request: 'e30.e30.' }), 'request_not_supported');
    assertRefused(examine({ request_uri: 'http://127.0.0.1:1/' }), 'request_uri_not_supported');
  },
);

proves('RFC 6749 §4.1.2', 'The state is the exact value received from the client.', () => {
  const printable = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 0x20 + index));
  for (const state of [printable.repeat(6), 'é中😀', 'a'.repeat(4096), ' ', '"<script>']) {
    const examined = examine({ state });
    assert.equal(examined.verdict === 'request' && examined.request.state, state);
    assertRefused(examine({ state, scope: 'nope' }), 'invalid_scope', state);
  }
});

test('a state that cannot be sent back unchanged is refused and not echoed', () => {
  for (const state of ['\0', 'a\r\nb', '\t', '\u007f', '\u0085', '\ud800', 'a'.repeat(4097), 'é'.repeat(2049)]) {
    assertRefused(examine({ state }), 'invalid_request', null);
    assertRefused(examine({ state, response_type: 'token' }), 'unsupported_response_type', null);
  }
});

proves('RFC 6749 §3.1', 'Parameters sent without a value MUST be treated as if they were omitted.', () => {
  const empty = {
    state: '',
    code_challenge: '',
    code_challenge_method: '',
    prompt: '',
    response_mode: '',
    request: '',
  };
  const examined = examine(empty);
  assert.equal(examined.verdict, 'request');
  assert.equal(examined.verdict === 'request' && examined.request.state, undefined);
  assertRefused(examine({ state: '', scope: 'nope' }), 'invalid_scope', null);
});

proves('RFC 6749 §4.1.2.1', 'invalid_scope: the requested scope is invalid, unknown, or malformed.', () => {
  for (const scope of ['nope', 'profile nope', 'write', 'PROFILE', 'a"b', 'a\\b', '\n', 'é']) {
    assertRefused(examine({ scope }), 'invalid_scope');
  }
  const examined = examine({ scope: 'email profile' });
  assert.deepEqual(examined.verdict === 'request' && examined.request.scope, ['email', 'profile']);
});

proves('RFC 7636 §4.4.1', 'A transformation that is not supported MUST be answered with invalid_request.', () => {
  for (const code_challenge_method of ['plain', 'S512', 's256', 'S256 ', ' S256', undefined, '']) {
    for (const client of [confidential, publicClient]) {
      assertRefused(examine({ code_challenge: CHALLENGE, code_challenge_method }, client), 'invalid_request');
    }
  }
  assertRefused(examine({ code_challenge_method: 'S256' }), 'invalid_request');
});

proves('RFC 7636 §4.2', 'A challenge that is no base64url of a SHA-256 digest is refused.', () => {
  const tail = CHALLENGE.slice(1);
  const wrong = [
    tail,
    `${CHALLENGE}a`,
    'a'.repeat(129),
    `${CHALLENGE}=`,
    `${tail}=`,
    `+${tail}`,
    `/${tail}`,
    `${tail}\n`,
  ];
  for (const code_challenge of wrong) {
    assertRefused(examine({ code_challenge, code_challenge_method: 'S256' }), 'invalid_request');
  }
});

proves('RFC 9700 §2.1.1', 'Public clients MUST use PKCE.', () => {
  assertRefused(examine({}, publicClient), 'invalid_request');
  assertRefused(examine({ code_challenge: '' }, publicClient), 'invalid_request');
  const examined = examine({ code_challenge: CHALLENGE, code_challenge_method: 'S256' }, publicClient);
  assert.equal(examined.verdict === 'request' && examined.request.codeChallenge, CHALLENGE);
});

test('prompt is read word by word, and none stands alone', () => {
  const cases = {
    none: ['none'],
    consent: ['consent'],
    login: ['login'],
    'login consent': ['login', 'consent'],
    'consent  login ': ['login', 'consent'],
    select_account: ['select_account'],
    'select_account login': ['login', 'select_account'],
  };
  for (const [prompt, expected] of Object.entries(cases)) {
    const examined = examine({ prompt });
    assert.deepEqual(examined.verdict === 'request' && examined.request.prompt, expected, prompt);
  }
  for (const prompt of ['create', 'NONE', 'constructor', ' ']) {
    const examined = examine({ prompt });
    assert.deepEqual(examined.verdict === 'request' && examined.request.prompt, [], prompt);
  }
  for (const prompt of ['none login', 'consent none', 'none select_account', 'none x']) {
    assertRefused(examine({ prompt }), 'invalid_request');
  }
});

test('a request is named by what was parsed: however it is spelt, and never like another one', () => {
  const digestOf = (query: string) => {
    const form = readQuery(query);
    assert.ok(form.ok);
    return requestDigest(form.value);
  };

  assert.equal(digestOf('prompt=login&state=a+b'), digestOf('state=a%20b&prompt=%6cogin'));
  const others = [
    'prompt=login&state=a%2Bb',
    'prompt=login',
    'prompt=login&state=a+b&x=',
    'prompt=login&state=a+b&state=a+b',
  ];
  const names = ['prompt=login&state=a+b', ...others].map(digestOf);
  assert.equal(new Set(names).size, names.length);
});

test('a form is written as a query that reads as the same form', () => {
  const entries = [
    ['client_id', 'a b+c%d&e=f#g'],
    ['state', '{"x":["\u00e9","\u{1f511}"]}\\'],
    ['a=b&c', ''],
    ['redirect_uri', "https://app.example.com:8080/cb?x=1;2,3!$'()*@~"],
    ['state', ''],
  ] as const;

  const query = formatQuery(createForm(entries));

  assert.match(query, /^[\x21-\x7e]+$/);
  assert.ok(query.includes('redirect_uri=https://app.example.com:8080/cb?x%3D1;2,3'));
  const read = readQuery(query);
  assert.deepEqual(read.ok && read.value.entries, entries);
});

test('a nonce is carried unchanged up to its limit, and refused beyond it', () => {
  const longest = 'é'.repeat(512);

  const examined = examine({ nonce: longest });

  assert.equal(examined.verdict === 'request' && examined.request.nonce, longest);
  assertRefused(examine({ nonce: `${longest}x` }), 'invalid_request');
});
