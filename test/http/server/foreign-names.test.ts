/** Which names of a request are taken over from a proxy or a caller, and how they stand in a line of the log. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignMembers, foreignNames } from '../../../src/http/server/foreign-names.ts';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

test('names that are well-formed are told as they came', () => {
  const headers = { 'x-request-id': 'Az09_.:/=+~-', traceparent: TRACEPARENT };

  assert.deepEqual(foreignNames(headers), { requestId: 'Az09_.:/=+~-', traceparent: TRACEPARENT });
  assert.equal(foreignMembers(headers), `,"requestId":"Az09_.:/=+~-","traceparent":"${TRACEPARENT}"`);
  assert.equal(foreignMembers({ 'x-request-id': 'x'.repeat(128) }), `,"requestId":"${'x'.repeat(128)}"`);
  assert.equal(foreignMembers({ traceparent: TRACEPARENT }), `,"traceparent":"${TRACEPARENT}"`);
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
    assert.deepEqual(foreignNames({ 'x-request-id': id }), {}, JSON.stringify(id));
    assert.equal(foreignMembers({ 'x-request-id': id }), '', JSON.stringify(id));
  }
});

test('a traceparent of another form is left out, whichever of its characters is wrong', () => {
  const spoiled = Array.from(TRACEPARENT, (_, place) =>
    ['g', 'A', '"', '\u0130'].map((letter) => TRACEPARENT.slice(0, place) + letter + TRACEPARENT.slice(place + 1)),
  ).flat();

  for (const traceparent of [...spoiled, TRACEPARENT.slice(1), `${TRACEPARENT}0`, '', TRACEPARENT.replaceAll('-', '0')])
    assert.equal(foreignMembers({ traceparent }), '', traceparent);
});

test('a secret of ours in the place of a request id is not told', () => {
  const secret = 'lkr_0123456789abcdefghijklmnopqrstuvwxyz-_ABC';

  assert.equal(foreignMembers({ 'x-request-id': secret }), ',"requestId":"lkr_[redacted]"');
  assert.doesNotMatch(foreignMembers({ 'x-request-id': `a:${secret}` }), /0123456789/);
});
