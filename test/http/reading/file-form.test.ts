/** Forms that carry a file: its bytes as they are, and the grammar of every other multipart body. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPageFile } from '../../../src/http/reading/form-body.ts';
import type { FileForm } from '../../../src/http/reading/multipart.ts';
import { read, requestOf } from './forms.ts';

const TYPE = 'multipart/form-data; boundary=b';
const TOKEN = '--b\r\nContent-Disposition: form-data; name="form_token"\r\n\r\nt\r\n';
const fileHead = (fileName: string): string =>
  `--b\r\nContent-Disposition: form-data; name="logo"; filename="${fileName}"\r\nContent-Type: image/png\r\n\r\n`;

function parse(body: string | Buffer, type = TYPE): FileForm | undefined {
  const form = readPageFile(requestOf(type, body), 'logo');
  return form.ok ? form.value : undefined;
}

function withFile(content: Buffer, fileName = 'a.png'): Buffer {
  return Buffer.concat([Buffer.from(TOKEN + fileHead(fileName)), content, Buffer.from('\r\n--b--\r\n')]);
}

test('the bytes of a file are read as they are, whatever they are', () => {
  const every = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
  for (const content of [every, Buffer.from('\r\n\r\n-\n--b'), Buffer.from('x--b--'), Buffer.alloc(0)]) {
    const form = parse(withFile(content));

    assert.equal(form?.fields.get('form_token'), 't');
    assert.deepEqual(form?.files, [content]);
  }
});

test('a file may be called anything that a browser writes', () => {
  for (const name of ['логотип (1).png', 'C:\\pictures\\a.png', 'a%22b.png', '', "it's;=.png"]) {
    assert.deepEqual(parse(withFile(Buffer.from('x'), name))?.files, [Buffer.from('x')], name);
  }
});

test('only files of the field count, and each of them is seen', () => {
  const other = fileHead('a.png').replace('"logo"', '"other"');
  const one = `${fileHead('a.png')}1\r\n`;

  assert.deepEqual(parse(`${TOKEN}${other}x\r\n--b--\r\n`)?.files, []);
  assert.equal(parse(`${TOKEN}${one}${one}--b--\r\n`)?.files.length, 2);
});

test('a form with a file has four parts at most, and its fields are UTF-8', () => {
  assert.equal(parse(`${TOKEN.repeat(4)}--b--\r\n`)?.fields.entries.length, 4);
  assert.equal(parse(`${TOKEN.repeat(5)}--b--\r\n`), undefined);
  assert.equal(parse(Buffer.from(`${TOKEN.replace('\r\nt\r', '\r\n\xff\r')}--b--\r\n`, 'latin1')), undefined);
});

test('what no reader of fields accepts, no reader of files accepts', () => {
  const bodies = [
    '',
    TOKEN,
    `${TOKEN}--b-`,
    `${TOKEN}--b--x`,
    `${TOKEN.replaceAll('\r\n', '\n')}--b--\n`,
    TOKEN.replace('\r\n\r\nt', '\r\n\r\n--b--'),
    `${TOKEN.replace('name=', 'size=3; name=')}--b--\r\n`,
    `${TOKEN.replace('Content-Disposition', '__proto__')}--b--\r\n`,
    `${TOKEN.replace('\r\n\r\n', `\r\nX-A: ${'y'.repeat(1_024)}\r\n\r\n`)}--b--\r\n`,
  ];

  for (const body of bodies.slice(1)) assert.equal(read(TYPE, body).ok, false, body);
  for (const body of bodies) assert.equal(parse(body), undefined, body);
  for (const type of ['multipart/form-data', `${TYPE}; boundary=c`, 'multipart/mixed; boundary=b', 'text/plain']) {
    assert.equal(parse(`${TOKEN}--b--\r\n`, type), undefined, type);
  }
});
