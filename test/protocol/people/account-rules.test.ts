/** Proves how accounts may be called, and which spellings are one account. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { emailKey, examineEmail, examineNickname, nicknameKey } from '../../../src/protocol/people/account-rules.ts';

/** Every UTF-16 unit, lone surrogates and controls included. */
const anyUnit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));

test('nicknames of any script are accepted, trimmed and composed', () => {
  for (const nickname of [
    'al',
    'Alice',
    'a_b.c-d',
    'Alice Liddell',
    'Мария',
    '小明',
    'नमस्ते',
    'Zoë',
    '42',
    'x'.repeat(40),
  ]) {
    assert.deepEqual(examineNickname(nickname), { ok: true, value: nickname });
  }
  assert.deepEqual(examineNickname('  Zoe\u0308 '), { ok: true, value: 'Zoë' });
  assert.equal(examineNickname('𝔸𝔹'.repeat(20)).ok, true);
});

test('nicknames that deceive or break pages are refused with a reason', () => {
  const wrong = [
    '',
    ' ',
    'a',
    'x'.repeat(41),
    'a@b',
    'a  b',
    'a/b',
    '<b>',
    'a"b',
    "a'b",
    '.ab',
    '-ab',
    '_ab',
    'a+b',
    '😀😀',
  ];
  const hidden = [
    'a\0b',
    'a\nb',
    'a\tb',
    'a\u200bb',
    'a\u200db',
    'a\u202eb',
    'a\u2066b',
    'a\ufeffb',
    'a\u00adb',
    'a\u2028b',
  ];
  const subtle = [
    'ab\ud800',
    'a\u3164b',
    'a\u115fb',
    'a\u034fb',
    'a\ufe0fb',
    'a\u00a0b',
    '\u0301ab',
    `a${'\u0336'.repeat(5)}b`,
  ];
  for (const nickname of [...wrong, ...hidden, ...subtle]) {
    const answer = examineNickname(nickname);
    assert.equal(answer.ok, false, JSON.stringify(nickname));
    if (!answer.ok) assert.match(answer.refusal.reason, /^nickname_/);
  }
});

test('one nickname has one key in every spelling', () => {
  const families = [
    ['Alice', 'alice', 'ALICE', 'Ａｌｉｃｅ', ' alice ', 'al\u00adice', 'ali\u200bce'],
    ['Zoë', 'Zoe\u0308', 'ZOË'],
    ['straße', 'STRASSE', 'Strasse', 'STRAẞE'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ', 'σίσυφοσ'],
    ['ﬁn', 'fin', 'FIN'],
    ['Anna Maria', 'anna\u00a0maria', 'ANNA  MARIA'],
  ];
  for (const spellings of families) {
    assert.equal(new Set(spellings.map(nicknameKey)).size, 1, String(spellings));
  }
  assert.notEqual(nicknameKey('alice'), nicknameKey('alicé'));
});

test('every letter has one key in upper and lower case, composed and decomposed', () => {
  for (let unit = 0; unit < 0x10000; unit += 1) {
    const text = `x${String.fromCharCode(unit)}y`;
    const key = nicknameKey(text);
    const spellings = [key, text.toUpperCase(), text.toLowerCase(), text.normalize('NFD')].map(nicknameKey);
    if (spellings.some((spelling) => spelling !== key)) assert.fail(`unit ${unit.toString(16)} has several keys`);
  }
});

test('a key is its own key', () => {
  for (const key of [nicknameKey, emailKey]) {
    fc.assert(fc.property(fc.string({ unit: anyUnit }), (text) => assert.equal(key(key(text)), key(text))));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(key(text.toUpperCase()), key(text));
        assert.equal(key(text.normalize('NFD')), key(text));
      }),
    );
  }
});

test('addresses that mail can reach are accepted', () => {
  const welcome = `a@b.example alice.liddell+x@mail.example.co.uk o'brien@example.com user@localhost üser@bücher.example
    x@xn--bcher-kva.example 1@1.example a!#$%&*/=?^_{|}~-b@example.com`;
  for (const email of welcome.split(/\s+/)) assert.deepEqual(examineEmail(email), { ok: true, value: email });
  assert.deepEqual(examineEmail(' a@b.example '), { ok: true, value: 'a@b.example' });
});

test('what is no address is refused with a reason', () => {
  const wrong = `a @ a@ @b a.example a@b@c.example a@-b.example a@b-.example a@b..example a@.example a@b.example. a@127.0.0.1
    a@127.1 a@[127.0.0.1] a@b_c.example a@b:25 a@b/c "a"@b.example a,b@c.example <a@b.example> a@b%41.example a@1`;
  const odd = [
    '',
    'a b@c.example',
    'a@b .example',
    'a\0@b.example',
    'a\n@b.example',
    'a\u200b@b.example',
    'a\u202e@b.example',
  ];
  const long = [
    `${'x'.repeat(65)}@b.example`,
    `a@${'x'.repeat(64)}.example`,
    `a@${'x.'.repeat(200)}example`,
    'x'.repeat(9999),
  ];
  for (const email of [...wrong.split(/\s+/), ...odd, ...long]) {
    const answer = examineEmail(email);
    assert.equal(answer.ok, false, email);
    if (!answer.ok) assert.match(answer.refusal.reason, /^email_/);
  }
});

test('one address has one key in every spelling', () => {
  const families = [
    ['Alice@Example.com', 'alice@example.COM', ' alice@example.com', 'ａlice@example.com', 'alice＠example．com'],
    ['x@bücher.example', 'x@BÜCHER.example', 'x@xn--bcher-kva.example', 'x@bu\u0308cher.example'],
    ['zoë@b.example', 'zoe\u0308@B.example', 'ZOË@b.example'],
  ];
  for (const spellings of families) {
    assert.equal(new Set(spellings.map(emailKey)).size, 1, String(spellings));
  }
  assert.notEqual(emailKey('a@b.example'), emailKey('a@c.example'));
  assert.equal(emailKey('Alice'), nicknameKey('alice'));
});
