/** Proves which language the pages speak to somebody. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLanguage } from '../../../src/protocol/people/language.ts';
import { proves } from '../../support/proves.ts';

test('the account’s own language wins over the browser’s, whatever its region', () => {
  assert.equal(chooseLanguage('ru', 'en'), 'ru');
  assert.equal(chooseLanguage('ru-KZ', 'en'), 'ru');
  assert.equal(chooseLanguage('en-GB', 'ru'), 'en');
});

test('without a language that these pages speak, the browser decides', () => {
  for (const locale of ['', 'de', 'sv-SE', 'rus']) assert.equal(chooseLanguage(locale, 'ru-RU, ru'), 'ru', locale);
});

test('English is spoken where nothing else was wanted', () => {
  for (const header of [undefined, '', '*', 'de', 'de, fr;q=0.5', 'ru;q=0', ', ,', 'ru;q=2', 'ru;q=x', '<ru>', 'rus'])
    assert.equal(chooseLanguage('', header), 'en', String(header));
});

proves(
  'RFC 9110 §12.5.4',
  'each language-range can be given an associated quality value representing an estimate of the user’s preference',
  () => {
    const cases = {
      'ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7': 'ru',
      'en-US,en;q=0.9,ru;q=0.8': 'en',
      'en;q=0.8, ru;q=0.9': 'ru',
      'de, ru;q=0.001': 'ru',
      'ru, en': 'ru',
      'en, ru': 'en',
      'en;q=0, *': 'ru',
      'en;q=0.5, *;q=0.9': 'ru',
      '*;q=0.9, ru;q=0.5': 'en',
      'RU ; Q=0.7 , en;q=0.6': 'ru',
    };

    for (const [header, language] of Object.entries(cases)) assert.equal(chooseLanguage('', header), language, header);
  },
);

test('a header without end is read in no time, and only its beginning counts', () => {
  assert.equal(chooseLanguage('', `${'de,'.repeat(100_000)}ru`), 'en');
  assert.equal(chooseLanguage('', `ru-${'a-'.repeat(500_000)}, en`), 'ru');
  assert.equal(chooseLanguage('', `en;q=0.5,ru${' '.repeat(500_000)};q=0`), 'ru');
});

test('a range is read from its first sign to its last, with every spelling of its weight', () => {
  const cases = {
    'xx ru, en;q=0.5': 'en',
    'ru-Cyrl-RU, en;q=0.5': 'ru',
    'ru-abcdefghi, en;q=0.5': 'en',
    'ru;q=1.000, en': 'ru',
    'ru;q=0.999, en;q=1.0': 'en',
    'ru;q=1.5, en;q=0.1': 'en',
    'ru;q=1.0000, en;q=0.1': 'en',
    'ru;q=0.9999, en;q=0.1': 'en',
    'ru;q=0., en;q=0.1': 'en',
    'ru;q =\t0.9, en;q=0.1': 'ru',
    'ru;q  =  0.9 , en;q=0.1': 'ru',
    'ru;qx=0.9, en;q=0.1': 'en',
    'ru;q=x0.9, en;q=0.1': 'en',
    'ru;q=1., en;q=0.1': 'ru',
    'ru;q=1, en;q=0.1': 'ru',
    'ru;q=0.12, en;q=0.1': 'ru',
    'ru x, en;q=0.1': 'en',
  };

  for (const [header, language] of Object.entries(cases)) assert.equal(chooseLanguage('', header), language, header);
});

test('thirty-two ranges are read, in a thousand characters', () => {
  assert.equal(chooseLanguage('', `${'de,'.repeat(31)}ru`), 'ru');
  assert.equal(chooseLanguage('', `${'de,'.repeat(32)}ru`), 'en');
  assert.equal(chooseLanguage('', `de${' '.repeat(1019)},ru`), 'ru');
  assert.equal(chooseLanguage('', `de${' '.repeat(1020)},ru`), 'en');
});
