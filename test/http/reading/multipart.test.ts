/** Multipart bodies as they should not be: cut off, doubled, disguised, endless. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from '../../support/linear-time.ts';
import { proves } from '../../support/proves.ts';
import { multipart, outcome, type Pairs, read } from './forms.ts';

const parse = (body: string | Buffer, boundary = 'b'): Pairs | string =>
  outcome(read(`multipart/form-data; boundary=${boundary}`, body));
const part = (head: string, value = 'x'): string => `--b\r\n${head}\r\n\r\n${value}\r\n--b--\r\n`;
const NAMED = 'Content-Disposition: form-data; name="a"';

test('every beginning of a multipart body is refused', () => {
  const whole = `preamble\r\n${multipart(
    [
      ['grant_type', 'refresh_token'],
      ['empty', ''],
      ['é', 'a--b'],
    ],
    'b',
  )}`.trimEnd();
  assert.equal(parse(whole).length, 3);

  for (let length = 1; length < whole.length; length += 1) {
    assert.equal(typeof parse(whole.slice(0, length)), 'string', JSON.stringify(whole.slice(0, length)));
  }
  assert.equal(typeof parse(`${whole}\r`), 'string');
});

test('a boundary has 1 to 70 characters, and a longer one is refused at once', () => {
  for (let length = 0; length <= 300; length += 1) {
    const boundary = 'x'.repeat(length);
    const type = `multipart/form-data; boundary="${boundary}"`;
    const answer = outcome(read(type, multipart([['a', '1']], boundary)));
    if (length >= 1 && length <= 70) assert.deepEqual(answer, [['a', '1']], String(length));
    else assert.match(String(answer), /exactly one boundary, of 1 to 70 characters/, String(length));
  }
});

test('a boundary is made of the characters that RFC 2046 lists, quoted or not, and given once', () => {
  const odd = "'()+_,-./:=?aZ9";
  assert.deepEqual(parse(multipart([['a', '1']], odd), odd), [['a', '1']]);
  assert.deepEqual(parse(multipart([['a', '1']], `${odd} x`), `"${odd} x"`), [['a', '1']]);

  for (const type of [
    '',
    '; boundary=b; boundary=b',
    '; boundary="b "',
    '; boundary="b*"',
    '; boundary=b@c',
    '; boundary=""',
  ]) {
    assert.match(
      String(outcome(read(`multipart/form-data${type}`, multipart([['a', '1']], 'b')))),
      /exactly one boundary/,
      type,
    );
  }
  for (const type of ['; boundary=', '; boundary', '; boundary="b', '; boundary="b\\"', '; boundary=b c']) {
    assert.equal(
      outcome(read(`multipart/form-data${type}`, multipart([['a', '1']], 'b'))),
      'media_type_unsupported',
      type,
    );
  }
});

test('there may be 40 parts, and a body of a great many is refused at once', () => {
  const many = (count: number) =>
    multipart(
      Array.from({ length: count }, (_, index) => [`p${index}`, 'x']),
      'b',
    );

  assert.equal(parse(many(40)).length, 40);
  assert.equal(parse(many(41)), 'More than 40 parameters were sent.');
  for (const bodyOf of [many, (count: number) => '--b\r\n'.repeat(2 * count)]) {
    assert.match(String(parse(bodyOf(100_000))), /More than 40|headers of a part/);
    assertLinear((body: string | Buffer) => parse(body), bodyOf, 100_000);
  }
});

test('a file is refused, by whatever name', () => {
  for (const file of ['filename="a.txt"', 'filename=a', 'FileName="a"', "filename*=UTF-8''a", 'filename=""']) {
    assert.equal(parse(part(`${NAMED}; ${file}`)), 'Files are not accepted here.', file);
    assert.equal(
      parse(part(`Content-Disposition: form-data; ${file}; name="a"`)),
      'Files are not accepted here.',
      file,
    );
  }
  assertLinear(
    (body: string) => parse(body),
    (length) => part(`${NAMED}; filename="${'\\'.repeat(length)}`),
    60_000,
  );
});

test('a part has exactly one Content-Disposition: form-data with exactly one name', () => {
  const heads = [
    'Content-Type: text/plain',
    `${NAMED}\r\n${NAMED}`,
    `${NAMED}\r\nCONTENT-DISPOSITION: form-data; name="b"`,
    'Content-Disposition: form-data',
    'Content-Disposition: form-data;',
    'Content-Disposition: attachment; name="a"',
    'Content-Disposition: form-datax; name="a"',
    `${NAMED}; name="b"`,
    `${NAMED}; size=3`,
    "Content-Disposition: form-data; name*=UTF-8''a",
    'Content-Disposition: form-data; name="a',
    'Content-Disposition: form-data; name="a\\"b"',
    'Content-Disposition: form-data; name=a b',
    'Content-Disposition: form-data; name=',
    'Content-Disposition: form-data name="a"',
  ];

  for (const head of heads) assert.match(String(parse(part(head))), /exactly one header Content-Disposition/, head);
});

test('a malformed header of a part is refused, and so are names made to hurt', () => {
  const lines = [
    '__proto__: x',
    'constructor: x',
    'prototype: x',
    'no colon',
    ': x',
    'a b: x',
    ' folded',
    'X-A: 1\r',
    'X-A: 1\n',
    'X-A: 1\nX-B: 2',
    'X-A: 1\r\nX-A: 2',
    'é: x',
  ];
  for (const line of lines) assert.equal(parse(part(`${NAMED}\r\n${line}`)), 'A part has a malformed header.', line);
});

proves('RFC 7578 §4.8', 'Other header fields MUST NOT be included and MUST be ignored.', () => {
  assert.deepEqual(parse(part(`${NAMED}\r\nContent-Length: 99\r\nX-Other: y`)), [['a', 'x']]);
});

test('the headers of a part have 1024 characters at most', () => {
  const padded = (length: number) => part(`${NAMED}\r\nX-A: ${'y'.repeat(length - NAMED.length - 7)}`);

  assert.deepEqual(parse(padded(1_024)), [['a', 'x']]);
  assert.match(String(parse(padded(1_025))), /longer than 1024 characters/);
});

test('an encoding other than UTF-8 is refused, unless the bytes are the same in both', () => {
  const typed = (type: string, value?: string) => parse(part(`${NAMED}\r\n${type}`, value));

  for (const type of ['text/plain', 'text/plain; charset=UTF-8', 'text/plain;charset="utf-8"', 'application/json']) {
    assert.deepEqual(typed(`Content-Type: ${type}`, 'é'), [['a', 'é']], type);
  }
  assert.deepEqual(typed('Content-Type: text/plain; charset=ISO-8859-1'), [['a', 'x']]);
  assert.equal(typed('Content-Type: text/plain; charset=ISO-8859-1', 'é'), 'The parameter a is not UTF-8.');
  for (const bad of [
    'Content-Type: text/plain; charset=utf-16',
    'Content-Type: multipart/mixed; boundary=c',
    'Content-Type: nonsense',
    'Content-Transfer-Encoding: base64',
    'Content-Transfer-Encoding: quoted-printable',
  ]) {
    assert.equal(typed(bad), 'A part has an encoding other than UTF-8.', bad);
  }
});

test('NUL, control characters and broken UTF-8 in a field are refused', () => {
  for (const value of ['\0', 'a\r\nb', 'a\nb', '\t', '\x7f']) {
    assert.equal(parse(part(NAMED, value)), 'The parameter a contains a control character.');
  }
  assert.equal(parse(Buffer.from(part(NAMED, '\xff'), 'latin1')), 'The request body is not UTF-8.');
  assert.match(String(parse(part('Content-Disposition: form-data; name="a\0b"'))), /control character/);
});

test('lines end with CR and LF, and with nothing else', () => {
  const good = multipart(
    [
      ['a', '1'],
      ['b', '2'],
    ],
    'b',
  );

  for (const end of ['\n', '\r', '\n\r']) assert.equal(typeof parse(good.replaceAll('\r\n', end)), 'string');
  assert.equal(typeof parse(good.replace('\r\n\r\n', '\r\n\n')), 'string');
  assert.equal(typeof parse(good.replace('\r\n--b', '\n--b')), 'string');
});

proves(
  'RFC 2046 §5.1.1',
  'Implementations must ignore anything that appears before the first boundary delimiter line or after the last one.',
  () => {
    const whole = multipart([['a', '1']], 'b');

    assert.deepEqual(parse(`to whom it may concern\r\n${whole}so long\r\n--b\r\n`), [['a', '1']]);
    assert.deepEqual(parse(whole.trimEnd()), [['a', '1']]);
    assert.deepEqual(parse('--b--'), []);
  },
);

test('spaces after a boundary are padding, anything else spoils it', () => {
  assert.deepEqual(parse(`--b \t\r\n${NAMED}\r\n\r\n1\r\n--b-- \t`), [['a', '1']]);
  for (const spoilt of [
    `--bx\r\n${NAMED}\r\n\r\n1\r\n--b--`,
    `--b\r\n${NAMED}\r\n\r\n1\r\n--b--x`,
    `--b\r\n${NAMED}\r\n\r\n1\r\n--bcd\r\n--b--`,
  ]) {
    assert.equal(typeof parse(spoilt), 'string', spoilt);
  }
});

test('a boundary inside a value is part of the value unless it begins a line', () => {
  assert.deepEqual(parse(part(NAMED, 'x--b--')), [['a', 'x--b--']]);
  assert.deepEqual(parse(part(NAMED, '--')), [['a', '--']]);
});

test('a part without an empty line of its own does not swallow the next', () => {
  assert.equal(parse(`--b\r\n${NAMED}\r\n\r\n--b\r\n${NAMED}\r\n\r\n1\r\n--b--\r\n`), 'A part has no content.');
});

test('the worst bodies take linear time', () => {
  const boundary = 'a'.repeat(70);
  for (const piece of ['\r\n', '\r\n--', `\r\n--${'a'.repeat(69)}`, '--', `${boundary}\r\n`, '\r\n\r\n', ' ', 'a']) {
    for (const start of [`--${boundary}\r\n${NAMED}\r\n\r\n`, '', `--${boundary}`]) {
      assertLinear(
        (body: string) => parse(body, boundary),
        (length) => start + piece.repeat(length / piece.length),
      );
    }
  }
});
