/** Proves that facts come back as they were kept, stay within their bounds, and hold no secret. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseBasic } from '../../../src/protocol/clients/identification.ts';
import { createForm } from '../../../src/protocol/form.ts';
import {
  factIn,
  factsIn,
  formatFacts,
  isVerbatim,
  numberIn,
  parseFacts,
  withoutSecrets,
} from '../../../src/protocol/refusals/facts.ts';
import { describePresented, secretsIn } from '../../../src/protocol/refusals/presented.ts';
import { basicHeader } from '../../support/token-client.ts';

const SECRET = `lks_${'A'.repeat(60)}`;

test('what fits comes back unchanged, line breaks and backslashes included', () => {
  const name = fc.constantFrom('scope', 'redirect_uri', 'detail');
  const value = fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.replaceAll('\0', ''));
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 10 }), (facts) => {
      assert.deepEqual(parseFacts(formatFacts(facts)), facts);
    }),
  );
  assert.deepEqual(parseFacts(formatFacts([['detail', 'a\nb=c\\n\r']])), [['detail', 'a\nb=c\\n\r']]);
});

test('rows of before, with quotation marks and tabs as they were, are read as they were meant', () => {
  const kept = 'detail=say "a\\\\nb"\\n\\r\tc\nscope=a\\\\\\nb\n';

  assert.deepEqual(parseFacts(kept), [
    ['detail', 'say "a\\nb"\n\r\tc'],
    ['scope', 'a\\\nb'],
  ]);
});

test('a value is cut with a mark, and all of them together are bounded', () => {
  const [first] = parseFacts(formatFacts([['redirect_uri', 'x'.repeat(5000)]]));
  const many = formatFacts(Array.from({ length: 100 }, () => ['registered', 'y'.repeat(500)] as const));

  assert.equal(first?.[1].length, 1024);
  assert.equal(isVerbatim(first?.[1] ?? ''), false);
  assert.ok(many.length <= 6144);
  assert.ok(many.endsWith('\n'));
});

test('a text with half a character in it can still be stored', () => {
  assert.ok(formatFacts([['scope', `${'x'.repeat(1022)}🙂🙂`]]).isWellFormed());
  assert.ok(formatFacts([['scope', '\ud83d and \0']]).isWellFormed());
  assert.ok(!formatFacts([['scope', 'a\0b']]).includes('\0'));
});

test('whatever could be a secret is taken out of a value', () => {
  const texts = [
    `https://a.example/cb?code=${SECRET}`,
    'https://a.example/cb?x=1&access_token=abcdef123456',
    'https://a.example/cb#refresh_token=abcdef123456',
    `profile ${SECRET.slice(0, 20)}`,
    'my-imported-secret in the wrong place',
  ];

  for (const text of texts) {
    const [, kept] = withoutSecrets(['redirect_uri', text], ['my-imported-secret']);
    assert.doesNotMatch(kept, /A{8}|abcdef123456|my-imported-secret/);
    assert.equal(isVerbatim(kept), false);
  }
});

test('a secret without a prefix is known by its length, and what is merely long stays', () => {
  const kept = (name: string, value: string) => withoutSecrets([name, value], [])[1];
  const foreign = 'f00dfeed'.repeat(8);
  const uuid = 'https://a.example/cb/550e8400-e29b-41d4-a716-446655440000';

  assert.equal(kept('scope', `profile ${foreign}`), 'profile …');
  assert.equal(kept('redirect_uri', uuid), uuid);
  assert.equal(
    kept('redirect_uri', `https://a.example/${'word-'.repeat(20)}`),
    `https://a.example/${'word-'.repeat(20)}`,
  );
  assert.equal(kept('challenge', foreign), foreign);
});

test('every secret of a request is known, wherever it stands', () => {
  const form = createForm([
    ['client_secret', 'one'],
    ['code', 'two'],
    ['code_verifier', 'three'],
    ['scope', 'no secret'],
  ]);

  const authorization = basicHeader('id', 'four:4');
  const secrets = secretsIn({ form, authorization, basic: parseBasic(authorization) });

  for (const secret of ['one', 'two', 'three', 'four:4']) assert.ok(secrets.includes(secret), secret);
  assert.ok(!secrets.includes('no secret'));
});

test('a presented string is described by its look, never by its characters', () => {
  const looks = (text: string) => describePresented('code', 'code', text).map(([, value]) => value);

  assert.deepEqual(looks(SECRET), ['code', 'secret', '64']);
  assert.deepEqual(looks(`lkc_${'A'.repeat(59)}`), ['code', 'short', '63']);
  assert.deepEqual(looks(`lkc_${'B'.repeat(60)}`), ['code', 'damaged', '64']);
  assert.deepEqual(looks('"4/0AX4"'), ['code', 'foreign', '8', 'quotes']);
  assert.deepEqual(looks('lkc_abc&state=x'), ['code', 'short', '15', 'tail']);
});

test('facts are found by their names, one or all of them', () => {
  const facts = [
    ['a', '1'],
    ['b', '22'],
    ['a', '3'],
  ] as const;

  assert.equal(factIn(facts, 'a'), '1');
  assert.equal(factIn(facts, 'b'), '22');
  assert.equal(factIn(facts, 'c'), undefined);
  assert.deepEqual(factsIn(facts, 'a'), ['1', '3']);
  assert.deepEqual(factsIn(facts, 'c'), []);
  assert.equal(numberIn(facts, 'b'), 22);
  assert.equal(numberIn(facts, 'c'), undefined);
  for (const text of ['x1', '1x', '', '12345678901234567', '-1']) assert.equal(numberIn([['n', text]], 'n'), undefined);
  assert.equal(numberIn([['n', '1234567890123456']], 'n'), 1_234_567_890_123_456);
});

test('what just fits is kept whole, line by line', () => {
  const value = 'x'.repeat(1024);

  assert.equal(formatFacts([['a', value]]), `a=${value}\n`);
  assert.equal(formatFacts([['a', `${value}x`]]), `a=${value.slice(1)}…\n`);
  const lines = Array.from({ length: 6 }, () => ['a', 'y'.repeat(1021)] as const);
  assert.equal(formatFacts(lines).length, 6144);
  assert.equal(formatFacts([...lines.slice(1), ['a', 'y'.repeat(1022)]]).length, 5120);
  assert.deepEqual(parseFacts('=x\nno\na=1\nb=\n'), [
    ['a', '1'],
    ['b', ''],
  ]);
});

test('a character that the cut went through is left out, and others like its mark stay', () => {
  assert.equal(formatFacts([['a', `${'x'.repeat(1022)}🙂x`]]), `a=${'x'.repeat(1022)}…\n`);
  assert.equal(formatFacts([['a', `\ufffd${'x'.repeat(1030)}`]]), `a=\ufffd${'x'.repeat(1022)}…\n`);
  assert.equal(formatFacts([['a', 'b\0c']]), 'a=bc\n');
});

test('a secret is taken out from six characters on, with nothing else', () => {
  const kept = (value: string, ...secrets: string[]) => withoutSecrets(['scope', value], secrets)[1];

  assert.equal(kept('abcdef ghijk', 'abcdef', 'ghijk'), '… ghijk');
  assert.equal(kept('code=abc'), 'code=…');
  assert.equal(kept('barcode=abc'), 'barcode=abc');
  for (const sign of ['?', '&', '#']) assert.equal(kept(`x${sign}token=abc&y=1 z`), `x${sign}token=…&y=1 z`);
  assert.equal(kept('a token=abc'), 'a token=abc');
  assert.equal(kept('code=a b'), 'code=… b');
  assert.equal(kept('lka_12345678 lka_1234567'), 'lka_… lka_1234567');
});

test('what we have computed or registered ourselves is kept whole', () => {
  const hash = 'f00dfeed'.repeat(6);

  for (const name of ['challenge', 'computed', 'registered', 'expected', 'application'])
    assert.deepEqual(withoutSecrets([name, hash], []), [name, hash]);
  assert.deepEqual(withoutSecrets(['scope', hash], []), ['scope', '…']);
});
