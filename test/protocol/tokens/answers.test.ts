/** Proves the body of a token answer, field by field (SPEC D3). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OVERLAP_NAMES, overlapSeconds, readOverlap } from '../../../src/protocol/clients/secret-overlap.ts';
import { ALLOWED } from '../../../src/protocol/limits.ts';
import { tokenAnswerBody } from '../../../src/protocol/tokens/answers.ts';
import { proves } from '../../support/proves.ts';

const ANSWER = {
  accessToken: 'lka_A',
  tokenType: 'Bearer',
  expiresIn: 86_400,
  refreshToken: 'lkr_B',
  scope: 'a "b"',
  createdAt: 1_800_000_000,
  extras: [],
};

proves(
  'RFC 6749 §5.1',
  'The parameters are serialized into a JavaScript Object Notation (JSON) structure by adding each parameter at the highest structure level.',
  () => {
    assert.deepEqual(JSON.parse(tokenAnswerBody(ANSWER)), {
      access_token: 'lka_A',
      token_type: 'Bearer',
      expires_in: 86_400,
      refresh_token: 'lkr_B',
      scope: 'a "b"',
      created_at: 1_800_000_000,
    });
  },
);

proves('RFC 6749 §4.4.3', 'A refresh token SHOULD NOT be included.', () => {
  assert.deepEqual(Object.keys(JSON.parse(tokenAnswerBody({ ...ANSWER, refreshToken: null }))), [
    'access_token',
    'token_type',
    'expires_in',
    'scope',
    'created_at',
  ]);
});

test('the bytes of a token answer are these, and further members follow behind', () => {
  const first = '{"access_token":"lka_A","token_type":"Bearer","expires_in":86400,"refresh_token":"lkr_B"';
  const second = ',"scope":"a \\"b\\"","created_at":1800000000';

  assert.equal(tokenAnswerBody(ANSWER), `${first}${second}}`);
  const bound = { ...ANSWER, tokenType: 'DPoP', extras: [['id_token', 'a.b"c'] as const, ['x', ''] as const] };
  assert.equal(tokenAnswerBody(bound), `${first.replace('Bearer', 'DPoP')}${second},"id_token":"a.b\\"c","x":""}`);
});

test('an allowance without a limit is allowed', () => {
  assert.deepEqual(ALLOWED, { allowed: true });
});

test('the overlap of two secrets is one of four, the safest first', () => {
  assert.deepEqual(OVERLAP_NAMES.map(overlapSeconds), [0, 3600, 86_400, 604_800]);
  for (const name of OVERLAP_NAMES) assert.equal(readOverlap(name), name);
  for (const text of [undefined, '', 'year', 'toString']) assert.equal(readOverlap(text), undefined);
  assert.deepEqual(OVERLAP_NAMES, ['now', 'hour', 'day', 'week']);
});
