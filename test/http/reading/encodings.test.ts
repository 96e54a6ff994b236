/** The same parameters in every encoding are the same form; and the bytes of real clients are understood. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { flatJson, multipart, outcome, type Pairs, read, URLENCODED, urlencoded } from './forms.ts';

const FIELDS: Pairs = [
  ['grant_type', 'authorization_code'],
  ['client_id', 'b'.repeat(43)],
  ['client_secret', 'a+b/c=%&"é'],
  ['redirect_uri', 'https://app.example.com/cb?x=1&y=2'],
  ['scope', ''],
];

test('random parameters read alike in all four encodings', () => {
  const text = fc.string({ unit: 'binary', maxLength: 30 });
  // HTML and clients disagree on how to write a quotation mark or a backslash in a field's name; parameters have neither.
  const name = fc.string({ unit: 'grapheme-ascii', maxLength: 20 }).map((raw) => raw.replaceAll(/["\\]/g, '_'));
  const pairs = fc.array(fc.tuple(name, text), { minLength: 1, maxLength: 8 });

  fc.assert(
    fc.property(pairs, (sent) => {
      const expected = outcome(read(URLENCODED, urlencoded(sent)));
      const boundary = 'bOuNdArY-of-this-test';
      fc.pre(sent.every(([, value]) => value.isWellFormed() && !value.includes(boundary)));

      assert.deepEqual(outcome(read('application/json', flatJson(sent))), expected);
      assert.deepEqual(outcome(read(`multipart/form-data; boundary=${boundary}`, multipart(sent, boundary))), expected);
      assert.deepEqual(outcome(read(undefined, '', urlencoded(sent))), expected);
      if (typeof expected !== 'string') assert.deepEqual(expected, sent);
    }),
    { numRuns: 1_000 },
  );
});

test('random bytes under any type never throw', () => {
  const types = fc.constantFrom(URLENCODED, 'application/json', 'multipart/form-data; boundary=b');
  const pieces = fc.constantFrom(
    '--b',
    '\r\n',
    '\r\n\r\n',
    '--b--',
    'Content-Disposition: form-data; name="a"',
    '{',
    '"',
    ':',
    '\\',
    '%',
    '&',
    '=',
    ',',
    '}',
    '\0',
    'é',
  );
  const noise = fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
  const bodies = fc.array(fc.oneof(pieces, noise), { minLength: 1, maxLength: 40 }).map((parts) => parts.join(''));

  fc.assert(
    fc.property(types, bodies, fc.boolean(), (type, body, isLatin1) => {
      outcome(read(type, Buffer.from(body, isLatin1 ? 'latin1' : 'utf8')));
    }),
    { numRuns: 2_000 },
  );
});

test('fetch of this Node.js is understood', async () => {
  const form = new FormData();
  for (const [name, value] of FIELDS) form.append(name, value);
  const sent = new Response(form);
  const bytes = Buffer.from(await sent.arrayBuffer());
  const search = new Response(new URLSearchParams(FIELDS.map(([name, value]) => [name, value])));

  assert.deepEqual(outcome(read(sent.headers.get('content-type') ?? '', bytes)), FIELDS);
  assert.deepEqual(outcome(read(search.headers.get('content-type') ?? '', await search.text())), FIELDS);
});

interface Dialect {
  readonly client: string;
  readonly type: string;
  readonly part: (name: string, value: string) => string;
  readonly end: string;
}

const DIALECTS: readonly Dialect[] = [
  {
    client: 'curl -F',
    type: 'multipart/form-data; boundary=------------------------vQ0Vu2Xq1kZbq5n0yRrX4s',
    part: (name, value) =>
      `--------------------------vQ0Vu2Xq1kZbq5n0yRrX4s\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    end: '--------------------------vQ0Vu2Xq1kZbq5n0yRrX4s--\r\n',
  },
  {
    client: 'Chromium',
    type: 'multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW',
    part: (name, value) =>
      `------WebKitFormBoundary7MA4YWxkTrZu0gW\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    end: '------WebKitFormBoundary7MA4YWxkTrZu0gW--\r\n',
  },
  {
    client: 'Firefox',
    type: 'multipart/form-data; boundary=---------------------------9051914041544843365972754266',
    part: (name, value) =>
      `-----------------------------9051914041544843365972754266\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    end: '-----------------------------9051914041544843365972754266--\r\n',
  },
  {
    client: 'python-requests',
    type: 'multipart/form-data; boundary=0a1b2c3d4e5f60718293a4b5c6d7e8f9',
    part: (name, value) =>
      `--0a1b2c3d4e5f60718293a4b5c6d7e8f9\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    end: '--0a1b2c3d4e5f60718293a4b5c6d7e8f9--\r\n',
  },
  {
    client: 'HttpClient of .NET',
    type: 'multipart/form-data; boundary="1d2c9b7e-5f0a-4f8e-9d58-0a7c61c0a1f2"',
    part: (name, value) =>
      `--1d2c9b7e-5f0a-4f8e-9d58-0a7c61c0a1f2\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${value}\r\n`,
    end: '--1d2c9b7e-5f0a-4f8e-9d58-0a7c61c0a1f2--\r\n',
  },
  {
    client: 'OkHttp and Guzzle',
    type: 'multipart/form-data; boundary=f4a1c7a2-6a50-4a0b-8f9f-1b0d4d0c9c11',
    part: (name, value) =>
      `--f4a1c7a2-6a50-4a0b-8f9f-1b0d4d0c9c11\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Length: ${Buffer.byteLength(value)}\r\n\r\n${value}\r\n`,
    end: '--f4a1c7a2-6a50-4a0b-8f9f-1b0d4d0c9c11--\r\n',
  },
  {
    client: 'http of Dart',
    type: 'multipart/form-data; boundary=dart-http-boundary-Q+x1.',
    part: (name, value) =>
      `--dart-http-boundary-Q+x1.\r\ncontent-disposition: form-data; name="${name}"\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-transfer-encoding: binary\r\n\r\n${value}\r\n`,
    end: '--dart-http-boundary-Q+x1.--\r\n',
  },
  {
    client: 'aiohttp',
    type: 'multipart/form-data; boundary=5f4dcc3b5aa765d61d8327deb882cf99',
    part: (name, value) =>
      `--5f4dcc3b5aa765d61d8327deb882cf99\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    end: '--5f4dcc3b5aa765d61d8327deb882cf99--\r\n',
  },
];

for (const { client, type, part, end } of DIALECTS) {
  test(`the multipart of ${client} is understood`, () => {
    const body = FIELDS.map(([name, value]) => part(name, value)).join('') + end;

    assert.deepEqual(outcome(read(type, body)), FIELDS);
  });
}

test('the multipart of Apache HttpClient is understood as long as it is ASCII', () => {
  const head =
    'Content-Disposition: form-data; name="code"\r\nContent-Type: text/plain; charset=ISO-8859-1\r\nContent-Transfer-Encoding: 8bit';
  const body = `--hZUfCrB\r\n${head}\r\n\r\nabc\r\n--hZUfCrB--\r\n`;

  assert.deepEqual(outcome(read('multipart/form-data; boundary=hZUfCrB; charset=UTF-8', body)), [['code', 'abc']]);
});
