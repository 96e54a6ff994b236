/** Proves that a difference marks the right characters, and that both texts can be read back from it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type AddressDifference, nameAddressDifferences } from '../../src/protocol/clients/address-difference.ts';
import { byCloseness, compareTexts, likeliest, type Piece } from '../../src/protocol/difference.ts';
import { assertLinear } from '../support/linear-time.ts';

const side = (pieces: readonly Piece[], kind: Piece['kind']): string =>
  pieces.flatMap((piece) => (piece.kind === 'same' || piece.kind === kind ? [piece.text] : [])).join('');

test('same and received pieces are the received text, same and expected ones the expected text', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 40 });
  const related = fc.tuple(word, word, word, word).map(([a, b, c, d]) => [`${a}${b}${d}`, `${a}${c}${d}`] as const);
  fc.assert(
    fc.property(fc.oneof(related, fc.tuple(word, word)), ([received, expected]) => {
      const pieces = compareTexts(received, expected);

      assert.equal(side(pieces, 'received'), received);
      assert.equal(side(pieces, 'expected'), expected);
      assert.ok(pieces.every(({ text }) => text !== ''));
      assert.ok(pieces.every(({ kind }, index) => kind !== pieces[index + 1]?.kind));
    }),
  );
});

test('only what differs is marked', () => {
  assert.deepEqual(compareTexts('https://a.example/cb/', 'https://a.example/cb'), [
    { kind: 'same', text: 'https://a.example/cb' },
    { kind: 'received', text: '/' },
  ]);
  assert.deepEqual(compareTexts('http://a.example/cb', 'https://a.example/cb'), [
    { kind: 'same', text: 'http' },
    { kind: 'expected', text: 's' },
    { kind: 'same', text: '://a.example/cb' },
  ]);
  assert.deepEqual(compareTexts('same', 'same'), [{ kind: 'same', text: 'same' }]);
  assert.deepEqual(compareTexts('', ''), []);
});

test('long texts without anything in common are told as a whole, in linear time', () => {
  const pieces = compareTexts('x'.repeat(100_000), 'y'.repeat(100_000));

  assert.deepEqual(
    pieces.map(({ kind, text }) => [kind, text.length]),
    [
      ['received', 100_000],
      ['expected', 100_000],
    ],
  );
  assertLinear(
    (length: number) => compareTexts('x'.repeat(length), 'y'.repeat(length)),
    (length) => length,
    100_000,
  );
});

const HERE = 'https://app.example.com/cb';

const NAMED: readonly (readonly [received: string, expected: string, names: readonly AddressDifference[]])[] = [
  [`${HERE}/`, HERE, ['slash_extra']],
  [HERE, `${HERE}/`, ['slash_missing']],
  ['http://app.example.com/cb', HERE, ['scheme']],
  ['https://app.example.com:8443/cb', HERE, ['port']],
  ['https://App.example.com/cb', HERE, ['case']],
  ['https://app.example.com/CB', HERE, ['case']],
  ['HTTPS://app.example.com/cb', HERE, ['case']],
  [`${HERE}?a=1`, HERE, ['query_extra']],
  [HERE, `${HERE}?a=1`, ['query_missing']],
  [`${HERE}?b=2&a=1`, `${HERE}?a=1&b=2`, ['query_order']],
  [`${HERE}?a=2`, `${HERE}?a=1`, ['query']],
  ['https://app.example.com/a%2Fb', 'https://app.example.com/a/b', ['encoding']],
  ['https%3A%2F%2Fapp.example.com%2Fcb', HERE, ['encoded_whole']],
  [`${HERE} `, HERE, ['space']],
  [`"${HERE}"`, HERE, ['quotes']],
  ['https://www.app.example.com/cb', HERE, ['www_extra']],
  [HERE, 'https://www.app.example.com/cb', ['www_missing']],
  ['http://localhost/cb', 'http://127.0.0.1/cb', ['loopback_name']],
  ['https://evil.example/cb', HERE, ['host']],
  ['https://app.example.com/callback', HERE, ['path']],
  [`${HERE}#top`, HERE, ['fragment']],
  ['http://www.app.example.com/cb/?x', HERE, ['scheme', 'www_extra', 'slash_extra', 'query_extra']],
  ['com.example.app:/other', 'com.example.app:/cb', ['path']],
  [HERE, HERE, []],
];

for (const [received, expected, names] of NAMED) {
  test(`${received} instead of ${expected}: ${names.join(', ') || 'no difference'}`, () => {
    assert.deepEqual(nameAddressDifferences(received, expected), names);
  });
}

test('two different texts always have a name for their difference, and equal ones none', () => {
  const text = fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string({ maxLength: 30 }));
  fc.assert(
    fc.property(text, text, (one, other) => {
      assert.equal(nameAddressDifferences(one, other).length === 0, one === other);
      assert.deepEqual(nameAddressDifferences(one, one), []);
    }),
  );
});

test('the registered address that was meant comes first', () => {
  const registered = ['https://other.example/', 'http://127.0.0.1/cb', 'https://app.example.com/cb'];

  assert.equal(byCloseness('https://app.example.com/cb/', registered)[0], 'https://app.example.com/cb');
  assert.equal(byCloseness('http://127.0.0.1:8080/cb', registered)[0], 'http://127.0.0.1/cb');
});

test('a mistyped word finds the one that was meant, and a strange one finds none', () => {
  const known = ['authorization_code', 'refresh_token', 'client_credentials'];

  assert.equal(likeliest('authorization-code', known), 'authorization_code');
  assert.equal(likeliest('authorizationCode', known), 'authorization_code');
  assert.equal(likeliest('refresh', known), 'refresh_token');
  assert.equal(likeliest('refresh_tokens', known), 'refresh_token');
  assert.equal(likeliest('password', known), undefined);
  assert.equal(likeliest('', known), undefined);
});
