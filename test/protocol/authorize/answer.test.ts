/** Proves which parameters an authorization answer has, and in which order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorizationCodeParameters, authorizationErrorParameters } from '../../../src/protocol/authorize/answer.ts';
import { proves } from '../../support/proves.ts';

const issuer = 'https://login.example.org';
const uri = `${issuer}/errors/access_denied/abcdefgh`;
const fault = { error: 'access_denied', description: 'The user refused.', uri } as const;

proves('RFC 9207 §2', 'Authorization responses, including error responses, carry the issuer in iss.', () => {
  assert.deepEqual(authorizationCodeParameters({ issuer, code: 'c', state: 's' }), [
    ['iss', issuer],
    ['code', 'c'],
    ['state', 's'],
  ]);
  assert.deepEqual(authorizationErrorParameters({ issuer, ...fault, state: 's' }), [
    ['iss', issuer],
    ['error', 'access_denied'],
    ['error_description', 'The user refused.'],
    ['error_uri', uri],
    ['state', 's'],
  ]);
});

test('without iss and state nothing but the code or the error is sent', () => {
  assert.deepEqual(authorizationCodeParameters({ issuer: undefined, code: 'c', state: undefined }), [['code', 'c']]);
  assert.deepEqual(authorizationErrorParameters({ issuer: undefined, ...fault, state: undefined }), [
    ['error', 'access_denied'],
    ['error_description', 'The user refused.'],
    ['error_uri', uri],
  ]);
});
