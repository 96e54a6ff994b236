/** The texts about field faults: in every language, for every reason, in whole sentences. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pictureRules } from '../../src/pages/text/en/application-tabs.ts';
import { en } from '../../src/pages/text/en.ts';
import { ru } from '../../src/pages/text/ru.ts';
import { faultWords, textIn } from '../../src/pages/text/texts.ts';
import type { FieldFault } from '../../src/protocol/people/field-fault.ts';
import { LANGUAGES } from '../../src/protocol/people/language.ts';

/** One fault for each reason, with every value that any of them carries; two reasons carry a rule of their own kind. */
const FAULTS = Object.keys(en.faults).map((reason) => {
  const rule = reason === 'picture_refused' ? Object.keys(pictureRules)[0] : 'fragment';
  return { reason, least: 2, most: 21, count: 25, names: ['fly', 'swim'], offered: ['run'], rule } as FieldFault;
});

for (const language of LANGUAGES) {
  test(`${language}: every fault is explained in whole sentences of its own, its values filled in`, () => {
    const told = FAULTS.map((fault) => faultWords(textIn(language), fault));

    assert.ok(told.length > 40);
    for (const sentence of told) assert.match(sentence, /^\p{Lu}.*\.$/u);
    for (const sentence of told) assert.doesNotMatch(sentence, /undefined|\[object|NaN|#\d/);
  });

  test(`${language}: every rule about redirect URIs is explained together with what to do`, () => {
    const { redirectRules } = textIn(language);

    assert.equal(new Set(Object.values(redirectRules)).size, Object.keys(redirectRules).length);
    for (const [rule, sentence] of Object.entries(redirectRules)) assert.match(sentence, /^\p{Lu}.*: .*\.$/u, rule);
  });

  test(`${language}: every reason not to trust a request is explained to the developer`, () => {
    for (const words of Object.values(textIn(language).untrusted)) assert.match(words, /^\p{Lu}.*\.$/u);
  });
}

test('numbers agree with what they count', () => {
  const told = (fault: FieldFault) => [faultWords(en, fault), faultWords(ru, fault)];

  assert.deepEqual(told({ reason: 'name_long', most: 255 }), [
    'A name has at most 255 characters.',
    'Здесь может быть не больше 255 символов.',
  ]);
  assert.deepEqual(told({ reason: 'name_long', most: 21 }), [
    'A name has at most 21 characters.',
    'Здесь может быть не больше 21 символа.',
  ]);
  assert.deepEqual(told({ reason: 'password_short', least: 12 }), [
    'Use at least 12 characters. Four or five unrelated words are a good start.',
    'Нужно не меньше 12 символов. Хорошее начало\u00a0— четыре-пять не связанных между собой слов.',
  ]);
});

test('the names of unknown scopes are repeated, set apart from our own words', () => {
  const fault: FieldFault = { reason: 'scopes_unknown', names: ['fly', 'swim'] };

  assert.equal(faultWords(en, fault), 'This service has no scope called “fly”, “swim”.');
  assert.equal(faultWords(ru, fault), 'В этом сервисе нет прав с именем «fly», «swim».');
});
