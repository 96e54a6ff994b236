/** A form token is good for one session and one form. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formToken, isFormToken } from '../../../src/http/browser/anti-forgery.ts';

test('a form token is good for one secret and one purpose', () => {
  const token = formToken('secret', 'consent');

  assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  assert.equal(isFormToken('secret', 'consent', token), true);
  assert.equal(isFormToken('other', 'consent', token), false);
  assert.equal(isFormToken('secret', 'sign-out', token), false);
});

test('no token, half a token, a longer token or an empty secret is refused without an error', () => {
  const token = formToken('secret', 'consent');

  for (const bad of [undefined, '', token.slice(1), `${token}x`, `${token.slice(0, -1)}é`, '☃'.repeat(43)]) {
    assert.equal(isFormToken('secret', 'consent', bad), false);
  }
  assert.equal(isFormToken('', 'consent', formToken('', 'consent')), false);
});
