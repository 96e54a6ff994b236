/** Proves that a parameter that carries a secret is kept and logged nowhere, whichever way it takes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { censor, scrub } from '../../src/log/redact.ts';
import { parseBasic } from '../../src/protocol/clients/identification.ts';
import { createForm } from '../../src/protocol/form.ts';
import { withoutSecrets } from '../../src/protocol/refusals/facts.ts';
import { secretsIn } from '../../src/protocol/refusals/presented.ts';

const HEADERLESS = { authorization: undefined, basic: parseBasic(undefined) };

/** Written out, so that a name that is taken from the list is missed. */
const NAMES = [
  'code',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'id_token_hint',
  'client_secret',
  'client_assertion',
  'assertion',
  'code_verifier',
  'device_code',
  'user_code',
  'dpop',
  'password',
  'request',
];

for (const name of NAMES) {
  test(`a value of ${name} is neither logged nor kept with a refused request`, () => {
    const camel = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

    assert.doesNotMatch(scrub(`GET /x?a=b&${name}=hush-hush HTTP/1.1`), /hush/, 'in an address that is logged');
    assert.doesNotMatch(
      JSON.stringify(censor({ [name]: 'hush-hush', [camel]: 'hush-hush' })),
      /hush/,
      'in a log field',
    );
    for (const mark of ['?', '&', '#', ''])
      assert.doesNotMatch(withoutSecrets(['x', `${mark}${name}=hush-hush`], [])[1], /hush/, 'in another parameter');
    assert.deepEqual(secretsIn({ ...HEADERLESS, form: createForm([[name, 'hush-hush']]) }), ['hush-hush']);
  });
}

test('what is no secret is kept as it is', () => {
  const form = createForm([
    ['client_id', 'abc'],
    ['scope', 'profile'],
    ['code_challenge', 'abc'],
  ]);

  assert.deepEqual(secretsIn({ ...HEADERLESS, form }), []);
  assert.deepEqual(withoutSecrets(['x', '?code_challenge=abc&scope=b'], []), ['x', '?code_challenge=abc&scope=b']);
  assert.equal(scrub('GET /x?scope=profile&code_challenge=abc'), 'GET /x?scope=profile&code_challenge=abc');
  assert.deepEqual(censor({ scope: 'profile', error: 'x' }), { scope: 'profile', error: 'x' });
});
