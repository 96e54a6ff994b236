/** Proves how bearer tokens are read from a header, and how challenges are written into one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { basicChallenge, bearerChallenge, parseBearer } from '../../../src/protocol/tokens/bearer.ts';
import { proves } from '../../support/proves.ts';

/** Every UTF-16 unit, lone surrogates and controls included. */
const anyUnit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));

proves('RFC 6750 §2.1', 'b64token = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="', () => {
  for (const token of ['a', 'mF_9.B5f-4.1JqM', 'A+/~.-_9', 'abc==', 'a=', 'a'.repeat(1024)]) {
    assert.deepEqual(parseBearer(`Bearer ${token}`), { kind: 'token', token });
  }
  const wrong = [
    '',
    ' ',
    '=',
    '==',
    'a=b',
    'a b',
    '"x"',
    'a,b',
    'a;b',
    'é',
    'a\0',
    'a\t',
    'a ',
    'Bearer a',
    '\ta',
    '%41',
    'a\n',
  ];
  for (const token of [...wrong, 'a'.repeat(1025)]) {
    assert.deepEqual(parseBearer(`Bearer ${token}`), { kind: 'malformed' }, JSON.stringify(token).slice(0, 20));
  }
  assert.deepEqual(parseBearer('Bearer'), { kind: 'malformed' });
});

proves('RFC 9110 §11.1', 'The authentication scheme is a case-insensitive token.', () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
    assert.deepEqual(parseBearer(`${scheme} abc`), { kind: 'token', token: 'abc' });
  }
});

test('several spaces may stand between the scheme and the token', () => {
  assert.deepEqual(parseBearer('Bearer    abc'), { kind: 'token', token: 'abc' });
});

test('no header and headers of other schemes carry no token', () => {
  for (const header of [
    undefined,
    '',
    'Basic abc',
    'abc',
    'Bearerabc',
    'Bearer_x abc',
    ' Bearer abc',
    'Bear',
    'Bearer\tabc',
  ]) {
    assert.deepEqual(parseBearer(header), { kind: 'absent' });
  }
});

proves('RFC 6750 §3', 'The realm, scope and error attributes MUST NOT appear more than once.', () => {
  const challenge = bearerChallenge({
    realm: 'Latchkey',
    error: 'insufficient_scope',
    description: 'More is needed',
    scope: 'a b',
  });
  assert.equal(
    challenge,
    'Bearer realm="Latchkey", error="insufficient_scope", error_description="More is needed", scope="a b"',
  );
});

proves('RFC 6750 §3.1', 'Without authentication information in the request no error code is included.', () => {
  assert.equal(bearerChallenge({ realm: 'Latchkey' }), 'Bearer realm="Latchkey"');
  assert.equal(bearerChallenge({ realm: 'x', error: undefined, description: undefined }), 'Bearer realm="x"');
});

proves('RFC 7617 §2.1', 'The charset parameter says that credentials are read as UTF-8.', () => {
  assert.equal(basicChallenge('Latchkey'), 'Basic realm="Latchkey", charset="UTF-8"');
});

proves(
  'RFC 6750 §3',
  'Attribute values MUST NOT include characters outside the set %x20-21 / %x23-5B / %x5D-7E.',
  () => {
    fc.assert(
      fc.property(fc.string({ unit: anyUnit }), (text) => {
        const challenge = bearerChallenge({ realm: text, error: 'e', description: text, scope: text });
        const value = '"[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]*"';
        const shape = `^Bearer realm=${value}, error="e", error_description=${value}, scope=${value}$`;
        assert.match(challenge, new RegExp(shape));
        assert.match(basicChallenge(text), new RegExp(`^Basic realm=${value}, charset="UTF-8"$`));
      }),
    );
  },
);
