/** Proves what names, descriptions, web addresses and languages may look like. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  examineDescription,
  examineLocale,
  examineName,
  examinePictureAddress,
  examineWebAddress,
} from '../../../src/protocol/people/text-rules.ts';

const HIDDEN = [
  '\0',
  '\u0007',
  '\u007f',
  '\u0085',
  '\u200b',
  '\u200d',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\u00ad',
  '\u2028',
  '\u3164',
];

test('names keep letters, signs and emoji, and lose only superfluous spaces', () => {
  for (const name of [
    'Q',
    'Quill & Co. (beta) <3',
    'Żółw',
    'I ❤️ apps',
    '👩‍💻 Club 👍🏽',
    '家族',
    'x'.repeat(255),
    '中'.repeat(255),
  ]) {
    assert.deepEqual(examineName(name, 255), { ok: true, value: name });
  }
  assert.deepEqual(examineName('  Zoe\u0308 \u00a0 App ', 255), { ok: true, value: 'Zoë App' });
});

test('names that are empty, too long or hide something are refused', () => {
  const texts = [
    '',
    '   ',
    'x'.repeat(256),
    'a\nb',
    'a\tb',
    'a\ud800',
    `a${'\u0336'.repeat(5)}`,
    ...HIDDEN.map((sign) => `a${sign}b`),
  ];
  for (const text of texts) {
    const answer = examineName(text, 255);
    assert.equal(answer.ok, false, JSON.stringify(text));
    if (!answer.ok) assert.match(answer.refusal.reason, /^name_/);
  }
});

test('a description may have several lines, or be empty', () => {
  assert.deepEqual(examineDescription(' One\r\n\ttwo\rthree \n'), { ok: true, value: 'One\n two\nthree' });
  assert.deepEqual(examineDescription(''), { ok: true, value: '' });
  assert.equal(examineDescription('é'.repeat(1000)).ok, true);
  for (const text of ['x'.repeat(1001), 'a\ud800', ...HIDDEN.map((sign) => `a${sign}b`)]) {
    assert.equal(examineDescription(text).ok, false, JSON.stringify(text).slice(0, 20));
  }
});

test('web addresses are stored as a browser would write them', () => {
  const cases = [
    ['https://example.com', 'https://example.com/'],
    [' http://Example.com/Päth?q=ü#x ', 'http://example.com/P%C3%A4th?q=%C3%BC#x'],
    ['HTTPS://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['http://localhost:3000/', 'http://localhost:3000/'],
    ['https://a.example/"><script>', 'https://a.example/%22%3E%3Cscript%3E'],
    ['', ''],
    ['  ', ''],
  ] as const;
  for (const [text, value] of cases) assert.deepEqual(examineWebAddress(text), { ok: true, value });
});

test('addresses that run code, hide their host or carry a password are refused', () => {
  const wrong = `javascript:alert(1) JAVASCRIPT://x data:text/html,x vbscript:x file:///etc ftp://a //a.example a.example
    /x mailto:a@b https:a.example https:/a.example https:// https://u@a.example https://u:p@a.example https:\\\\a.example
    https://a.example\\b https://a\u200b.example https://[::1 https://a:99999`;
  const odd = [
    'java\nscript:alert(1)',
    'https://a.exa\tmple',
    'https://a b.example',
    'https://a.example/\0',
    `https://a/${'x'.repeat(2048)}`,
  ];
  for (const text of [...wrong.split(/\s+/), ...odd, `https://a/${'é'.repeat(700)}`]) {
    const answer = examineWebAddress(text);
    assert.equal(answer.ok, false, text.slice(0, 40));
    if (!answer.ok) assert.match(answer.refusal.reason, /^web_address_/);
  }
});

test('pictures come over https only', () => {
  assert.deepEqual(examinePictureAddress('https://a.example/x.png'), { ok: true, value: 'https://a.example/x.png' });
  assert.deepEqual(examinePictureAddress(''), { ok: true, value: '' });
  for (const text of ['http://a.example/x.png', 'data:image/png;base64,AA', 'blob:https://a.example/x']) {
    assert.equal(examinePictureAddress(text).ok, false, text);
  }
});

test('languages are canonical tags', () => {
  const cases = { en: 'en', 'PT-br': 'pt-BR', en_us: 'en-US', 'zh-hant-tw': 'zh-Hant-TW', ' de ': 'de', '': '' };
  for (const [text, value] of Object.entries(cases)) assert.deepEqual(examineLocale(text), { ok: true, value });
  for (const text of [
    'english language',
    'x',
    'e',
    '-',
    'en--US',
    'en-',
    '<b>',
    'dé',
    `en-${'abcdefgh-'.repeat(5)}a`,
  ]) {
    assert.equal(examineLocale(text).ok, false, text);
  }
});
