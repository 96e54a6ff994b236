/** Proves the last value on each side of every bound: lengths, sizes and moments at which an answer changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalTarget } from '../../src/protocol/authorize/return-target.ts';
import { createForm } from '../../src/protocol/form.ts';
import { networkOf } from '../../src/protocol/limits.ts';
import { emailKey, examineEmail, examineNickname } from '../../src/protocol/people/account-rules.ts';
import {
  examineDescription,
  examineLocale,
  examineName,
  examinePictureAddress,
  examineSecureAddress,
  examineWebAddress,
  nameKey,
} from '../../src/protocol/people/text-rules.ts';
import { examineIdentifier } from '../../src/protocol/resources/resource.ts';
import { examineAddress } from '../../src/protocol/webhooks/address.ts';

const localTarget = createLocalTarget(['/account', '/oauth/authorize', '/oauth/applications/:id/edit']);

/** The value that was accepted, or why it was not. */
function told(answer: { ok: true; value: string | URL } | { ok: false; refusal: object }): unknown {
  return answer.ok ? answer.value : answer.refusal;
}

test('a description has a thousand characters and shows every one of them', () => {
  assert.equal(told(examineDescription('x'.repeat(1000))), 'x'.repeat(1000));
  assert.deepEqual(told(examineDescription('x'.repeat(1001))), { reason: 'description_long', most: 1000 });
  assert.deepEqual(told(examineDescription('a\u200bb')), { reason: 'description_hidden_characters' });
  assert.equal(told(examineDescription('👩\n💻')), '👩\n💻');
  assert.deepEqual(told(examineDescription('👩\u200d\n💻')), { reason: 'description_hidden_characters' });
});

test('a web address has 2048 characters as it was typed, and as it is stored', () => {
  const typed = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`;

  assert.equal(told(examineWebAddress(typed(2048))), typed(2048));
  assert.deepEqual(told(examineWebAddress(typed(2049))), { reason: 'web_address_long', most: 2048 });
  const encoded = `https://a.example/${'é'.repeat(338)}xx`;
  assert.equal(told(examineWebAddress(encoded)), `https://a.example/${'%C3%A9'.repeat(338)}xx`);
  assert.deepEqual(told(examineWebAddress(`${encoded}x`)), { reason: 'web_address_long_encoded', most: 2048 });
});

test('an address of the wrong kind is refused with its own reason', () => {
  assert.deepEqual(told(examineWebAddress('x https://a.example')), { reason: 'web_address_scheme' });
  assert.deepEqual(told(examineWebAddress('https://[')), { reason: 'web_address_unreadable' });
  assert.deepEqual(told(examineWebAddress('https://:p@a.example')), { reason: 'web_address_userinfo' });
  assert.deepEqual(told(examinePictureAddress('http://a.example/')), { reason: 'picture_address_scheme' });
  assert.deepEqual(told(examineSecureAddress('http://a.example/https:')), { reason: 'web_address_insecure' });
  assert.deepEqual(told(examineSecureAddress('ftp://a')), { reason: 'web_address_scheme' });
  assert.equal(told(examineSecureAddress('')), '');
  assert.equal(told(examineSecureAddress('https://a.example/')), 'https://a.example/');
});

test('an address whose host or port cannot be read is not told as one with a wrong beginning', () => {
  const address = (text: string) => told(examineAddress(text));
  const identifier = (text: string) => told(examineIdentifier(text));

  for (const text of ['https://example.org:99999/', 'https://[::1/', 'https://256.1.1.1/']) {
    assert.deepEqual(address(text), { reason: 'webhook_url_unreadable' }, text);
    assert.deepEqual(identifier(text), { reason: 'identifier_unreadable' }, text);
    assert.deepEqual(told(examineWebAddress(text)), { reason: 'web_address_unreadable' }, text);
  }
  for (const text of ['ftp://example.org/', 'example.org', 'https://me@example.org/', 'https://example.org/#a'])
    assert.deepEqual(address(text), { reason: 'webhook_url_malformed' }, text);
  assert.deepEqual(address(`https://example.org/${'ü'.repeat(900)}`), {
    reason: 'webhook_url_long_encoded',
    most: 1024,
  });
  assert.deepEqual(identifier('https://api example.org/'), { reason: 'identifier_malformed' });
});

test('a language tag has 35 characters', () => {
  const longest = 'en-x-abcdefgh-abcdefgh-abcdefgh-abc';

  assert.equal(longest.length, 35);
  assert.equal(told(examineLocale(longest)), longest);
  assert.deepEqual(told(examineLocale(`${longest}d`)), { reason: 'locale_malformed' });
  assert.deepEqual(told(examineLocale('e')), { reason: 'locale_malformed' });
});

test('four marks on one letter are a letter, five are a joke', () => {
  assert.equal(told(examineName(`a${'\u0336'.repeat(4)}`, 255)), `a${'\u0336'.repeat(4)}`);
  assert.deepEqual(told(examineName(`a${'\u0336'.repeat(5)}`, 255)), { reason: 'name_many_marks' });
});

test('an invisible character belongs to an emoji only where it joins one', () => {
  for (const name of ['👍🏽', '👩🏽‍💻', '👩‍💻🏽', '❤️‍🔥', '👩🏽‍🚀🏿']) assert.equal(told(examineName(name, 20)), name);
  for (const name of ['👍a\ufe0f', '👩\u200d', '\u200d👩', '👩\u200da', '👍x\ufe0f', '👩\u200d💻x\ufe0f'])
    assert.deepEqual(told(examineName(name, 20)), { reason: 'name_hidden_characters' }, name);
});

test('a sign that is drawn as nothing is no name, and hides in none', () => {
  for (const blank of ['\u2800', '\ufffc', '\u{13441}', '\u{13442}', '\u{16fe4}', '\u{1d159}', '\u3164', '\uffa0'])
    for (const name of [blank, `Quill${blank}`])
      assert.deepEqual(told(examineName(name, 20)), { reason: 'name_hidden_characters' }, JSON.stringify(name));
  for (const name of ['⠟⠥⠊⠇⠇', '𓀀', '🎵']) assert.equal(told(examineName(name, 20)), name);
});

test('spellings of a text that people take for one have one key', () => {
  assert.equal(nameKey('  Ａda \u00a0 LOVELACE\u00ad '), 'ada lovelace');
  for (const [one, other] of [
    ['STRASSE', 'straße'],
    ['ΣΑΣ', 'σας'],
    ['ﬁ', 'FI'],
    ['ẞ', 'ss'],
  ] as const)
    assert.equal(nameKey(one), nameKey(other));
});

test('a nickname says which of its rules is broken', () => {
  assert.deepEqual(told(examineNickname('a')), { reason: 'nickname_length', least: 2, most: 40 });
  assert.equal(told(examineNickname('x'.repeat(40))), 'x'.repeat(40));
  assert.deepEqual(told(examineNickname('x'.repeat(41))), { reason: 'nickname_length', least: 2, most: 40 });
  assert.deepEqual(told(examineNickname('a@b')), { reason: 'nickname_at_sign' });
});

test('an e-mail address has 254 bytes, 64 of them before the at sign', () => {
  const domain = `${'a'.repeat(61)}.${'b'.repeat(61)}.${'c'.repeat(61)}`;
  const longest = `${'x'.repeat(64)}@${domain}.de`;

  assert.equal(told(examineEmail(longest)), longest);
  assert.deepEqual(told(examineEmail(`x${longest}`)), { reason: 'email_malformed' });
  const most = `${'x'.repeat(63)}@${domain}.defg`;
  assert.equal(Buffer.byteLength(most), 254);
  assert.equal(told(examineEmail(most)), most);
  assert.deepEqual(told(examineEmail(`${most}h`)), { reason: 'email_long', most: 254 });
  assert.deepEqual(told(examineEmail(`é${most.slice(1)}`)), { reason: 'email_long', most: 254 });
});

test('the domain of an e-mail address is a name, not a number', () => {
  for (const domain of [
    '1.2.3.4',
    '127.1',
    '9',
    'a..b',
    '-a.b',
    'a-.b',
    '1.2.3.44',
    '[::1]',
    'a b',
    '',
    'x%41.de',
    '1.2.3.999',
  ])
    assert.deepEqual(told(examineEmail(`ada@${domain}`)), { reason: 'email_malformed' }, domain);
  for (const domain of ['a.b1', 'a.1.de', 'a.1b', '4.b', 'localhost', 'bücher.example', 'a.b2c3'])
    assert.equal(told(examineEmail(`ada@${domain}`)), `ada@${domain}`);
  for (const text of ['ada', '@a.de', 'ada@', ''])
    assert.deepEqual(told(examineEmail(text)), { reason: 'email_malformed' }, text);
});

test('the key of an e-mail address forgets case and spaces, and is itself where there is no domain', () => {
  assert.equal(emailKey(' Ada@Bücher.Example '), 'ada@xn--bcher-kva.example');
  assert.equal(emailKey('Ada'), 'ada');
  assert.equal(emailKey(' @Bücher.de '), '@xn--bcher-kva.de');
  assert.equal(emailKey('Ada@..'), 'ada@..');
  assert.equal(emailKey('a@b@C.de'), 'a@b@c.de');
  assert.equal(emailKey(`a@${'b'.repeat(300)}.de`), `a@${'b'.repeat(300)}.de`);
});

test('every spelling of an address is one network', () => {
  const cases = {
    '192.0.2.1': '192.0.2.1',
    '192.0.2.1%eth0': '192.0.2.1',
    '::ffff:192.0.2.1': '192.0.2.1',
    '::ffff:c000:201': '192.0.2.1',
    '::ffff:1.2.3.4': '1.2.3.4',
    '::192.0.2.1': '0:0:0:0::/64',
    '1:2:3:4:5:6:192.0.2.1': '1:2:3:4::/64',
    '2001:db8::1': '2001:db8:0:0::/64',
    '2001:DB8:0:0:1::%en1': '2001:db8:0:0::/64',
    '::': '0:0:0:0::/64',
    '1:2:3:4:5:6:7:8': '1:2:3:4::/64',
    '1:2:3:4:5:6:7::': '1:2:3:4::/64',
    '0:0:0:0:1:ffff:1:2': '0:0:0:0::/64',
    '1::ffff:1:2': '1:0:0:0::/64',
    '::1:ffff:1:2': '0:0:0:0::/64',
  };

  for (const [address, network] of Object.entries(cases)) assert.equal(networkOf(address), network, address);
});

test('what is no address is one unknown network', () => {
  const texts = [
    '',
    'x',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '01.2.3.4',
    '1.2.3.4.',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
  ];
  const more = [
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '1::2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7:8::g',
    '12345::',
    'g::',
    '::g',
    '1:2:3:4:5:6:7:',
    '%',
  ];

  for (const text of [...texts, ...more, `${'0'.repeat(128)}::1`, '1.2.3.4:5', '::1.2.3.256'])
    assert.equal(networkOf(text), 'unknown', text);
});

test('a target of sixteen thousand characters is followed, one more is not', () => {
  const target = (length: number) => `/account?${'x'.repeat(length - 9)}`;

  assert.equal(localTarget(target(16_384)), target(16_384));
  assert.equal(localTarget(target(16_385)), '/');
  assert.equal(localTarget('?'), '/');
});

test('a form knows what was sent, with or without a value', () => {
  const form = createForm([
    ['a', ''],
    ['b', '1'],
    ['c', '1'],
    ['c', '2'],
    ['b', '2'],
  ]);

  assert.deepEqual([form.has('a'), form.has('b'), form.has('d')], [true, true, false]);
  assert.deepEqual([form.get('a'), form.get('b'), form.get('d')], [undefined, '1', undefined]);
  assert.deepEqual(form.all('c'), ['1', '2']);
  assert.equal(form.doubled, 'c');
  assert.equal(form.entries.length, 5);
});

test('a domain of 254 characters is brought into one spelling, a longer one is left as it is', () => {
  const domain = (length: number) => `ü.${`${'a'.repeat(60)}.`.repeat(4)}`.padEnd(length, 'b');

  assert.match(emailKey(`x@${domain(254)}`), /^x@xn--tda\./);
  assert.match(emailKey(`x@${domain(255)}`), /^x@ü\./);
});
