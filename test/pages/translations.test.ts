/** Every language is complete: no text is missing, none is left in English, every plural form is used. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SHIPPED_SCOPES } from '../../src/config/scope-catalogue.ts';
import { refusedLink } from '../../src/pages/applications/list.ts';
import { html } from '../../src/pages/html.ts';
import { distance, period } from '../../src/pages/parts/moment.ts';
import { en } from '../../src/pages/text/en.ts';
import { ru } from '../../src/pages/text/ru.ts';
import { scopeWords, textIn } from '../../src/pages/text/texts.ts';
import { LANGUAGES } from '../../src/protocol/people/language.ts';
import { tagsOf, textOf, unescaped } from './markup.ts';
import { everyPage } from './samples/samples.ts';
import { NOW } from './samples/typed.ts';

/** Each text with its path (`signIn.title`). */
function entriesOf(texts: object, path = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(texts).flatMap(([key, value]) => {
    const isTable = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
    return isTable ? entriesOf(value, `${path}${key}.`) : [[`${path}${key}`, value] as const];
  });
}

test('every catalogue has the same texts', () => {
  const paths = entriesOf(en).map(([path]) => path);

  assert.ok(paths.length > 300);
  for (const language of LANGUAGES) {
    const own = entriesOf(textIn(language)).map(([path]) => path);
    assert.deepEqual(own.toSorted(), paths.toSorted(), language);
  }
});

test('every text of a catalogue says something', () => {
  for (const language of LANGUAGES) {
    for (const [path, value] of entriesOf(textIn(language)))
      assert.notEqual(String(value).trim(), '', `${language} ${path}`);
  }
});

for (const language of LANGUAGES) {
  const rules = new Intl.PluralRules(language);
  const numbers = Array.from({ length: 1000 }, (_, number) => number);
  const categories = [...new Set(numbers.map((number) => rules.select(number)))];

  test(`${language}: every counted text has each plural form that a number can ask for, and no other`, () => {
    const counted = entriesOf(textIn(language)).filter(([, value]) => typeof value === 'function' && 'forms' in value);

    assert.ok(counted.length > 15);
    for (const [path, value] of counted) {
      // A text with forms is a counted text.
      const { forms } = value as { readonly forms: Readonly<Record<string, string>> };
      const names = Object.keys(forms).filter((name) => name !== 'none');
      assert.deepEqual(names.toSorted(), categories.toSorted(), path);
      for (const name of names) {
        const meant = numbers.filter((number) => rules.select(number) === name);
        assert.ok(meant.length === 1 || forms[name]?.includes('#'), `${path}.${name} hides which number it is`);
      }
    }
  });
}

test('no counted English text says one of several', () => {
  for (const [path, value] of entriesOf(en)) {
    if (typeof value !== 'function' || !('forms' in value)) continue;
    assert.doesNotMatch(String(value(1)), /\b1 (?!access\b|address\b)[a-z]+s\b|\b1 people\b/, path);
  }
});

test('Russian nouns follow their number', () => {
  const told = [0, 1, 2, 5, 11, 21, 22, 1_234, 10_000].map((count) => ru.application.users(count));

  assert.deepEqual(told, [
    'нет пользователей',
    '1 пользователь',
    '2 пользователя',
    '5 пользователей',
    '11 пользователей',
    '21 пользователь',
    '22 пользователя',
    '1\u202f234 пользователя',
    '10\u202f000+ пользователей',
  ]);
});

test('a sentence fits one thing as well as several, where the number stands apart from it', () => {
  const { ownedLost, ownedStop, forUsers } = ru.accountDeletion;
  const codes = { codes: (names: readonly string[]) => html`${names.join(', ')}` };
  const scopes = (kind: 'scope_unknown' | 'scope_not_allowed' | 'scope_not_granted', names: readonly string[]) =>
    String(ru.findings[kind]({ kind, names } as never, codes as never));

  assert.doesNotMatch(ownedLost(ownedStop(1), forUsers(0)), /них/);
  for (const text of [en, ru])
    assert.doesNotMatch(String(refusedLink(text, { clientId: 'x', refusedCount: 1 })), /requests|запросов/);
  assert.match(en.redirectUris.near(1, 'the port and the www. in front'), /^The same as .*except for the port and/);
  for (const kind of ['scope_unknown', 'scope_not_allowed', 'scope_not_granted'] as const)
    assert.deepEqual(
      [/ права a\b/.test(scopes(kind, ['a'])), / прав a, b\b/.test(scopes(kind, ['a', 'b']))],
      [true, true],
    );
});

test('Russian dates, distances and periods', () => {
  assert.equal(ru.moments.dateTime(NOW), '15 нояб. 2026, 14:05 UTC');
  assert.equal(ru.moments.date(NOW - 86_400 * 184), '15 мая 2026');
  assert.equal(distance(ru, NOW - 60, NOW), '1 минуту назад');
  assert.equal(distance(ru, NOW + 7200, NOW), 'через 2 часа');
  assert.equal(distance(ru, NOW, NOW), 'только что');
  assert.equal(period(ru, 10_368_000), '120 дней');
});

test('the scopes we ship are described in every language until the operator describes them otherwise', () => {
  for (const [name, { description }] of Object.entries(SHIPPED_SCOPES)) {
    assert.equal(scopeWords(en, { name, description }), description);
    assert.match(scopeWords(ru, { name, description }), /^[А-Я][а-я ,:]+$/);
    assert.equal(scopeWords(ru, { name, description: 'Our own words' }), 'Our own words');
  }
  assert.equal(scopeWords(ru, { name: 'notes', description: '' }), 'notes');
  assert.equal(scopeWords(ru, { name: 'toString', description: 'x' }), 'x');
});

/** Names of the protocol, of formats and of brands are the same in every language. */
const NAMES = new Set(
  'API ASCII CSV OpenAPI GET PHP POST Python SSE Authorization nginx localhost Latchkey Node SQLite PostgreSQL Firefox Linux JSON PNG JPEG WebP env PKCE RFC URI UTC client_id client_secret redirect_uri iss https http invalid_client invalid_grant access_denied redirect SHA HTTP OAuth OpenID Connect cookie code_verifier access_token refresh_token'.split(
    ' ',
  ),
);
const SPOKEN = ['title', 'aria-label', 'data-label', 'data-copied', 'data-selected', 'data-selected-aloud'];

/** All visible and spoken text, except values to copy and text marked as another language. */
function spokenWords(document: string): string {
  const prose = document
    .replace(/<(code|pre)[ >].*?<\/\1>/gs, ' ')
    .replace(/<(p|span|option)[^>]* lang="\w+"[^>]*>.*?<\/\1>/gs, ' ')
    .replace(/<(\w+)[^>]* translate="no">.*?<\/\1>/gs, ' ');
  const attributes = tagsOf(prose).flatMap(({ attributes: all }) => SPOKEN.map((name) => all.get(name) ?? ''));
  return unescaped(`${textOf(prose)} ${attributes.join(' ')}`);
}

test('no page in Russian has a word left in English', () => {
  // Every value that users chose becomes a placeholder, so that only our own words are left.
  const pages = everyPage((text) => text.replace(/[A-Za-z]/g, '※'), 'ru');

  for (const [name, document] of pages) {
    const left = (spokenWords(document).match(/[A-Za-z_]{3,}/g) ?? []).filter((word) => !NAMES.has(word));
    assert.deepEqual(left, [], name);
    assert.match(document, /<html lang="ru" dir="ltr">/);
  }
});

test('no page in English has a word in another script', () => {
  for (const [name, document] of everyPage((text) => text)) {
    // The name of a language is written in that language.
    const own = document.replace(/<(span|option)[^>]* lang="ru"[^>]*>.*?<\/\1>/gs, ' ');
    assert.doesNotMatch(own, /\p{Script=Cyrillic}/u, name);
  }
});

test('the script has no words of its own', async () => {
  const { readFile } = await import('node:fs/promises');
  const script = await readFile(new URL('../../src/pages/assets/script.js', import.meta.url), 'utf8');
  const strings = [...script.matchAll(/^(?!\/\/|'use strict').*?'([^']*)'/gm)].map(([, string = '']) => string);

  assert.ok(strings.length > 5);
  for (const string of strings) assert.doesNotMatch(string, /^[A-Z]|[a-z] [a-z]/, string);
});

test('Russian is set as Russian is set: its own quotation marks, and no dash at the beginning of a line', () => {
  for (const [name, document] of everyPage((text) => text, 'ru')) {
    const words = textOf(document);

    assert.doesNotMatch(words, /[“”„]|[а-яё]"|"[а-яё]/iu, name);
    assert.doesNotMatch(words, /[а-яё»] [–—] /iu, name);
  }
});
