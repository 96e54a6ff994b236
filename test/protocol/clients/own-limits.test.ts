/** Proves how limits of an application's own are kept, read and changed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedLimits, formatOwnLimits, parseOwnLimits } from '../../../src/protocol/clients/own-limits.ts';

test('what was written is read again, in one order, and names of other versions are left out', () => {
  const limits = { codes_per_user: 9, token_requests: 60_000 };

  assert.equal(formatOwnLimits(limits), 'token_requests=60000 codes_per_user=9');
  assert.deepEqual(parseOwnLimits(formatOwnLimits(limits)), limits);
  assert.deepEqual(parseOwnLimits('toString=1 from_tomorrow=5 api_requests=7'), { api_requests: 7 });
  assert.deepEqual(parseOwnLimits(''), {});
});

test('a number sets a limit, null takes it back, and what is not named stays', () => {
  const before = { token_requests: 1, api_requests: 2 };

  assert.deepEqual(changedLimits(before, { token_requests: null, codes_per_user: 3 }), {
    api_requests: 2,
    codes_per_user: 3,
  });
  assert.deepEqual(changedLimits(before, {}), before);
});
