/** Proves how a list tells why a delivery failed: in one short line, whatever was answered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf } from '../../../src/protocol/webhooks/attempt.ts';

test('a list tells why a delivery failed in one short line, and nothing of one that was taken', () => {
  const why = (answer: string | null, outcome: string | null = null) => failureOf({ outcome, answer });

  assert.equal(why('too_slow: no whole answer within 5000 ms'), 'too_slow: no whole answer within 5000 ms');
  assert.equal(why('<h1>\n\tOops</h1>\n', 'failed'), '<h1> Oops</h1>');
  assert.equal(why(`${'a'.repeat(119)}\u{1f511}b`), `${'a'.repeat(119)}…`);
  for (const nothing of [why(null), why(' \n '), why('thanks', 'delivered')]) assert.equal(nothing, null);
});
