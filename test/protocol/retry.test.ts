/** The pauses between attempts, and the end of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextAttemptAt } from '../../src/protocol/retry.ts';

const LIMITS = { attempts: 6, longestAgeSeconds: 1000, firstPauseSeconds: 10, longestPauseSeconds: 60 };
const FAILED = { attempts: 1, createdAt: 5000, now: 5000, chance: 0 };

test('each pause is twice as long as the one before, up to the longest', () => {
  const pauses = [1, 2, 3, 4, 5].map((attempts) => (nextAttemptAt({ ...FAILED, attempts }, LIMITS) ?? 0) - FAILED.now);

  assert.deepEqual(pauses, [10, 20, 40, 60, 60]);
});

test('chance shortens a pause by up to a quarter, and never below a second', () => {
  assert.equal(nextAttemptAt({ ...FAILED, attempts: 4, chance: 0.999 }, LIMITS), 5045);
  assert.equal(nextAttemptAt({ ...FAILED, attempts: 4, chance: 0.5 }, LIMITS), 5053);
  assert.equal(nextAttemptAt({ ...FAILED, chance: 0.999 }, { ...LIMITS, firstPauseSeconds: 0 }), 5001);
});

test('there is no attempt beyond the number allowed', () => {
  assert.notEqual(nextAttemptAt({ ...FAILED, attempts: 5 }, LIMITS), undefined);
  assert.equal(nextAttemptAt({ ...FAILED, attempts: 6 }, LIMITS), undefined);
});

test('there is no attempt later than the longest age', () => {
  assert.equal(nextAttemptAt({ ...FAILED, now: 5990 }, LIMITS), 6000);
  assert.equal(nextAttemptAt({ ...FAILED, now: 5991 }, LIMITS), undefined);
});
