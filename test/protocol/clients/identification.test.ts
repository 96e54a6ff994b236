/** Proves how a request says which client it comes from. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { identifyClient } from '../../../src/clients/authentication/registry.ts';
import { parseBasic } from '../../../src/protocol/clients/identification.ts';
import { createForm, type Form } from '../../../src/protocol/form.ts';
import { proves } from '../../support/proves.ts';

/** Every UTF-16 unit, lone surrogates and controls included. */
const anyUnit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));

const NO_FORM = createForm([]);

function base64(text: string | Buffer): string {
  return Buffer.from(text).toString('base64');
}

function encodeForm(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

function basic(id: string, secret: string): string {
  return `Basic ${base64(`${encodeForm(id)}:${encodeForm(secret)}`)}`;
}

/** Methods by their names. */
function identify(authorization: string | undefined, form: Form) {
  const answer = identifyClient({ authorization, basic: parseBasic(authorization), form });
  return answer.ok ? { ...answer, value: { ...answer.value, method: answer.value.method.name } } : answer;
}

function form(fields: Readonly<Record<string, string>>) {
  return createForm(Object.entries(fields));
}

proves(
  'RFC 6749 §2.3.1',
  'Client identifier and password are form-encoded, and the encoded values are used as user name and password of HTTP Basic.',
  () => {
    const ids = ['c1', 'a:b', 'a b+c', 'é%', '%41', '中😀', 'x'.repeat(255)];
    for (const clientId of ids) {
      for (const secret of ['s', ':', 'a:b:c', '+ %:é ', '%2B', "!'()*~", 'π'.repeat(255)]) {
        assert.deepEqual(identify(basic(clientId, secret), NO_FORM), {
          ok: true,
          value: { method: 'client_secret_basic', clientId, secret },
        });
      }
    }
  },
);

proves('RFC 9110 §11.1', 'The authentication scheme is a case-insensitive token.', () => {
  for (const scheme of ['basic', 'BASIC', 'bAsIc']) {
    const answer = identify(`${scheme} ${base64('c1:s')}`, NO_FORM);
    assert.deepEqual(answer, { ok: true, value: { method: 'client_secret_basic', clientId: 'c1', secret: 's' } });
  }
});

test('base64 may lack its padding and stand behind several spaces', () => {
  for (const header of [`Basic ${base64('c:s').replace(/=+$/, '')}`, `Basic    ${base64('c:s')}`]) {
    assert.deepEqual(identify(header, NO_FORM), {
      ok: true,
      value: { method: 'client_secret_basic', clientId: 'c', secret: 's' },
    });
  }
});

test('Basic credentials that cannot be read are refused as failed authentication', () => {
  const headers = [
    ...[
      'Basic',
      'Basic ',
      'Basic !!!',
      'Basic =',
      'Basic ====',
      `Basic ${base64('c1:s')}, Bearer x`,
      'Basic YzE6cw=',
      'Basic YzE6cx==',
    ],
    ...['no colon', ':', ':secret', 'c1:%', 'c1:%g1', 'c1:%u0041', '%:s', 'c1:%ff', 'c1:%c0%af', 'c1:%ed%a0%80'].map(
      (text) => `Basic ${base64(text)}`,
    ),
    ...['c1:\0', 'c1:a\nb', 'c1:%00', 'c%0d:s', 'c1:\u0085'].map((text) => `Basic ${base64(text)}`),
    `Basic ${base64(Buffer.from('c1:\xe9', 'latin1'))}`,
    `Basic ${base64(Buffer.from([0x63, 0x3a, 0xc0, 0xaf]))}`,
    `Basic ${base64('c1:s').replace(/^./, '_')}`,
  ];
  for (const header of headers) {
    const answer = identify(header, form({ client_id: 'c1' }));
    assert.deepEqual(answer, { ok: false, refusal: { reason: 'client_credentials_malformed' } }, header);
  }
});

test('credentials in the body identify the client', () => {
  assert.deepEqual(identify(undefined, form({ client_id: 'c1', client_secret: 's:%+' })), {
    ok: true,
    value: { method: 'client_secret_post', clientId: 'c1', secret: 's:%+' },
  });
});

proves('RFC 6749 §3.2.1', 'A public client identifies itself with its client_id.', () => {
  assert.deepEqual(identify(undefined, form({ client_id: 'p1' })), {
    ok: true,
    value: { method: 'none', clientId: 'p1', secret: undefined },
  });
  for (const fields of [{}, { client_id: '' }, { client_secret: 's' }, { Client_Id: 'p1' }, { 'client_id[]': 'p1' }]) {
    assert.deepEqual(identify(undefined, form({ ...fields })), {
      ok: false,
      refusal: { reason: 'client_missing' },
    });
  }
});

test('an empty secret is no secret, in the body and in the header', () => {
  const body = identify(undefined, form({ client_id: 'c1', client_secret: '' }));
  assert.deepEqual(body, { ok: true, value: { method: 'none', clientId: 'c1', secret: undefined } });
  const header = identify(`Basic ${base64('c1:')}`, NO_FORM);
  assert.deepEqual(header, { ok: true, value: { method: 'client_secret_basic', clientId: 'c1', secret: undefined } });
});

proves('RFC 6749 §2.3', 'The client MUST NOT use more than one authentication method in each request.', () => {
  for (const client_secret of ['s', 'other']) {
    const answer = identify(basic('c1', 's'), form({ client_id: 'c1', client_secret }));
    assert.deepEqual(answer, { ok: false, refusal: { reason: 'client_methods_mixed' } });
  }
});

test('a client_id beside Basic must be the same one', () => {
  const same = identify(basic('c1', 's'), form({ client_id: 'c1', client_secret: '' }));
  assert.deepEqual(same, { ok: true, value: { method: 'client_secret_basic', clientId: 'c1', secret: 's' } });
  for (const client_id of ['c2', 'C1', 'c1 ']) {
    const other = identify(basic('c1', 's'), form({ client_id }));
    assert.deepEqual(other, { ok: false, refusal: { reason: 'client_ids_differ' } });
  }
});

test('a header of another scheme is ignored', () => {
  for (const header of ['Bearer abc', 'bearer', 'Digest x', 'Basically x', '', 'Basic_x']) {
    const answer = identify(header, form({ client_id: 'c1', client_secret: 's' }));
    assert.deepEqual(
      answer,
      { ok: true, value: { method: 'client_secret_post', clientId: 'c1', secret: 's' } },
      header,
    );
  }
});

proves('RFC 6749 §3.2', 'Request parameters MUST NOT be included more than once.', () => {
  for (const name of ['client_id', 'client_secret', 'code', 'x']) {
    const doubled = createForm([
      ['client_id', 'c1'],
      [name, 'a'],
      [name, 'a'],
    ]);
    const answer = identify(basic('c1', 's'), doubled);
    assert.deepEqual(answer, { ok: false, refusal: { reason: 'parameter_doubled', parameter: name } });
  }
});

test('every printable id and secret survives the way through a Basic header', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((value) => !/\p{Cc}/u.test(value) && value.isWellFormed());
  fc.assert(
    fc.property(text, text, (clientId, secret) => {
      const answer = identify(basic(clientId, secret), NO_FORM);
      assert.deepEqual(answer, { ok: true, value: { method: 'client_secret_basic', clientId, secret } });
    }),
  );
});

test('no header whatsoever makes the reader throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyUnit }), fc.base64String(), fc.string()), (text) => {
      for (const header of [text, `Basic ${text}`, `Basic ${base64(text)}`]) identify(header, NO_FORM);
    }),
  );
});

test('only a header that begins with the word Basic is one', () => {
  for (const header of ['Bearer basic x', 'basically x', 'xbasic x', ' Basic x', '', 'Digest'])
    assert.deepEqual(identify(header, NO_FORM), { ok: false, refusal: { reason: 'client_missing' } }, header);
  assert.deepEqual(identify('Basic', NO_FORM), {
    ok: false,
    refusal: { reason: 'client_credentials_malformed' },
  });
});

test('a credential has one spelling: padding belongs at the end or is left out whole', () => {
  const answers = ['YTpi', 'YTpiYw==', 'YTpiYw', 'YTpiYw=', 'YTpi=', 'YTpiYx==', 'YTpiYw===', 'YQ==OmI='].map(
    (text) => identify(`Basic ${text}`, NO_FORM).ok,
  );

  assert.deepEqual(answers, [true, true, true, false, false, false, false, false]);
});

test('a byte order mark is a character of the name, not a sign of its encoding', () => {
  assert.deepEqual(identify(`Basic ${base64('\ufeffid:s')}`, NO_FORM), {
    ok: true,
    value: { method: 'client_secret_basic', clientId: '\ufeffid', secret: 's' },
  });
});

test('what cannot be decoded is malformed, on either side of the colon', () => {
  for (const pair of ['%zz:s', 'c:%zz', 'c\u0001:s', 'c:s\u0001', 'c:%00', ':s', 'nothing'])
    assert.deepEqual(
      identify(`Basic ${base64(pair)}`, NO_FORM),
      { ok: false, refusal: { reason: 'client_credentials_malformed' } },
      pair,
    );
  const broken = `Basic ${base64(Buffer.from([0x63, 0x3a, 0xff]))}`;
  assert.deepEqual(identify(broken, NO_FORM), { ok: false, refusal: { reason: 'client_credentials_malformed' } });
});
