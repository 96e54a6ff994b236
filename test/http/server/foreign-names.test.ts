/** Which names of a request are taken over from a proxy or a caller, and how they stand in a line of the log. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignMembers, foreignNames } from '../../../src/http/server/foreign-names.ts';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

function named(id?: string, traceparent?: string) {
  return {
    headers: id === undefined ? {} : { 'x-request-id': id },
    source: { address: null, userAgent: null, ...(traceparent === undefined ? {} : { traceparent }) },
  };
}

test('names that are well-formed are told as they came', () => {
  const both = named('Az09_.:/=+~-', TRACEPARENT);

  assert.deepEqual(foreignNames(both), { requestId: 'Az09_.:/=+~-', traceparent: TRACEPARENT });
  assert.equal(foreignMembers(both), `,"requestId":"Az09_.:/=+~-","traceparent":"${TRACEPARENT}"`);
  assert.equal(foreignMembers(named('x'.repeat(128))), `,"requestId":"${'x'.repeat(128)}"`);
  assert.equal(foreignMembers(named(undefined, TRACEPARENT)), `,"traceparent":"${TRACEPARENT}"`);
});

test('a request id that is empty, too long or could break a line is left out', () => {
  const wrong = [
    '',
    'x'.repeat(129),
    'a b',
    'a"',
    'a\\b',
    'a\nb',
    'a\u0000',
    'a\u007f',
    'a\u0080',
    'é',
    'a\u2028',
    '{}',
    'a,b',
  ];

  for (const id of wrong) {
    assert.deepEqual(foreignNames(named(id)), {}, JSON.stringify(id));
    assert.equal(foreignMembers(named(id)), '', JSON.stringify(id));
  }
});

test('a secret of ours in the place of a request id is not told', () => {
  const secret = 'lkr_0123456789abcdefghijklmnopqrstuvwxyz-_ABC';

  assert.equal(foreignMembers(named(secret)), ',"requestId":"lkr_[redacted]"');
  assert.doesNotMatch(foreignMembers(named(`a:${secret}`)), /0123456789/);
});
