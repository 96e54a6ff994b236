/** Proves which passwords are accepted, and that every refusal says why. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examinePassword } from '../../src/protocol/password-rule.ts';
import { WELL_KNOWN } from '../../src/protocol/well-known-passwords.ts';

const owner = { nickname: 'Alice Liddell', email: 'a.wonder@looking-glass.example', serviceName: 'Latchkey' };

function refuses(reason: RegExp, passwords: readonly string[]): void {
  for (const password of passwords) {
    const answer = examinePassword(password, owner);
    assert.equal(answer.ok, false, password);
    if (!answer.ok) assert.match(answer.refusal.reason, reason, password);
  }
}

test('long and unguessable passwords of every kind are accepted', () => {
  const passphrase = 'Nine brass otters 🦦 juggle lukewarm tea at dusk, ¿verdad? ŻÓŁĆ 7';
  assert.ok([...passphrase].length >= 64);
  const welcome = [
    'kX9#vQ2!mZ7p',
    'trombone lattice',
    'mösel-kranich-42-papier',
    'Gz7 pq Lm4 wR',
    '8f3c1e9a2b7d',
    '东南西北风吹过旧石桥上月',
  ];
  const exotic = [
    '🦊🍋🎻🧵🪁🛶🧲🪴🧊🎯🪀🧭',
    'gate-\u0001-otter-plinth',
    'alice likes gravel-voiced otters',
    '839204756102',
  ];
  for (const password of [passphrase, ...welcome, ...exotic, `${'qz7 '.repeat(2)}${'vexing plumbs '.repeat(17)}`]) {
    assert.deepEqual(examinePassword(password, owner), { ok: true, value: password });
  }
});

test('a password has 12 to 256 characters, counted as people count them', () => {
  refuses(/^password_short$/, ['', 'kX9#vQ2!mZ7', '🦊🍋🎻🧵🪁🛶🧲🪴🧊🎯🪀', 'e\u0301'.repeat(11)]);
  refuses(/^password_long$/, ['kX9#vQ2!mZ7p'.repeat(22), 'x'.repeat(1 << 20)]);
  const longest = Array.from({ length: 256 }, (_, index) => 'kqzjxvwybmfp'[(index * index) % 11]).join('');
  assert.equal(examinePassword(longest, owner).ok, true);
});

test('one password typed on two keyboards is one password', () => {
  const composed = 'gravel-voicéd otters';
  assert.deepEqual(examinePassword(composed.normalize('NFD'), owner), { ok: true, value: composed.normalize('NFC') });
});

test('repetitions are refused', () => {
  const short = [
    'aaaaaaaaaaaa',
    '............',
    'abababababab',
    '            ',
    'hunter2hunter2',
    'xyzxyzxyzxyzx',
    '121221211212',
  ];
  refuses(/^password_repetitive$/, [...short, 'qwqwqwqwqwqwqwq', 'z'.repeat(256)]);
});

test('sequences and keyboard walks are refused', () => {
  const sequences = ['abcdefghijkl', 'zyxwvutsrqpon', '123456789012', '098765432109', 'AbCdEfGhIjKl', 'абвгдеёжзийк'];
  const walks = [
    'qwertyuiop[]',
    'poiuytrewq12',
    '1qaz2wsx3edc',
    'zaq1xsw2cde3',
    'asdfghjkl;12',
    '!@#$%^&*()_+',
    'qwertzuiopü1',
  ];
  refuses(/^password_(walk|well_known)$/, [...sequences, ...walks, 'йцукенгшщзхъ', 'zxcvbnm,./12']);
});

test('well-known words are refused however they are dressed', () => {
  const padded = [
    'password1234',
    'Password2026!',
    'sunshine8371',
    '!!!iloveyou!!',
    'Summer2026!!',
    'michael-1984',
    'пароль123456',
  ];
  const spelt = ['P@ssw0rd2024!', 'p455w0rd!!!!', '$un5h1ne1999', 'W3lc0me_2026', 'adm1n1strat0r', 'drowssap1234'];
  const joined = [
    'adminadmin12',
    'letmeinplease',
    'passwordpassword',
    'dragon monkey sunshine',
    'iloveyou4ever',
    'changeme_now',
  ];
  refuses(/^password_well_known$/, [
    ...padded,
    ...spelt,
    ...joined,
    'correct horse battery staple',
    'may-the-force-be-with-you',
  ]);
});

test('words about the person or the service are refused', () => {
  const own = ['alice liddell', 'AliceLiddell1', 'l1ddell-al1ce', 'liddell12345', 'ecila2026!!!', 'awonder1234!'];
  const place = [
    'looking-glass1',
    'Latchkey2026!',
    'latchkeylatchkey1',
    'l@tchkey-1234',
    'yekhctal-1234',
    'LookingGlass99',
  ];
  refuses(/^password_personal$/, [...own, ...place]);
});

test('an owner without names changes nothing', () => {
  const nobody = { nickname: '', email: '', serviceName: '' };
  assert.equal(examinePassword('trombone lattice', nobody).ok, true);
  assert.equal(examinePassword('password1234', nobody).ok, false);
});

test('broken characters are refused, because they would not come back the same', () => {
  refuses(/^password_broken$/, ['gravel-voiced \ud800 otters']);
});

test('the list of well-known passwords is long, lower case and without spaces', () => {
  assert.ok(WELL_KNOWN.size > 1000);
  for (const word of WELL_KNOWN) {
    assert.equal(word, word.toLowerCase());
    assert.match(word, /^[\p{L}\p{N}]{3,40}$/u);
  }
});
