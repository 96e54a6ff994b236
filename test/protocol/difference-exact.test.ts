/** Proves a difference piece by piece: what is kept together, what is told apart, and where it gives up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameAddressDifferences, splitAddress } from '../../src/protocol/clients/address-difference.ts';
import { byCloseness, compareTexts, likeliest } from '../../src/protocol/difference.ts';
import { assertLinear } from '../support/linear-time.ts';

/** A difference as one line: =same, -received, +expected. */
const line = (received: string, expected: string): string =>
  compareTexts(received, expected)
    .map(({ kind, text }) => `${{ same: '=', received: '-', expected: '+' }[kind]}${text}`)
    .join(' ');

test('a match of three characters or more stands between two differences, a shorter one does not', () => {
  assert.equal(line('1abc2', '3abc4'), '-1 +3 =abc -2 +4');
  assert.equal(line('1ab2', '3ab4'), '-1ab2 +3ab4');
  assert.equal(line('1🦊🦊🦊2', '3🦊🦊🦊4'), '-1 +3 =🦊🦊🦊 -2 +4');
  assert.equal(line('1🦊🦊2', '3🦊🦊4'), '-1🦊🦊2 +3🦊🦊4');
});

test('a short match at the beginning or at the end is kept', () => {
  assert.equal(line('a1b', 'a2b'), '=a -1 +2 =b');
  assert.equal(line('a1', 'a2'), '=a -1 +2');
  assert.equal(line('1b', '2b'), '-1 +2 =b');
});

test('the longest common part is found, however the rest lies around it', () => {
  assert.equal(line('xxhelloyy', 'helloz'), '-xx =hello -yy +z');
  assert.equal(line('hello1', 'zzhello2'), '+zz =hello -1 +2');
  assert.equal(line('1abcdef2', '3abc4def5'), '-1 +3 =abc +4 =def -2 +5');
  assert.equal(line('1abc4def2', '3abcdef5'), '-1 +3 =abc -4 =def -2 +5');
  assert.equal(line('1abcxyz2', '3xyzabc4'), '-1abc +3 =xyz -2 +abc4');
  assert.equal(line('1abc9xyzw2', '3xyzw8abc4'), '-1abc9 +3 =xyzw -2 +8abc4');
});

test('what is only in one of the texts is told as that', () => {
  assert.equal(line('abc', ''), '-abc');
  assert.equal(line('', 'abc'), '+abc');
  assert.equal(line('aab', 'ab'), '=a -a =b');
  assert.equal(line('ab', 'aab'), '=a +a =b');
  assert.equal(line('aa', 'aaa'), '=aa +a');
  assert.equal(line('🦊', '🦝'), '-🦊 +🦝');
});

test('four hundred differing characters are compared, one more is told as a whole', () => {
  const around = (length: number) =>
    [`1${'abc'.padEnd(length - 2, 'x')}2`, `3${'abc'.padEnd(length - 2, 'y')}4`] as const;

  assert.match(line(...around(400)), /^-1 \+3 =abc /);
  assert.match(line(...around(401)), /^-1abcx+2 \+3abcy+4$/);
  assert.match(line(`1abc${'x'.repeat(397)}2`, '3abc4'), /^-1abcx+2 \+3abc4$/);
  assert.match(line('1abc2', `3abc${'x'.repeat(397)}4`), /^-1abc2 \+3abcx+4$/);
  assert.match(line('1abc2', `3abc${'x'.repeat(395)}4`), /^-1 \+3 =abc /);
});

test('texts are as close as they are alike at both ends, each character once, against the longer text', () => {
  assert.deepEqual(byCloseness('abc', ['xyz', 'abd', 'abc']), ['abc', 'abd', 'xyz']);
  assert.deepEqual(byCloseness('xbc', ['ydc', 'ybc']), ['ybc', 'ydc']);
  assert.deepEqual(byCloseness('aXc', ['xyz', 'aYYc', 'aYc']), ['aYc', 'aYYc', 'xyz']);
  assert.deepEqual(byCloseness('aa', ['ab', 'aaa', 'aa']), ['aa', 'aaa', 'ab']);
  assert.deepEqual(byCloseness('', ['a', '']), ['', 'a']);
  assert.deepEqual(byCloseness('🦊', ['x', '🦁', '🦊']), ['🦊', 'x', '🦁']);
});

test('of equally close candidates the first stays first', () => {
  assert.deepEqual(byCloseness('a', ['b', 'c', 'a']), ['a', 'b', 'c']);
  assert.deepEqual(byCloseness('abc', ['xyz', 'abx', 'abc']), ['abc', 'abx', 'xyz']);
});

test('a long text is taken apart once, and not again for each candidate', () => {
  const inputOf = (length: number) => ({
    text: 'y'.repeat(length),
    candidates: Array.from({ length: length / 640 }, (_, index) => `https://${index}`),
  });

  assertLinear(({ text, candidates }) => byCloseness(text, candidates), inputOf, 262_144);
});

test('a word is meant when no more than half of it is wrong', () => {
  assert.equal(likeliest('co', ['code']), 'code');
  assert.equal(likeliest('c', ['code']), undefined);
  assert.equal(likeliest('codexx', ['code']), 'code');
  assert.equal(likeliest('codexxx', ['code']), undefined);
  assert.equal(likeliest('CODE', ['code']), 'code');
  assert.equal(likeliest('COD', ['code']), 'code');
  assert.equal(likeliest('emails', ['profile', 'email', 'mails']), 'email');
  assert.equal(likeliest('x', []), undefined);
});

test('another way to write a word is that word, and a text without end is only looked up', () => {
  assert.equal(likeliest('Client-Id', ['client_id']), 'client_id');
  assert.equal(likeliest('c.l.i.e.n.t.i.d', ['x', 'client_id']), 'client_id');
  const long = 'a'.repeat(401);
  assert.equal(likeliest(`${long}b`, [`${long}c`]), undefined);
  assert.equal(likeliest(`${'a'.repeat(399)}b`, [`${'a'.repeat(399)}c`]), `${'a'.repeat(399)}c`);
  assert.equal(likeliest(`${'a'.repeat(400)}b`, [`${'a'.repeat(400)}c`]), undefined);
  assert.equal(likeliest(`${long}-`, [long]), long);
});

test('an address is taken apart as it is written', () => {
  const parts = (text: string) => {
    const { scheme, host, port, path, query, fragment } = splitAddress(text);
    return [scheme, host, port, path, query, fragment];
  };

  assert.deepEqual(parts('https://a.example:8443/x/y?q=1?2#f#g'), [
    'https',
    'a.example',
    '8443',
    '/x/y',
    'q=1?2',
    'f#g',
  ]);
  assert.deepEqual(parts('http://[::1]:80/'), ['http', '[::1]', '80', '/', undefined, undefined]);
  assert.deepEqual(parts('http://a:/'), ['http', 'a', '', '/', undefined, undefined]);
  assert.deepEqual(parts('my.app:/cb'), ['my.app', '', '', '/cb', undefined, undefined]);
  assert.deepEqual(parts('//a/b'), ['', 'a', '', '/b', undefined, undefined]);
  assert.deepEqual(parts('/a?#'), ['', '', '', '/a', '', '']);
  assert.deepEqual(parts(''), ['', '', '', '', undefined, undefined]);
  assert.deepEqual(parts('x://a\nb:1/c\nd#e\nf'), ['x', 'a\nb', '1', '/c\nd', undefined, 'e\nf']);
});

const HERE = 'https://app.example.com/cb';

test('everything that is different is named, in the order of the address', () => {
  assert.deepEqual(nameAddressDifferences(`' ${HERE}#x'`, HERE), ['space', 'quotes', 'fragment']);
  assert.deepEqual(nameAddressDifferences('ftp://x.example:1/p?a=1#f', 'http://y.example/q#g'), [
    'scheme',
    'host',
    'port',
    'path',
    'query_extra',
    'fragment',
  ]);
  assert.deepEqual(nameAddressDifferences('HTTP://A/B?C', 'http://a/b?c'), ['case']);
  assert.deepEqual(nameAddressDifferences(`${HERE}?a=%41`, `${HERE}?a=A`), ['encoding']);
  assert.deepEqual(nameAddressDifferences(`${HERE}?a=%zz`, `${HERE}?a=b`), ['query']);
  assert.deepEqual(nameAddressDifferences('https://a/%zz', 'https://a/%zy'), ['path']);
});

test('each pair of marks around an address is seen, and white space inside it too', () => {
  for (const [open, close] of ['""', "''", '“”', '‘’', '<>'].map((marks) => [...marks]))
    assert.deepEqual(nameAddressDifferences(`${open}${HERE}${close}`, HERE), ['quotes']);
  assert.deepEqual(nameAddressDifferences(`"${HERE}`, HERE).includes('quotes'), false);
  assert.deepEqual(nameAddressDifferences('https://app. example.com/c \n b', HERE), ['space']);
  assert.deepEqual(nameAddressDifferences('my app:/cb', 'my app:/cd'), ['path']);
  assert.deepEqual(nameAddressDifferences('HTTPS%3a%2F%2Fa', 'HTTPS://a'), ['encoded_whole']);
  assert.deepEqual(nameAddressDifferences('a+.-9%3A/x', 'a+.-9:/x'), ['encoded_whole']);
  assert.deepEqual(nameAddressDifferences('9a%3A/x', '9a:/x').includes('encoded_whole'), false);
  assert.deepEqual(nameAddressDifferences('a%3A%zz', 'a:x'), ['encoded_whole', 'scheme', 'path']);
});

test('the names of loopback are told apart from other hosts', () => {
  const names = ['localhost', '127.0.0.1', '[::1]'];

  for (const one of names)
    for (const other of names)
      assert.deepEqual(
        nameAddressDifferences(`http://${one}/`, `http://${other}/`),
        one === other ? [] : ['loopback_name'],
      );
  assert.deepEqual(nameAddressDifferences('http://localhost/', 'http://a.example/'), ['host']);
  assert.deepEqual(nameAddressDifferences('http://a.example/', 'http://localhost/'), ['host']);
});

test('two spellings with the same parts differ in something else', () => {
  assert.deepEqual(nameAddressDifferences('http://a:/', 'http://a/'), ['other']);
});

test('marks count at both ends alone, and a query by its parameters', () => {
  assert.ok(!nameAddressDifferences(`x"${HERE}"`, HERE).includes('quotes'));
  assert.ok(!nameAddressDifferences(`"${HERE}"x`, HERE).includes('quotes'));
  assert.deepEqual(nameAddressDifferences(`${HERE}?A=1`, `${HERE}?a=1`), ['case']);
  assert.deepEqual(nameAddressDifferences(`${HERE}?a=12`, `${HERE}?a=21`), ['query']);
  assert.deepEqual(nameAddressDifferences(`${HERE}?ab&c`, `${HERE}?a&bc`), ['query']);
});
