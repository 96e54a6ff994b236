/** Proves which passwords are accepted, and that every refusal says why. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examinePassword } from '../../../src/protocol/people/password-rule.ts';
import { wellKnown } from '../../../src/protocol/people/well-known-passwords.ts';
import { costOf } from '../../support/processor.ts';

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
  assert.ok(wellKnown().size > 1000);
  for (const word of wellKnown()) {
    assert.equal(word, word.toLowerCase());
    assert.match(word, /^[\p{L}\p{N}]{3,40}$/u);
  }
});

/** What is refused about a password of which nothing else is known. */
function reasonFor(password: string): string {
  const answer = examinePassword(password, { nickname: 'Zoë', email: 'z.q@mail.example', serviceName: 'Gate' });
  return answer.ok ? 'accepted' : answer.refusal.reason;
}

test('every row of a keyboard is a walk, in both directions', () => {
  const rows = [
    'qwertyuiop[]',
    'qwertzuiopü',
    'azertyuiop',
    "asdfghjkl;'",
    'qsdfghjklm',
    'zxcvbnm,./',
    'yxcvbnm',
    'wxcvbn',
  ];
  for (const row of [...rows, 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю']) {
    const backwards = [...row].reverse().join('');
    for (const walk of [row, backwards]) assert.equal(reasonFor(`${walk}k7${walk}`), 'password_walk', walk);
  }
});

test('the columns of a keyboard are walks, and what only looks like one is none', () => {
  for (const walk of ['7ujm6yhn1qaz', '1qay6zhn1qay', '1aqw2zsx1aqw', 'zaq1mju7nhy6'])
    assert.equal(reasonFor(walk), 'password_walk', walk);
  for (const text of ['7jum6nyh1zqa', 'qwrtyp[sdgj', 'z 2wsxz 3edcy'])
    assert.notEqual(reasonFor(text), 'password_walk', text);
});

test('each sign that resembles a letter is read as that letter', () => {
  const digits = ['p4ssw0rd', 'm1chael', 'bu77erfly', 'we1come', 'sun5hin3', '8aseball', 'pi22a', '9uitar', '6uitar'];
  const signs = ['p@ssword', '$unshine', '!loveyou', 'le+mein', '€mma', 'chur(h', 'pr!ncess', 'pr|ncess', '|iverpoo|'];

  for (const word of [...digits, ...signs])
    assert.equal(reasonFor(`${word}.1987.${word}`), 'password_well_known', word);
});

test('a year is a known piece, and other numbers are not', () => {
  assert.equal(reasonFor('xq1984vw2024'), 'accepted');
  assert.equal(reasonFor('x.1984.2024.k'), 'password_well_known');
  assert.equal(reasonFor('1984-2031-1907-2'), 'password_well_known');
  assert.equal(reasonFor('1894-2131-3907-2'), 'accepted');
});

test('a character again and again is one piece, and a sign counts half a letter', () => {
  assert.equal(reasonFor('aaaabbbbccccdddd'), 'password_repetitive');
  assert.equal(reasonFor('aaabbbcccdddeee'), 'accepted');
  assert.equal(reasonFor('zzzzppppvvvv9x'), 'password_repetitive');
  assert.equal(reasonFor('zzzzppppvvvv9xk'), 'accepted');
  assert.equal(reasonFor('zzppvvkkffjj'), 'accepted');
});

test('a piece of seven characters again and again is a repetition, one of eight is not', () => {
  assert.equal(reasonFor('kqvzjpxkqvzjpx'), 'password_repetitive');
  assert.equal(reasonFor('kqvzjpxbkqvzjpxb'), 'accepted');
  assert.equal(reasonFor('kqvzjpxkqvzjp'), 'accepted');
  assert.equal(reasonFor('kqvzjpkqvzjpk'), 'password_repetitive');
  assert.equal(reasonFor('kqkqvkqkqvkqkqv'), 'password_repetitive');
  assert.equal(reasonFor('kkqvzjkkkqvzjk'), 'password_repetitive');
});

test('five different characters are enough, four are not', () => {
  assert.equal(reasonFor('kqvzkkqqvvzzkv'), 'password_repetitive');
  assert.equal(reasonFor('kqvzjkvqjzkkqj'), 'accepted');
});

test('names of three letters count, and two do not', () => {
  const short = (nickname: string, password: string) => {
    const answer = examinePassword(password, { nickname, email: '', serviceName: '' });
    return answer.ok ? 'accepted' : answer.refusal.reason;
  };

  assert.equal(short('Zoq', 'zoq-1987-qoz-zoq'), 'password_personal');
  assert.equal(short('Zo', 'zo-qp-zo-xv-zo'), 'accepted');
  assert.equal(short('Jo Ann', 'joann-joann-1987'), 'password_personal');
  assert.equal(short(`${'y'.repeat(260)} zebraqu`, 'zebraqu-zebraqu-1987'), 'accepted');
});

test('the part of an e-mail address before the at sign counts with and without its dots', () => {
  const owned = (password: string) => {
    const answer = examinePassword(password, { nickname: '', email: 'jq.pv+wx@mail.example', serviceName: '' });
    return answer.ok ? 'accepted' : answer.refusal.reason;
  };

  assert.equal(owned('jqpvwx.1987.jqpvwx'), 'password_personal');
  assert.equal(owned('xwvpqj.1987.xwvpqj'), 'password_personal');
  const short = examinePassword('qvzjp-qvzjp-1987', { nickname: '', email: 'q.v@z.jp', serviceName: '' });
  assert.equal(short.ok, false);
});

test('the cheapest way to take a password apart counts, and the first of equals', () => {
  assert.equal(reasonFor('sunshinefghijklm'), 'password_well_known');
  const owned = examinePassword('xpassword-1234', { nickname: 'xpasswor', email: '', serviceName: '' });
  assert.deepEqual(owned, { ok: false, refusal: { reason: 'password_well_known' } });
});

test('two neighbouring keys are no walk, and a walk does not turn back', () => {
  assert.equal(reasonFor('ab-gh-jk-op--'), 'accepted');
  assert.equal(reasonFor('6789987k6789987v'), 'accepted');
});

test('a character that stands for a whole phrase counts as one character', () => {
  refuses(/^password_growing$/, ['\ufdfa'.repeat(12), '\ufdfa'.repeat(256), 'kX9#\ufdfavQ2!mZ7']);
  refuses(/^password_repetitive$/, ['\u01c6\u01c9\u01cc\u01c6\u01c9\u01cc\u01c6\u01c9\u01cc\u01c6\u01c9\u01cc']);
  assert.equal(reasonFor('\ufb01ne gravel o\ufb03ces'), 'accepted');
});

test('a password is judged by its first 256 characters once it is folded', () => {
  const free = 'kqzjxvwybmfp'.repeat(9);

  assert.equal(reasonFor(`${'\ufb01'.repeat(128)}${free}`), 'password_repetitive');
  assert.equal(reasonFor(`${'\ufb01'.repeat(120)}${free}`), 'accepted');
});

test('the longest password is judged in a tenth of what a request may cost', () => {
  const free = Array.from({ length: 256 }, (_, index) => 'kqzjxvwybmfp'[(index * index) % 11]).join('');
  const alike = 'passwor1'.repeat(32);
  const own = { nickname: 'a'.repeat(40), email: `${'ab.'.repeat(40)}@example.org`, serviceName: 'Latchkey' };

  for (const password of [free, alike, 'qwertyuio'.repeat(28), 'ab'.repeat(128), 'a1|'.repeat(85)])
    for (const person of [owner, own])
      assert.ok(costOf(() => examinePassword(password, person), 50, 0.1) < 0.1, `${password.slice(0, 20)}…`);
});
