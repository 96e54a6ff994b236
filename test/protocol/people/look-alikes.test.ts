/** Names that look alike share a skeleton, others do not; words of mixed scripts are found. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nicknameSkeleton } from '../../../src/protocol/people/account-rules.ts';
import { mixesScripts } from '../../../src/protocol/people/look-alikes.ts';
import { claimsTrust, isReservedName } from '../../../src/protocol/people/reserved-names.ts';
import { nameSkeleton } from '../../../src/protocol/people/text-rules.ts';

/** Escaped where letters of another script stand in a word, because nobody could see them. */
const ALIKE: readonly (readonly [string, string])[] = [
  ['ada', '\u0430da'],
  ['ada', '\u0430d\u0430'],
  ['scope', '\u0455\u0441\u043e\u0440\u0435'],
  ['TOM', '\u0422\u041e\u041c'],
  ['paypal', 'PaypaI'],
  ['alice', 'a1ice'],
  ['Alice', 'ALlCE'],
  ['root', 'r00t'],
  ['ada', 'ada.'],
  ['ada', 'Ada_'],
  ['ada l', 'ada.l'],
  ['ada_b', 'ada__b'],
  ['modern', 'modem'],
  ['vvilma', 'wilma'],
  ['ada', '\uff41\uff44\uff41'],
  ['nikos', '\u03b7ik\u03bf\u0455'],
  ['kate', '\u039a\u0391\u03a4\u0395'],
];

test('look-alikes share a skeleton, whichever letters, digits, widths or signs at the end they are made of', () => {
  for (const [one, other] of ALIKE) assert.equal(nicknameSkeleton(one), nicknameSkeleton(other), `${one} ${other}`);
});

test('names that people can tell apart have skeletons of their own', () => {
  const names = [
    'ada',
    'ade',
    'adam',
    'ada-b',
    'adab',
    'иван',
    'ivan',
    'иванна',
    'анна',
    'anna',
    'ан',
    'ёлка',
    'елка',
    '山田',
  ];

  assert.equal(new Set(names.map(nicknameSkeleton)).size, names.length);
});

test('names of applications are compared without spaces, signs and emoji', () => {
  for (const alike of ['Quill', 'QUILL ', 'Q.u.i.l.l', 'Quill 🚀', 'Quill!', '[Quill]'])
    assert.equal(nameSkeleton(alike), nameSkeleton('quill'), alike);
  assert.notEqual(nameSkeleton('Quill 2'), nameSkeleton('Quill'));
});

test('a word may be of one script, or of those that are written together in Chinese, Japanese and Korean', () => {
  const sound = [
    'Ada',
    'Владимир',
    'Ελένη',
    '東京Go',
    'カタカナとひらがなと漢字',
    '한국어漢字',
    'ㄅㄆㄇ漢',
    'Ada Ивана',
    'naïve',
    'x2',
    '😀 fun',
  ];
  const mixed = [
    '\u0430dmin',
    'Vl\u0430d',
    'Qu\u0456ll',
    'p\u03b1ypal',
    '\u041dello world',
    'good b\u0443e',
    'ada\u05d0',
    '\u0410\u0392\u0412',
  ];

  assert.deepEqual(sound.filter(mixesScripts), []);
  assert.deepEqual(
    mixed.filter((name) => !mixesScripts(name)),
    [],
  );
});

const RULES = { name: 'Harbour ID', reservedNames: ['Example Bank', 'billing'] };

test('reserved names are found in every spelling, with numbers, signs and words that add nothing', () => {
  const reserved = [
    ...['admin', 'Administrator', 'ADMIN', 'adm1n', 'admin_', 'a.d.m.i.n', 'admin42', 'r00t', '5ystem', 'Sys Admin'],
    ...[
      '\u0410dmin',
      'Support',
      'The Support Team',
      'Security Service',
      'админ',
      'поддержка',
      'Latchkey',
      'latchkey-help',
    ],
    ...['Harbour ID', 'harbour id', 'Harbour-ID Security', 'HarbourID', 'H4rbour ID', 'Example Bank', 'example_bank'],
    'BILLING',
  ];
  const free = [
    'Ada',
    'Root Cause',
    'Roots',
    'Helpful',
    'Ada Support',
    'Quill for Harbour ID',
    'Harbour',
    'Identity',
    '007',
    'Bank',
  ];

  assert.deepEqual(
    reserved.filter((name) => !isReservedName(name, RULES)),
    [],
  );
  assert.deepEqual(
    free.filter((name) => isReservedName(name, RULES)),
    [],
  );
});

test('a short name of the service reserves itself as a word, not every word that begins like it', () => {
  const rules = { name: 'Ida', reservedNames: [] };

  assert.ok(isReservedName('Ida', rules) && isReservedName('Ida Support', rules));
  assert.ok(!isReservedName('Idaho', rules));
});

test('the name of an application may not claim that it was checked, by a word or by a sign', () => {
  const claims = [
    'Quill ✓',
    'Quill ✔️',
    '✅ Quill',
    'Quill 🛡',
    'Quill verified',
    'Quill (Official)',
    'Quill 0fficial',
    'официальное приложение',
  ];
  const sound = ['Quill', 'Unofficial Quill', 'Quill 🚀', 'Checklist', 'Quill™'];

  assert.deepEqual(
    claims.filter((name) => !claimsTrust(name)),
    [],
  );
  assert.deepEqual(sound.filter(claimsTrust), []);
});
