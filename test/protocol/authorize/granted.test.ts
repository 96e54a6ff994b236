/** Proves what other tests take for granted: the plain values that two sides of a comparison share. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examineRequiredScope } from '../../../src/protocol/authorize/consent-terms.ts';
import { examineAuthorization, untrusted } from '../../../src/protocol/authorize/request.ts';
import { redirectWith, splitLoopback, trustRedirect } from '../../../src/protocol/clients/redirect-uri.ts';
import { digest, isSecretOf } from '../../../src/protocol/digest.ts';
import { createForm } from '../../../src/protocol/form.ts';
import { errorUri, SHORT_TRACE, shortTrace } from '../../../src/protocol/refusals/short-trace.ts';
import { basicChallenge, bearerChallenge, parseBearer } from '../../../src/protocol/tokens/bearer.ts';
import { accessLiveUntil, grantedScope } from '../../../src/protocol/tokens/liveness.ts';
import { judgeRefresh } from '../../../src/protocol/tokens/rotation.ts';
import { parseToken } from '../../../src/protocol/tokens/token-string.ts';
import { holding, NOW } from '../tokens/holding.ts';

test('an untrusted request says so, and why', () => {
  assert.deepEqual(untrusted('client_unknown'), { verdict: 'untrusted', reason: 'client_unknown' });
});

test('a prompt is read by its words, spaces too many or not', () => {
  const client = { publicId: 'c', isConfidential: true, redirectUris: ['x:/y'], scope: ['a'] };
  const prompt = (text: string) => {
    const form = createForm([
      ['client_id', 'c'],
      ['redirect_uri', 'x:/y'],
      ['response_type', 'code'],
      ['prompt', text],
    ]);
    const examined = examineAuthorization(form, client, {
      catalogue: { a: { description: '', default: true } },
      target: { kind: 'own' },
    });
    return examined.verdict === 'request' ? examined.request.prompt : examined.verdict;
  };

  assert.deepEqual(prompt(' none '), ['none']);
  assert.equal(prompt('none  consent'), 'refused');
});

test('a digest is the SHA-256 of the secret in base64url', () => {
  assert.equal(digest('abc'), 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  assert.ok(isSecretOf('abc', digest('abc')));
  for (const kept of ['', digest('abd'), `${digest('abc')}A`]) assert.equal(isSecretOf('abc', kept), false);
});

test('another scheme of six letters is another scheme', () => {
  for (const header of ['Digest abc', 'Digest', 'Basic abcd'])
    assert.deepEqual(parseBearer(header), { kind: 'absent' });
});

test('what a challenge cannot hold is replaced by a question mark', () => {
  assert.equal(bearerChallenge({ realm: 'a"b\\cé' }), 'Bearer realm="a?b?c?"');
  assert.equal(basicChallenge('"'), 'Basic realm="?", charset="UTF-8"');
});

test('one required scope that the application may not ask for is one too many', () => {
  assert.deepEqual(examineRequiredScope(['a', 'x'], ['a', 'b']), { ok: false, refusal: 'required_scope_unknown' });
  assert.deepEqual(examineRequiredScope(['b'], ['a', 'b']), { ok: true, value: ['b'] });
});

test('a token without a consent has the scope it was given, even none', () => {
  const own = holding({ consentScope: null, familyScope: '', pairScope: '' });

  assert.equal(grantedScope({ familyScope: 'a b', consentScope: null }), 'a b');
  assert.ok(NOW < accessLiveUntil(own));
  assert.equal(judgeRefresh(own, NOW, 30).may, 'renew');
});

test('a port stands right behind the host of a loopback address', () => {
  assert.deepEqual(splitLoopback('http://127.0.0.1/:80'), {
    host: '127.0.0.1',
    port: undefined,
    rest: '/:80',
  });
  assert.deepEqual(splitLoopback('http://localhost:80?x'), { host: 'localhost', port: '80', rest: '?x' });
});

test('percent signs are written with capital letters, as RFC 3986 §2.1 asks', () => {
  const redirect = trustRedirect('x:/y', ['x:/y']);
  assert.ok(redirect);
  assert.equal(redirectWith(redirect, [['state', "!'()*"]]), 'x:/y?state=%21%27%28%29%2A');
});

test('sixty signs that are no base64url are no token, and nothing is thrown', () => {
  for (const text of ['!'.repeat(60), `${'A'.repeat(59)}!`, 'é'.repeat(60)])
    assert.equal(parseToken('code', `lkc_${text}`), undefined);
});

const form = createForm([
  ['scope', 'a b'],
  ['code', 'secret'],
]);
const REQUEST = { clientId: 7, endpoint: 'token', error: 'invalid_grant', form } as const;

test('a short trace is eight letters that name the mistake, not the moment', () => {
  const trace = shortTrace(REQUEST);

  assert.equal(trace, 'kodlmebw');
  assert.match(trace, SHORT_TRACE);
  for (const text of ['', `${trace}a`, `a${trace}`, 'abcdefg1', 'ABCDEFGH']) assert.doesNotMatch(text, SHORT_TRACE);
  assert.equal(
    shortTrace({
      ...REQUEST,
      form: createForm([
        ['code', 'other'],
        ['scope', 'a b'],
        ['code', 'x'],
      ]),
    }),
    trace,
  );
});

test('another application, endpoint, error, parameter or plain value is another mistake', () => {
  const values = ['grant_type', 'response_type', 'redirect_uri', 'scope', 'prompt', 'code_challenge_method'];
  const others = [
    { ...REQUEST, clientId: 8 },
    { ...REQUEST, endpoint: 'revoke' },
    { ...REQUEST, error: 'invalid_scope' },
    { ...REQUEST, form: createForm([['scope', 'a b']]) },
    {
      ...REQUEST,
      form: createForm([
        ['scope', ''],
        ['code', 'secret'],
      ]),
    },
    ...values.flatMap((name) => ['x', 'y'].map((value) => ({ ...REQUEST, form: createForm([[name, value]]) }))),
  ] as const;

  assert.equal(new Set([shortTrace(REQUEST), ...others.map(shortTrace)]).size, others.length + 1);
});

test('an error is explained at its own address, with a trace or without', () => {
  assert.equal(errorUri('https://id.example', 'invalid_grant'), 'https://id.example/errors/invalid_grant');
  assert.equal(errorUri('https://id.example', 'invalid_grant', 'abcd'), 'https://id.example/errors/invalid_grant/abcd');
});
