/** Functions that write values as words and pictures: dates, events, devices, destinations, commands, identicons. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { destinationWords } from '../../src/pages/applications/redirects.ts';
import { stepsToFirstToken } from '../../src/pages/docs/snippets/first-token.ts';
import { exampleValues } from '../../src/pages/docs/snippets/values.ts';
import { readDone } from '../../src/pages/done.ts';
import { html } from '../../src/pages/html.ts';
import { distance, moment, period } from '../../src/pages/parts/moment.ts';
import { avatarSvg, identicon } from '../../src/pages/parts/picture.ts';
import { deviceWords } from '../../src/pages/parts/source.ts';
import { en } from '../../src/pages/text/en.ts';
import { ru } from '../../src/pages/text/ru.ts';
import { EVENT_KINDS } from '../../src/protocol/event.ts';
import { whoamiBody } from '../../src/protocol/tokens/answers.ts';
import { NOW } from './samples/typed.ts';

test('a date reads 15 Nov 2026, 14:05 UTC, with its distance in the title', () => {
  assert.equal(en.moments.dateTime(NOW), '15 Nov 2026, 14:05 UTC');
  assert.match(
    moment({ text: en, now: NOW }, NOW - 7200).toString(),
    /datetime="2026-11-15T12:05:00Z" title="2 hours ago">15 Nov 2026, 12:05 UTC</,
  );
});

test('distances use the largest unit that fits, in both directions', () => {
  const told = [0, 44, 60, 3599, 5400, 86_400, 29 * 86_400, 400 * 86_400, -240].map((seconds) =>
    distance(en, NOW - seconds, NOW),
  );

  assert.deepEqual(told, [
    'just now',
    'just now',
    '1 minute ago',
    '1 hour ago',
    '2 hours ago',
    '1 day ago',
    '1 month ago',
    '1 year ago',
    'in 4 minutes',
  ]);
});

test('a configured period is written exactly, and counts agree with their word and say where they ended', () => {
  assert.deepEqual(
    [10_368_000, 86_400, 600, 30].map((seconds) => period(en, seconds)),
    ['120 days', '24 hours', '10 minutes', '30 seconds'],
  );
  assert.deepEqual(
    [0, 1, 2, 1_234, 10_000].map((count) => en.application.users(count)),
    ['no users', '1 user', '2 users', '1,234 users', '10,000+ users'],
  );
});

test('every kind of event has a sentence of its own, free of jargon', () => {
  const sentences = EVENT_KINDS.map((kind) => en.events[kind](html`Quill`).toString());

  assert.equal(new Set(sentences).size, EVENT_KINDS.length);
  for (const sentence of sentences) assert.doesNotMatch(sentence, /token|client|scope|grant|OAuth|undefined/i);
});

test('browsers are told apart, and programs keep their own name', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0 Safari/537.36';
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1';

  assert.equal(deviceWords(en, chrome), 'Chrome on Windows');
  assert.equal(deviceWords(en, `${chrome} Edg/129.0`), 'Edge on Windows');
  assert.equal(deviceWords(en, safari), 'Safari on iPhone');
  assert.equal(deviceWords(en, 'Quill/2.1 (iOS 18; build 7)'), 'Quill 2.1');
  assert.equal(deviceWords(en, 'My Application'), 'My Application');
  assert.equal(deviceWords(en, ' '), 'unnamed program');
  assert.equal(Array.from(deviceWords(en, '𝒳'.repeat(255))).length, 60);
});

test('a redirect URI is described as a host, a program on this computer, an application, or a code to copy', () => {
  assert.equal(destinationWords(en, 'https://quill.example:8443/cb?x=1').text, 'quill.example:8443');
  assert.equal(destinationWords(en, 'https://раураl.example/').text, 'xn--l-7sba6dbr.example');
  assert.match(destinationWords(en, 'http://127.0.0.1:49152/cb').text, /a program on this computer/);
  assert.match(destinationWords(en, 'com.example.app:/cb').text, /com\.example\.app: links/);
  assert.match(destinationWords(en, 'urn:ietf:wg:oauth:2.0:oob').text, /a code to copy/);
});

test('an address that only looks like this computer, or like another host, is told as what it is', () => {
  const cases = [
    ['https://good.example@evil.example/', 'evil.example'],
    ['http://127.0.0.1.evil.com/', '127.0.0.1.evil.com'],
    ['https://localhost/cb', 'localhost'],
    ['not an address', 'not an address'],
  ] as const;

  for (const [uri, text] of cases)
    assert.deepEqual(destinationWords(en, uri), { label: 'Sends you to', text, isAddress: true });
  for (const host of ['[::1]', 'localhost'])
    assert.equal(destinationWords(en, `http://${host}:80/cb`).text, en.destination.programHere(host));
  for (const uri of ['myapp://localhost/cb', 'myapp://127.0.0.1'])
    assert.match(destinationWords(en, uri).text, /myapp: links/);
});

test('an address cannot make the page say anything but its own words', () => {
  const read = (value: string | undefined) => readDone({ value, path: '/account', isSignedIn: true, isLedHere: true });
  assert.equal(read('profile_saved'), 'profile_saved');
  for (const forged of [undefined, '', 'toString', '__proto__', 'You won']) assert.equal(read(forged), null);
});

test('commands stay whole in a shell, whatever the application is called', () => {
  const name = `O'Hara "$(id)" \`id\` \\ é\n; rm -rf x`;
  const redirectUri = "https://a.example/cb?q=$HOME&x='y'";
  const subject = { ...exampleValues('https://id.example'), clientId: "a'b", name, redirectUri };

  const command = stepsToFirstToken(subject).find(({ name: step }) => step === 'token')?.tabs[0]?.text ?? '';
  const words = execFileSync('/bin/sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], {
    encoding: 'utf8',
  }).split('\0');

  assert.deepEqual(words.slice(0, 3), ['https://id.example/oauth/token', '-A', `O'Hara "$(id)" \`id\` \\ ; rm -rf x`]);
  assert.ok(words.includes("client_id=a'b") && words.includes(`redirect_uri=${redirectUri}`));
});

test('a public application is never asked for a secret', () => {
  const subject = { ...exampleValues('https://id.example'), isConfidential: false };
  const text = stepsToFirstToken(subject)
    .flatMap(({ tabs }) => tabs.map((tab) => tab.text))
    .join('\n');

  assert.doesNotMatch(text, /secret(?!s)|client_credentials/i);
});

test('people read of every fact that the scope profile tells, in both languages', () => {
  const words: Readonly<Record<string, readonly [string, string]>> = {
    nickname: ['nickname', 'никнейм'],
    name: [' name', 'имя'],
    avatar: ['picture', 'изображение'],
    image: ['picture', 'изображение'],
    // The address of the public page that has the nickname and the picture.
    url: ['profile', 'профиль'],
    website: ['website', 'сайт'],
    locale: ['language', 'язык'],
    last_online_at: ['last activity', 'последней активности'],
  };
  const nobody = { nickname: '', name: '', email: '', emailVerifiedAt: null, website: '', avatarUrl: null };
  const account = { ...nobody, pictureDigest: null, locale: null, onlineAt: null };
  const terms = { id: 1, isWhole: false, url: '' };

  const { id, ...told } = whoamiBody(account, { ...terms, scope: ['profile'] });

  for (const field of Object.keys(told))
    for (const [index, { scopes }] of [en, ru].entries())
      assert.ok(scopes.profile.includes(words[field]?.[index] ?? 'unnamed'), `${field}: ${scopes.profile}`);
});

test('an identicon is the same for the same id, another for another, and the avatar shows the same drawing', () => {
  const drawing = (svg: string) => svg.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');
  const drawn = new Set(Array.from({ length: 500 }, (_, id) => drawing(avatarSvg(id, 64))));

  assert.equal(identicon('user:7', 'person').toString(), identicon('user:7', 'person').toString());
  assert.equal(drawing(avatarSvg(7, 160)), drawing(identicon('user:7', 'person').toString()));
  assert.match(
    avatarSvg(7, 160),
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 70 70" width="160" height="160">/,
  );
  assert.ok(drawn.size >= 495, `only ${drawn.size} of 500 differ`);
});

test('the steps of a developer are told alike in Russian, each beginning with its infinitive', () => {
  const { checklist, newcomer } = ru.home;

  for (const step of [checklist.account, newcomer.register, checklist.token]) {
    assert.match(step, /^[А-Я][а-я]+ть /u);
    assert.doesNotMatch(step, /[йи]те /u);
  }
});
