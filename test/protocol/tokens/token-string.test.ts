/** How codes, tokens and secrets look, and what is refused before any lookup. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { digest, isSecretOf } from '../../../src/protocol/digest.ts';
import {
  formatSecret,
  formatToken,
  parseToken,
  RANDOM_BYTES,
  SECRET_RANDOM_BYTES,
  TOKEN_LENGTH,
} from '../../../src/protocol/tokens/token-string.ts';
import { proves } from '../../support/proves.ts';

const KINDS = ['access', 'refresh', 'code'] as const;

test('a token gives back the number of its record', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.constantFrom(...KINDS), (id, kind) => {
      const token = formatToken(kind, id, randomBytes(RANDOM_BYTES));

      assert.equal(token.length, TOKEN_LENGTH);
      assert.match(token, /^lk[arc]_[A-Za-z0-9_-]{60}$/);
      assert.equal(parseToken(kind, token), id);
    }),
  );
});

test('a token of one kind is none of another kind', () => {
  for (const kind of KINDS) {
    const token = formatToken(kind, 42, randomBytes(RANDOM_BYTES));
    for (const other of KINDS) if (other !== kind) assert.equal(parseToken(other, token), undefined);
  }
});

test('a token with any single character changed is refused before any lookup', () => {
  const token = formatToken('access', 123_456_789, randomBytes(RANDOM_BYTES));

  for (let position = 0; position < token.length; position += 1) {
    const other = token[position] === 'A' ? 'B' : 'A';
    const changed = token.slice(0, position) + other + token.slice(position + 1);
    assert.equal(parseToken('access', changed), undefined, `position ${position}`);
  }
});

test('cut, padded and invented strings are refused', () => {
  const token = formatToken('access', 1, randomBytes(RANDOM_BYTES));

  for (const text of [
    '',
    'lka_',
    token.slice(1),
    token.slice(0, -1),
    `${token} `,
    ` ${token}`,
    `${token}\n`,
    `${token}=`,
  ]) {
    assert.equal(parseToken('access', text), undefined, JSON.stringify(text));
  }
});

proves(
  'RFC 6749 §10.10',
  'The probability of an attacker guessing generated tokens MUST be less than or equal to 2^(-128) and SHOULD be less than or equal to 2^(-160).',
  () => {
    assert.ok(RANDOM_BYTES * 8 >= 160);
    const seen = new Set(Array.from({ length: 1000 }, () => formatToken('access', 7, randomBytes(RANDOM_BYTES))));
    assert.equal(seen.size, 1000);
  },
);

test('a client secret is recognisable and has nothing but randomness in it', () => {
  const secrets = Array.from({ length: 100 }, () => formatSecret(randomBytes(SECRET_RANDOM_BYTES)));
  for (const secret of secrets) {
    assert.match(secret, /^lks_[A-Za-z0-9_-]{60}$/);
    assert.notEqual(parseToken('secret', secret), undefined);
  }
  // The first characters tell two secrets apart, as people do.
  assert.equal(new Set(secrets.map((secret) => secret.slice(0, 12))).size, 100);
});

test('a secret is recognised by its digest and by nothing else', () => {
  const kept = digest('secret');

  assert.equal(isSecretOf('secret', kept), true);
  assert.equal(isSecretOf('Secret', kept), false);
  assert.equal(isSecretOf('', kept), false);
  assert.equal(isSecretOf('secret', ''), false);
});
