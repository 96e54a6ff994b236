/** Proves that the counters of a process hold their limit, forget at the window's end, and stay small. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCounters } from '../../src/counters.ts';

const LIMIT = { most: 2, windowSeconds: 60 };

test('a counter allows its limit in a window, then refuses until the window is over', () => {
  const counters = createCounters();

  assert.deepEqual(counters.spend('a', LIMIT, 100), { allowed: true });
  assert.deepEqual(counters.spend('a', LIMIT, 130), { allowed: true });
  assert.deepEqual(counters.spend('a', LIMIT, 140), { allowed: false, retryAfterSeconds: 20, isFirst: true });
  assert.deepEqual(counters.spend('a', LIMIT, 159), { allowed: false, retryAfterSeconds: 1, isFirst: false });
  assert.deepEqual(counters.spend('b', LIMIT, 159), { allowed: true });
  assert.deepEqual(counters.spend('a', LIMIT, 160), { allowed: true });
});

test('a window that was opened while the clock was ahead ends when the clock is set right', () => {
  const counters = createCounters();
  for (let tries = 0; tries < 3; tries += 1) counters.spend('a', LIMIT, 3700);

  assert.deepEqual(counters.spend('a', LIMIT, 100), { allowed: true });
  assert.deepEqual(counters.spend('a', LIMIT, 101), { allowed: true });
  assert.deepEqual(counters.spend('a', LIMIT, 102), { allowed: false, retryAfterSeconds: 58, isFirst: true });
});

test('clocks that differ by half a minute share a window', () => {
  const counters = createCounters();
  for (const now of [130, 100]) assert.equal(counters.spend('a', LIMIT, now).allowed, true);

  assert.deepEqual(counters.spend('a', LIMIT, 100), { allowed: false, retryAfterSeconds: 90, isFirst: true });
});

test('a flood of names forgets the oldest window and no other', () => {
  const counters = createCounters();
  for (const name of ['old', 'old', 'kept', 'kept']) counters.spend(name, LIMIT, 100);
  for (let number = 0; number < 49_999; number += 1) counters.spend(`name ${number}`, LIMIT, 100);

  assert.equal(counters.spend('kept', LIMIT, 101).allowed, false);
  assert.equal(counters.spend('old', LIMIT, 101).allowed, true);
});

test('the switch for tests and benchmarks switches counters off', () => {
  const counters = createCounters(true);
  for (let tries = 0; tries < 10; tries += 1) assert.equal(counters.spend('a', LIMIT, 100).allowed, true);
});
