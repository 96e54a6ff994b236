/** What the strict reader of urlencoded parameters accepts, and with which sentence it refuses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPageForm } from '../../../src/http/reading/form-body.ts';
import { lazyQuery, readQuery } from '../../../src/http/reading/urlencoded.ts';
import { assertLinear } from '../../support/linear-time.ts';
import { outcome, read, requestOf, URLENCODED, urlencoded } from './forms.ts';

const parse = (body: string | Buffer) => outcome(read(URLENCODED, body));

test('pairs are split at the first equals sign and decoded once', () => {
  assert.deepEqual(parse('a=1&b=x=y&c=%2541&d=a+b%2B&e=&f'), [
    ['a', '1'],
    ['b', 'x=y'],
    ['c', '%41'],
    ['d', 'a b+'],
    ['e', ''],
    ['f', ''],
  ]);
});

test('empty pieces between ampersands are nothing', () => {
  assert.deepEqual(parse('&&a=1&&&b=2&'), [
    ['a', '1'],
    ['b', '2'],
  ]);
});

test('a semicolon separates nothing', () => {
  assert.deepEqual(parse('a=1;b=2'), [['a', '1;b=2']]);
});

test('names are kept as they are: brackets, dots, case, names of properties', () => {
  const names = ['code[]', 'code[0]', 'code.x', 'code[$gt]', 'Code', '__proto__', 'constructor', 'toString'];

  assert.deepEqual(
    parse(names.map((name) => `${name}=x`).join('&')),
    names.map((name) => [name, 'x']),
  );
});

test('UTF-8 is read whether it is escaped or not', () => {
  assert.deepEqual(parse('a=%E2%98%83&b=☃&c=%F0%9F%94%91'), [
    ['a', '☃'],
    ['b', '☃'],
    ['c', '🔑'],
  ]);
});

test('broken escapes and broken UTF-8 are refused, never repaired', () => {
  for (const bad of [
    '%',
    '%g1',
    '%u0041',
    'x%2',
    '%c0%af',
    '%ff',
    '%fe',
    '%ed%a0%80',
    '%e2%98',
    '%f5%80%80%80',
    '%80',
  ]) {
    assert.match(String(parse(`a=${bad}`)), /percent-encoding/, bad);
    assert.match(String(parse(`${bad}=a`)), /percent-encoding/, bad);
  }
  for (const raw of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x98]]) {
    assert.equal(parse(Buffer.from([0x61, 0x3d, ...raw])), 'The request body is not UTF-8.');
  }
});

test('control characters are refused, escaped or not', () => {
  const beyondAscii = Array.from({ length: 32 }, (_, index) => 128 + index);
  for (const code of [...Array(32).keys(), 127, ...beyondAscii]) {
    const escaped = encodeURIComponent(String.fromCharCode(code));
    assert.equal(parse(`state=a${escaped}`), 'The parameter state contains a control character.', escaped);
    assert.equal(parse(`a${escaped}=1`), 'The name of a parameter contains a control character.', escaped);
    assert.equal(parse(`state=${String.fromCharCode(code)}`), 'The parameter state contains a control character.');
  }
});

test('there may be 40 parameters', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=x`).join('&');

  assert.equal(parse(many(40)).length, 40);
  assert.equal(parse(many(41)), 'More than 40 parameters were sent.');
});

test('a name may have 64 bytes and a value 4096, counted in bytes', () => {
  assert.equal(parse(`${'n'.repeat(64)}=${'v'.repeat(4_096)}`).length, 1);
  assert.equal(parse(`${'n'.repeat(65)}=v`), 'The name of a parameter is longer than 64 bytes.');
  assert.equal(parse(`code=${'v'.repeat(4_097)}`), 'The parameter code is longer than 4096 bytes.');
  assert.equal(parse(`code=${'é'.repeat(2_048)}`).length, 1);
  assert.equal(parse(`code=${'é'.repeat(2_049)}`), 'The parameter code is longer than 4096 bytes.');
});

test('a sentence repeats no name that could break out of a header or a page', () => {
  for (const name of ['<b>', '"', 'é', 'a b', '☃'.repeat(20)]) {
    assert.equal(parse(urlencoded([[name, 'v'.repeat(4_097)]])), 'A parameter is longer than 4096 bytes.');
  }
});

test('the worst inputs take linear time', () => {
  for (const bad of ['&', '=', '%', '+', 'a=&', '%41', 'é', '&=', '%c3%a9+']) {
    assertLinear(parse, (length) => bad.repeat(length / bad.length));
  }
});

test('a query is read like a body, with room for a long state', () => {
  const state = 's'.repeat(10_000);

  assert.deepEqual(outcome(readQuery(`state=${state}&scope=`)), [
    ['state', state],
    ['scope', ''],
  ]);
  assert.match(String(outcome(readQuery('state=%0d%0a'))), /control character/);
  assert.match(String(outcome(readQuery('&a=1'.repeat(101)))), /100 parameters/);
  assert.deepEqual(outcome(readQuery('')), []);
});

test('the forms of our pages may hold several lines, but no other control character', () => {
  const page = (body: string, type = URLENCODED) => outcome(readPageForm(requestOf(type, body)));

  assert.deepEqual(page('uris=a%0D%0Ab%09c&scope=x&scope=y'), [
    ['uris', 'a\r\nb\tc'],
    ['scope', 'x'],
    ['scope', 'y'],
  ]);
  assert.equal(page('uris=%00'), 'The parameter uris contains a control character.');
  assert.equal(page(`about=${'x'.repeat(16_384)}`).length, 1);
  assert.equal(page('{"a":"b"}', 'application/json'), 'media_type_unsupported');
  assert.equal(page('{"a":"b"}', 'text/plain'), 'media_type_unsupported');
  assert.deepEqual(outcome(readPageForm(requestOf(undefined, ''))), []);
});

test('the query of a request has no parameters when it is malformed, and says what is wrong', () => {
  const query = lazyQuery('page=2&state=%zz');

  assert.equal(query.get('page'), undefined);
  assert.deepEqual(query.form().entries, []);
  assert.match(String(outcome(query.read())), /broken percent-encoding/);
});

test('the query of a request remembers doubled parameters, and is parsed once', () => {
  const query = lazyQuery('page=2&page=3');

  assert.equal(query.get('page'), '2');
  assert.deepEqual(query.form().all('page'), ['2', '3']);
  assert.equal(query.form().doubled, 'page');
  assert.equal(query.read(), query.read());
});
