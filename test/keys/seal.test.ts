/** Seals are good for one key, one purpose and one content, and for nothing else; no two of them look alike. */
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { derive, isSealOf, SEAL_BYTES, type SealPurpose, seal } from '../../src/keys/seal.ts';

const PURPOSES: readonly SealPurpose[] = ['form/page', 'form/consent', 'form/stranger', 'consent/request'];
const NO_PAD = Buffer.alloc(SEAL_BYTES);
const pad = () => randomBytes(SEAL_BYTES);

test('a seal is good for one key, one purpose and one content', () => {
  const made = seal({ key: 'key', purpose: 'consent/request', content: 'a=1' }, pad());

  assert.match(made, /^[A-Za-z0-9_-]{86}$/);
  assert.equal(isSealOf(made, { key: 'key', purpose: 'consent/request', content: 'a=1' }), true);
  assert.equal(isSealOf(made, { key: 'other', purpose: 'consent/request', content: 'a=1' }), false);
  assert.equal(isSealOf(made, { key: 'key', purpose: 'form/consent', content: 'a=1' }), false);
  assert.equal(isSealOf(made, { key: 'key', purpose: 'consent/request', content: 'a=2' }), false);
});

test('no two purposes share a seal, not even where a content spells another purpose', () => {
  const contents = ['', ...PURPOSES, '","', JSON.stringify(PURPOSES)];
  const seals = PURPOSES.flatMap((purpose) =>
    contents.map((content) => seal({ key: 'key', purpose, content }, NO_PAD)),
  );

  assert.equal(new Set(seals).size, seals.length);
});

test('the seal is an HMAC-SHA-256 of purpose and content, and what is derived is one too', () => {
  const mac = (text: string) => createHmac('sha256', 'key').update(text).digest();

  const made = Buffer.from(seal({ key: 'key', purpose: 'form/page' }, NO_PAD), 'base64url');

  assert.deepEqual(made.subarray(SEAL_BYTES), mac('["form/page",""]'));
  assert.equal(derive('key', 'playground/state', 'x'), mac('["playground/state","x"]').toString('base64url'));
});

test('two seals of the same thing have neither half in common, and both are good', () => {
  const sealed = { key: 'key', purpose: 'form/page' } as const;
  const halves = (text: string) => [text.slice(0, 43), text.slice(43)];

  const [first, second] = [seal(sealed, pad()), seal(sealed, pad())];

  assert.equal(new Set([...halves(first), ...halves(second)]).size, 4);
  assert.ok(isSealOf(first, sealed) && isSealOf(second, sealed));
});

test('no seal, half a seal, a longer seal, one without its pad or an empty key is refused without an error', () => {
  const made = seal({ key: 'key', purpose: 'form/page' }, pad());
  const bare = derive('key', 'playground/state', '');
  const bad = [undefined, '', made.slice(1), `${made}x`, `${made.slice(0, -1)}é`, '☃'.repeat(86), bare, bare + bare];

  for (const text of bad) assert.equal(isSealOf(text, { key: 'key', purpose: 'form/page' }), false, String(text));
  const keyless = { key: '', purpose: 'form/page' } as const;
  assert.equal(isSealOf(seal(keyless, pad()), keyless), false);
});

test('what is kept of the seals of a session is the seal of that session, purpose and content, and of no other', () => {
  const keys = ['one', 'two'].map((key) => ({ key, keyName: `digest of ${key}` }));
  const wanted = PURPOSES.flatMap((purpose) =>
    keys.flatMap((key) => ['', 'a=1'].map((content) => ({ ...key, purpose, content }))),
  );

  // Twice: the second time some are kept.
  for (const sealed of [...wanted, ...wanted]) {
    const { key, purpose, content } = sealed;
    assert.equal(seal(sealed, NO_PAD), seal({ key, purpose, content }, NO_PAD));
    const good = seal(sealed, pad());
    assert.deepEqual(
      wanted.filter((other) => isSealOf(good, other)),
      [sealed],
    );
  }
});
