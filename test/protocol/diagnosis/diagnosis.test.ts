/** Proves what a developer is told about a refused request: the difference, the findings, and the one click that mends it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../../src/protocol/diagnosis/diagnosis.ts';
import type { Circumstances, Finding } from '../../../src/protocol/diagnosis/finding.ts';
import { findingsOfScope } from '../../../src/protocol/diagnosis/findings.ts';
import type { Fact } from '../../../src/protocol/refusals/facts.ts';
import { NOW } from '../tokens/holding.ts';

const HERE = 'https://app.example.com/cb';
const LOOPBACK = 'http://127.0.0.1/cb';

const AROUND: Circumstances = {
  redirectUris: [LOOPBACK, HERE],
  mostRedirectUris: 3,
  scope: ['profile'],
  catalogue: ['profile', 'email', 'offline_access'],
  grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
  ownUrl: 'https://id.example',
  earlier: undefined,
  causedBy: undefined,
};

function diagnosed(facts: readonly Fact[], around: Partial<Circumstances> = {}) {
  const request = { id: 1, traceId: 't', shortTrace: null, endpoint: 'authorize', reason: 'r', error: 'e' } as const;
  const source = { address: null, userAgent: null };
  return diagnose({ ...request, at: NOW, source, accountId: null, facts }, { ...AROUND, ...around });
}

const difference = (name: string) => ({ kind: 'difference', name }) as Finding;

test('a redirect URI is compared with the registered one that is most like it', () => {
  const { comparison, findings, mend } = diagnosed([['redirect_uri', `${HERE}/`]]);

  assert.equal(comparison?.what, 'redirect_uri');
  assert.equal(comparison?.received, `${HERE}/`);
  assert.equal(comparison?.expected, HERE);
  assert.deepEqual(comparison?.pieces, [
    { kind: 'same', text: HERE },
    { kind: 'received', text: '/' },
  ]);
  assert.deepEqual(findings, [difference('slash_extra')]);
  assert.equal(mend, `${HERE}/`);
});

test('what was registered at that time is compared, if it was kept', () => {
  assert.equal(
    diagnosed([
      ['redirect_uri', HERE],
      ['registered', LOOPBACK],
    ]).comparison?.expected,
    LOOPBACK,
  );
  assert.equal(
    diagnosed([
      ['redirect_uri', HERE],
      ['registered', LOOPBACK],
      ['expected', 'x:/y'],
    ]).comparison?.expected,
    'x:/y',
  );
  assert.equal(diagnosed([['redirect_uri', 'https://x.example/']], { redirectUris: [] }).comparison, null);
});

test('where nothing is registered there is nothing to compare with', () => {
  assert.deepEqual(diagnosed([['redirect_uri', HERE]], { redirectUris: [] }).findings, []);
});

test('where the host differs, only that is told', () => {
  const { findings, mend } = diagnosed([['redirect_uri', 'https://evil.example/other?x=1']], { redirectUris: [HERE] });

  assert.deepEqual(findings, [difference('host'), { kind: 'other_host' }]);
  assert.equal(mend, null);
});

test('an exchange is held to its own authorization request, whatever is registered', () => {
  const { findings, mend } = diagnosed([
    ['redirect_uri', `${HERE}/`],
    ['expected', HERE],
  ]);

  assert.deepEqual(findings, [difference('slash_extra')]);
  assert.equal(mend, null);
  assert.deepEqual(
    diagnosed([
      ['redirect_uri', HERE],
      ['expected', `${HERE}/`],
    ]).findings,
    [difference('slash_missing')],
  );
});

test('an address that has been registered since is told as such, and cannot be added again', () => {
  const { findings, mend } = diagnosed([
    ['redirect_uri', HERE],
    ['registered', LOOPBACK],
  ]);

  assert.ok(findings.some(({ kind }) => kind === 'registered_now'));
  assert.equal(mend, null);
});

test('an address that registration would refuse is told with its rule', () => {
  const { findings, mend } = diagnosed([['redirect_uri', `${HERE}#top`]]);

  assert.deepEqual(findings, [difference('fragment'), { kind: 'rule', rule: 'fragment' }]);
  assert.equal(mend, null);
});

test('an address that was cut or had a secret in it is neither judged nor offered', () => {
  const { findings, mend } = diagnosed([['redirect_uri', `${HERE}?code=…#`]]);

  assert.ok(!findings.some(({ kind }) => kind === 'rule'));
  assert.equal(mend, null);
});

test('one click adds an address of a known host or scheme, while there is room', () => {
  const mend = (uri: string, around: Partial<Circumstances> = {}) => diagnosed([['redirect_uri', uri]], around).mend;

  assert.equal(mend('https://app.example.com/other'), 'https://app.example.com/other');
  assert.equal(mend('https://app.example.com/other', { mostRedirectUris: 2 }), null);
  assert.equal(mend('https://evil.example/cb'), null);
  assert.equal(mend('myapp://cb', { redirectUris: ['myapp://old'] }), 'myapp://cb');
  assert.equal(mend('myapp://cb', { redirectUris: ['otherapp://cb', HERE] }), null);
  assert.equal(mend('http://localhost/cb'), null);
  assert.equal(mend('http://127.0.0.1/other'), 'http://127.0.0.1/other');
  assert.equal(mend('https://app.example.com/é'), null);
  assert.equal(diagnosed([]).mend, null);
});

test('a challenge, a response type, a grant type and a parameter are compared with what was meant', () => {
  const compared = (facts: Fact[]) => {
    const { what, received, expected } = diagnosed(facts).comparison ?? {};
    return [what, received, expected];
  };

  assert.deepEqual(
    compared([
      ['computed', 'abc'],
      ['challenge', 'abd'],
    ]),
    ['code_challenge', 'abc', 'abd'],
  );
  assert.deepEqual(compared([['computed', 'abc']]), ['code_challenge', 'abc', '']);
  assert.deepEqual(compared([['response_type', 'token']]), ['response_type', 'token', 'code']);
  for (const [sent, meant] of [
    ['authorization-code', 'authorization_code'],
    ['refresh', 'refresh_token'],
    ['client_credential', 'client_credentials'],
  ] as const)
    assert.deepEqual(compared([['grant_type', sent]]), ['grant_type', sent, meant]);
  assert.deepEqual(compared([['grant_type', 'password']]), [undefined, undefined, undefined]);
  assert.deepEqual(
    compared([
      ['near', 'redirect_url'],
      ['missing', 'redirect_uri'],
    ]),
    ['parameter', 'redirect_url', 'redirect_uri'],
  );
  assert.deepEqual(compared([['near', 'redirect_url']]), [undefined, undefined, undefined]);
  assert.deepEqual(compared([['missing', 'redirect_uri']]), [undefined, undefined, undefined]);
});

test('each fact about a parameter is a finding', () => {
  const found = (...facts: Fact[]) => diagnosed(facts).findings;

  assert.deepEqual(found(['missing', 'code']), [{ kind: 'missing', parameter: 'code' }]);
  assert.deepEqual(found(['missing', 'code'], ['near', 'cod']), [
    { kind: 'missing', parameter: 'code' },
    { kind: 'near', sent: 'cod', meant: 'code' },
  ]);
  assert.deepEqual(found(['near', 'cod']), []);
  assert.deepEqual(found(['empty', 'a'], ['empty', 'b']), [
    { kind: 'empty', parameter: 'a' },
    { kind: 'empty', parameter: 'b' },
  ]);
  assert.deepEqual(found(['doubled', 'a']), [{ kind: 'doubled', parameter: 'a' }]);
  assert.deepEqual(found(['detail', 'A sentence.']), [{ kind: 'detail', sentence: 'A sentence.' }]);
  assert.deepEqual(found(['content_type', 'text/plain']), [{ kind: 'content_type', received: 'text/plain' }]);
  assert.deepEqual(found(['response_type', 'token']), [{ kind: 'value_near', sent: 'token', meant: 'code' }]);
  assert.deepEqual(found(['grant_type', 'refresh']), [{ kind: 'value_near', sent: 'refresh', meant: 'refresh_token' }]);
  assert.deepEqual(found(['grant_type', 'password']), []);
  assert.deepEqual(found(['retry_after', '17']), [{ kind: 'retry_after', seconds: 17 }]);
});

test('a refused scope is told by the names that were wrong, and by what each of them lacks', () => {
  const found = (...facts: Fact[]) => findingsOfScope(facts, AROUND);

  assert.deepEqual(found(), []);
  for (const [scope, sign] of [
    ['"profile"', '"'],
    ['a\\b', '\\'],
    ['profilé', 'é'],
    ['a\tb', '\t'],
    ['a\x7f', '\x7f'],
  ] as const)
    assert.deepEqual(found(['scope', scope]), [{ kind: 'scope_sign', sign }]);
  assert.deepEqual(found(['scope', 'profile email'], ['granted', 'profile']), [
    { kind: 'scope_not_granted', names: ['email'] },
  ]);
  assert.deepEqual(found(['scope', 'profile,email'], ['allowed', 'profile']), [{ kind: 'scope_sign', sign: ',' }]);
  assert.deepEqual(found(['scope', ' zebra  Emails '], ['allowed', 'profile']), [
    { kind: 'scope_unknown', names: ['zebra', 'Emails'] },
    { kind: 'value_near', sent: 'Emails', meant: 'email' },
  ]);
  assert.deepEqual(found(['scope', 'profile email'], ['allowed', 'profile']), [
    { kind: 'scope_not_allowed', names: ['email'] },
  ]);
  assert.deepEqual(found(['scope', 'email']), [{ kind: 'scope_not_allowed', names: ['email'] }]);
  assert.deepEqual(found(['scope', 'zebra email'], ['allowed', 'profile']), [
    { kind: 'scope_unknown', names: ['zebra'] },
    { kind: 'scope_not_allowed', names: ['email'] },
  ]);
  assert.deepEqual(found(['scope', 'profile'], ['allowed', '']), [
    { kind: 'scope_not_allowed', names: ['profile'] },
    { kind: 'scope_allowed_now' },
  ]);
  assert.deepEqual(found(['scope', 'profile'], ['allowed', 'profile']), [{ kind: 'scope_allowed_now' }]);
  assert.deepEqual(found(['scope', ''], ['allowed', 'profile']), []);
  assert.deepEqual(found(['scope', 'profile,'], ['allowed', 'profile']), [{ kind: 'scope_sign', sign: ',' }]);
});

test('scopes of the catalogue that the application may not ask for can be added, and no others', () => {
  const addable = (scope: string, allowed: string) =>
    diagnosed([
      ['scope', scope],
      ['allowed', allowed],
    ]).addableScopes;

  assert.deepEqual(addable('email zebra email profile', 'profile'), ['email']);
  assert.deepEqual(addable('profile', ''), [], 'it may ask for this one by now');
  assert.deepEqual(addable('profile,email', 'profile'), []);
});

test('what was found is told in one order: the address, the parameters, what was presented, the scope', () => {
  const facts: Fact[] = [
    ['scope', '"'],
    ['basic', 'colon'],
    ['detail', 'A sentence.'],
    ['redirect_uri', `${HERE}/`],
  ];

  assert.deepEqual(
    diagnosed(facts).findings.map(({ kind }) => kind),
    ['difference', 'detail', 'basic', 'scope_sign'],
  );
});

test('of hundreds of unknown scopes the first few are compared with the catalogue', () => {
  const catalogue = Array.from({ length: 100 }, (_, index) => `resource${index}:read`);
  const scope = Array.from({ length: 60 }, (_, index) => `resource${index}:raed`).join(' ');

  const findings = findingsOfScope([['scope', `${scope} ${scope}`]], { ...AROUND, catalogue });

  const meant = findings.flatMap((finding) => (finding.kind === 'value_near' ? [finding.meant] : []));
  assert.deepEqual(meant, ['resource0:read', 'resource1:read', 'resource2:read', 'resource3:read', 'resource4:read']);
  assert.equal(findings[0]?.kind, 'scope_unknown');
});
