/** Seals are good for one key, one purpose and one content, and for nothing else. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { isSealOf, type SealPurpose, seal } from '../../src/keys/seal.ts';

const PURPOSES: readonly SealPurpose[] = [
  'form/page',
  'form/consent',
  'form/stranger',
  'consent/request',
  'playground/state',
  'playground/verifier',
];

test('a seal is good for one key, one purpose and one content', () => {
  const made = seal('key', 'consent/request', 'a=1');

  assert.match(made, /^[A-Za-z0-9_-]{43}$/);
  assert.equal(isSealOf(made, { key: 'key', purpose: 'consent/request', content: 'a=1' }), true);
  assert.equal(isSealOf(made, { key: 'other', purpose: 'consent/request', content: 'a=1' }), false);
  assert.equal(isSealOf(made, { key: 'key', purpose: 'form/consent', content: 'a=1' }), false);
  assert.equal(isSealOf(made, { key: 'key', purpose: 'consent/request', content: 'a=2' }), false);
});

test('no two purposes share a seal, not even where a content spells another purpose', () => {
  const contents = ['', ...PURPOSES, '","', JSON.stringify(PURPOSES)];
  const seals = PURPOSES.flatMap((purpose) => contents.map((content) => seal('key', purpose, content)));

  assert.equal(new Set(seals).size, seals.length);
});

test('the seal is an HMAC-SHA-256 of purpose and content', () => {
  const expected = createHmac('sha256', 'key').update('["form/page",""]').digest('base64url');

  assert.equal(seal('key', 'form/page'), expected);
});

test('no seal, half a seal, a longer seal or an empty key is refused without an error', () => {
  const made = seal('key', 'form/page');

  for (const bad of [undefined, '', made.slice(1), `${made}x`, `${made.slice(0, -1)}é`, '☃'.repeat(43)])
    assert.equal(isSealOf(bad, { key: 'key', purpose: 'form/page' }), false);
  assert.equal(isSealOf(seal('', 'form/page'), { key: '', purpose: 'form/page' }), false);
});
