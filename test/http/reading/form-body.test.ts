/** Which reader a body gets, decided by a strictly read Content-Type; and JSON, which has a reader of its own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenParameters } from '../../../src/grants/registry.ts';
import { readForm } from '../../../src/http/reading/form-body.ts';
import { assertLinear } from '../../support/linear-time.ts';
import { proves } from '../../support/proves.ts';
import { multipart, outcome, read, requestOf, URLENCODED } from './forms.ts';

const UNSUPPORTED = 'media_type_unsupported';
const json = (body: string | Buffer, type = 'application/json') => outcome(read(type, body));

test('the three types are read in any case, with UTF-8 said or not', () => {
  for (const end of [
    '',
    '; charset=utf-8',
    ';charset="UTF-8"',
    ' ; charset=Utf8',
    ';',
    '; ',
    '; a=b; charset=utf-8;',
  ]) {
    assert.deepEqual(outcome(read(`${URLENCODED}${end}`, 'a=1')), [['a', '1']], end);
    assert.deepEqual(outcome(read(`APPLICATION/JSON${end}`, '{"a":"1"}')), [['a', '1']], end);
    assert.deepEqual(
      outcome(read(`Multipart/Form-Data${end.replace(/;? *$/, '')}; boundary=x`, multipart([['a', '1']], 'x'))),
      [['a', '1']],
      end,
    );
  }
});

test('a Content-Type that is almost right is not right', () => {
  const types = [
    'application/json garbage',
    'application/json\ta',
    'application/json/x',
    'application/jsonx',
    ' application/json',
    'application / json',
    'application/json; charset',
    'application/json; charset=',
    'application/json; charset="utf-8',
    'application/json; charset=utf-8; charset=utf-8',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/json, text/plain',
    'application/json; =x',
    'application/json; a b=c',
    'application/json;\u00e9=x',
    'text/plain',
    'text/json',
    'application/xml',
    'multipart/mixed; boundary=x',
    'application/x-www-form-urlencoded-x',
    '',
  ];

  for (const type of types) assert.equal(json('{"a":"1"}', type), UNSUPPORTED, type);
  assert.equal(outcome(read(undefined, 'a=1')), UNSUPPORTED);
});

test('a form that is labelled ISO-8859-1, as by the HttpClient of Apache for Java, is read where it says the same in UTF-8', () => {
  for (const charset of ['ISO-8859-1', 'us-ascii', '"iso-8859-1"']) {
    const type = `${URLENCODED}; charset=${charset}`;
    assert.deepEqual(
      outcome(read(type, 'grant_type=client_credentials&scope=a+b%2F')),
      [
        ['grant_type', 'client_credentials'],
        ['scope', 'a b/'],
      ],
      charset,
    );
    for (const body of ['a=%C3%A9', '%C3%A9=a', 'a=\u00e9']) assert.equal(outcome(read(type, body)), UNSUPPORTED, body);
    assert.match(String(outcome(read(type, 'a=%E9'))), /not UTF-8/);
  }
  for (const charset of ['utf-16', 'windows-1251', 'iso-8859-1; charset=iso-8859-1', 'iso-8859-1; charset=utf-8'])
    assert.equal(outcome(read(`${URLENCODED}; charset=${charset}`, 'a=1')), UNSUPPORTED, charset);
});

test('a body of one type under the name of another is refused, and the refusal names both', () => {
  const sent = JSON.stringify({ grant_type: 'refresh_token', refresh_token: 'x'.repeat(64) });
  const labels = [URLENCODED, `${URLENCODED}; charset=utf-8`, `${URLENCODED}; charset=ISO-8859-1`];
  const told = (type: string, body: string) => String(outcome(read(type, body)));

  for (const type of labels) {
    for (const body of ['{"grant_type":"client_credentials"}', sent, ` \r\n${sent}\n`, '{}'])
      assert.match(told(type, body), /^The request body is JSON, but its Content-Type is .*urlencoded\.$/, body);
    assert.match(told(type, multipart([['code', 'x']], 'b')), /^The request body is multipart\/form-data, but its/);
  }
  assert.match(told('application/json', 'code=x'), /^The request body is form-encoded, but its Content-Type/);
  assert.match(told('application/json', 'code:x'), /not a JSON object/);
  assert.match(told('multipart/form-data; boundary=b', 'code=x'), /boundary/);
});

test('a form whose first name begins like JSON, or like a part, is read as a form', () => {
  for (const name of ['{a', '--a', '-'])
    assert.deepEqual(outcome(read(URLENCODED, `${name}=1&b=2`)), [
      [name, '1'],
      ['b', '2'],
    ]);
});

test('without a body the query counts, whatever the Content-Type says', () => {
  for (const type of [undefined, URLENCODED, 'application/json', 'multipart/form-data', 'text/plain', 'garbage']) {
    assert.deepEqual(outcome(read(type, '', 'code=x&code=y')), [
      ['code', 'x'],
      ['code', 'y'],
    ]);
  }
});

test('with a body the query does not count', () => {
  assert.deepEqual(outcome(read(URLENCODED, 'a=1', 'code=x')), [['a', '1']]);
});

test('where the operator has switched the query off it never counts', () => {
  const result = readForm(requestOf(undefined, '', 'code=x'), { tokenQuery: false }, tokenParameters);

  assert.deepEqual(outcome(result), []);
});

proves('RFC 6749 §3.2', 'Request and response parameters MUST NOT be included more than once.', () => {
  const doubled = [
    ['code', 'x'],
    ['a', ''],
    ['code', 'x'],
  ] as const;
  const bodies = [
    read(URLENCODED, 'code=x&a=&code=x'),
    read('application/json', '{"code":"x","a":"","c\\u006fde":"x"}'),
    read('multipart/form-data; boundary=b', multipart(doubled, 'b')),
    read(undefined, '', 'code=x&a=&code=x'),
  ];

  for (const form of bodies) {
    assert.deepEqual(outcome(form), doubled);
    assert.equal(form.ok && form.value.doubled, 'code');
    assert.equal(form.ok && form.value.get('a'), undefined);
  }
});

test('a JSON object of strings is read with all its escapes and white space', () => {
  assert.deepEqual(json(' { "a" : "1" ,\r\n\t"b\\u00e9":"\\"\\\\\\/ \\ud83d\\udd11 ☃" } \n'), [
    ['a', '1'],
    ['bé', '"\\/ 🔑 ☃'],
  ]);
  assert.deepEqual(json('{}'), []);
  assert.deepEqual(json(' { } '), []);
  assert.deepEqual(json('{"__proto__":"a","constructor":"b"}'), [
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ]);
});

test('JSON that is no flat object of strings is refused', () => {
  for (const value of ['1', '1.5', 'true', 'false', 'nul', '[]', '["x"]', '{}', '{"a":"b"}', "'x'", '']) {
    assert.equal(json(`{"code":${value}}`), 'The parameter code is not a JSON string.', value);
  }
  for (const body of [
    '[]',
    '"a"',
    'null',
    '1',
    '{',
    '}',
    '{"a"}',
    '{"a":"b"',
    '{"a":"b",}',
    '{,}',
    '{"a":"b"}}',
    '{"a":"b"}x',
    '{a:"b"}',
    '{"a":"b" "c":"d"}',
    '\ufeff{}',
    '{} {}',
    '{"a":"b"}\0',
    '/**/{}',
  ]) {
    assert.match(String(json(body)), /JSON/, body);
  }
});

test('JSON that leaves a parameter out, or has more than strings in an unknown one, reads as one without a value', () => {
  assert.deepEqual(
    json('{"scope":null , "x":-1.5e3,"y":true,"z":null,"__proto__":{"a":["}",{"b":"\\"]"}]} ,"code":"c"}'),
    [
      ['scope', ''],
      ['x', ''],
      ['y', ''],
      ['z', ''],
      ['__proto__', ''],
      ['code', 'c'],
    ],
  );
  for (const value of ['01', 'nil', '{]', '[1,]', '{"a":1', '["a]', '+1', "'x'", '', '[}', '[1]]'])
    assert.match(String(json(`{"x":${value}}`)), /JSON/, value);
});

test('a JSON string with a bad escape, a raw line break or half a character is refused', () => {
  for (const text of ['\\x', '\\u12', '\\', 'a\nb', 'a\tb', '\\uD800', '\\uDC00\\uD800', '\\n', '\\u0000', '\\u007f']) {
    assert.equal(typeof json(`{"code":"${text}"}`), 'string', text);
    assert.equal(typeof json(`{"${text}":"x"}`), 'string', text);
  }
  assert.equal(json(Buffer.from('{"a":"\xff"}', 'latin1')), 'The request body is not UTF-8.');
});

test('JSON has the limits of the other encodings', () => {
  const many = (count: number) => `{${Array.from({ length: count }, (_, index) => `"p${index}":"x"`).join(',')}}`;

  assert.equal(json(many(40)).length, 40);
  assert.equal(json(many(41)), 'More than 40 parameters were sent.');
  assert.equal(json(`{"code":"${'x'.repeat(4_097)}"}`), 'The parameter code is longer than 4096 bytes.');
});

test('every beginning of a JSON body is refused', () => {
  const whole = '{"grant_type":"refresh_token","a":"\\u00e9\\n","b":""}';

  for (let length = 1; length < whole.length; length += 1) {
    assert.equal(typeof json(whole.slice(0, length)), 'string', whole.slice(0, length));
  }
});

test('the worst JSON takes linear time', () => {
  for (const piece of ['{', '[', '"', '\\', '{"a":', ' ', '\\u0041']) {
    const many = (length: number) => piece.repeat(length / piece.length);
    assertLinear(json, many);
    assertLinear(json, (length) => `{"a":"${many(length)}`, 60_000);
    assertLinear(json, (length) => `{"a":[${many(length)}`, 60_000);
  }
});
