/** Proves how a request and its answer are written down, and that what a page carries along comes back the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { en } from '../../../src/pages/text/en.ts';
import {
  type Exchange,
  formatExchange,
  formBody,
  type Note,
  parseExchange,
  requestText,
  statusLine,
} from '../../../src/protocol/playground/wire.ts';

const POST = {
  method: 'POST',
  url: 'https://id.example/oauth/token?a=1',
  headers: [
    ['Host', 'id.example'],
    ['Accept', '*/*'],
  ],
  fields: [
    ['code', 'a b&c'],
    ['scöpe', 'é'],
  ],
} as const;

const EXCHANGE: Exchange = {
  note: 'exchanged',
  request: POST,
  answer: { status: 200, headers: [['Age', '0']], body: '{}' },
};

test('a request is written with its line, its headers and its form', () => {
  assert.equal(
    requestText(POST),
    'POST /oauth/token?a=1 HTTP/1.1\nHost: id.example\nAccept: */*\n\ncode=a%20b%26c&sc%C3%B6pe=%C3%A9',
  );
  assert.equal(
    requestText({ method: 'GET', url: 'https://id.example/x', headers: [['Host', 'h']], fields: [] }),
    'GET /x HTTP/1.1\nHost: h',
  );
});

test('every status that clients meet has its words, and another one stands alone', () => {
  const lines = [200, 303, 400, 401, 403, 413, 415, 429].map(statusLine);

  for (const line of lines) assert.match(line, /^\d{3} [A-Z][A-Za-z ]+$/);
  assert.equal(statusLine(200), '200 OK');
  assert.equal(statusLine(299), '299');
});

test('half a character in a form is written as the mark for a broken one', () => {
  assert.equal(formBody([['a', '\ud83d']]), 'a=%EF%BF%BD');
  assert.equal(formBody([]), '');
});

// The words have exactly these keys.
const NOTES = Object.keys(en.playground.notes) as Note[];

test('what a page carries along comes back the same', () => {
  const pairs = fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 3 });
  const method = fc.constantFrom('GET' as const, 'POST' as const);

  fc.assert(
    fc.property(
      fc.constantFrom(...NOTES),
      method,
      fc.constantFrom('https://a.example/', 'http://127.0.0.1:9/x?y=1'),
      pairs,
      pairs,
      fc.string(),
      (note, ...given) => {
        const [method, url, headers, fields, body] = given;
        const exchange = { note, request: { method, url, headers, fields }, answer: { status: 200, headers, body } };
        assert.deepEqual(parseExchange(formatExchange(exchange)), exchange);
      },
    ),
    { numRuns: 50 },
  );
});

test('what cannot be read is left out, whichever part is wrong', () => {
  const parts: readonly unknown[] = JSON.parse(formatExchange(EXCHANGE));
  const wrong: readonly (readonly unknown[])[] = [
    ['unknown', '', 1, undefined],
    ['PUT', '', 1],
    ['no address', '/oauth/token', 1, ['https://a.example/']],
    ['x', [['a']], [['a', 'b', 'c']], [[1, 'b']], [['a', 1]], [['a', 'b'], 'x'], {}],
    ['x', [['a']], [[1, 'b']], [['a', 1]]],
    ['200', null, undefined],
    ['x', [['a']], [[1, 'b']], [['a', 1]]],
    [1, null, undefined],
  ];

  wrong.forEach((values, index) => {
    for (const value of values)
      assert.equal(parseExchange(JSON.stringify(parts.with(index, value))), undefined, `${index}: ${value}`);
  });
  for (const text of ['', '{', '{}', 'null', '"x"', '[]']) assert.equal(parseExchange(text), undefined, text);
  assert.deepEqual(parseExchange(JSON.stringify(parts)), EXCHANGE);
});
