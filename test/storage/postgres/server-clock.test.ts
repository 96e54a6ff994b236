/** The database's clock as an instance tells it: what it heard, and what it measured since. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createServerClock } from '../../../src/storage/postgres/servers.ts';

const EPOCH_MS = 1_800_000_000_000;
const CLOSE_MS = 50;

function assertClose(told: number, expected: number): void {
  assert.ok(Math.abs(told - expected) < CLOSE_MS, `${told - expected} ms off`);
}

test('time goes on from what the server said, halfway between question and answer', () => {
  const clock = createServerClock();
  const at = performance.now();

  clock.adjust(EPOCH_MS, at - 40, at);

  assertClose(clock.now(), EPOCH_MS + 20);
});

test('a difference that the journey explains changes nothing, a larger one is followed in both directions', () => {
  const clock = createServerClock();
  const at = performance.now();
  clock.adjust(EPOCH_MS, at, at);

  clock.adjust(EPOCH_MS + 200, at, at);
  assertClose(clock.now(), EPOCH_MS);
  clock.adjust(EPOCH_MS + 3_600_000, at, at);
  assertClose(clock.now(), EPOCH_MS + 3_600_000);
  clock.adjust(EPOCH_MS - 3_600_000, at, at);
  assertClose(clock.now(), EPOCH_MS - 3_600_000);
});

test('an answer that was long under way is not believed', () => {
  const clock = createServerClock();
  const at = performance.now();
  clock.adjust(EPOCH_MS, at, at);

  clock.adjust(EPOCH_MS + 3_600_000, at - 5000, at);

  assertClose(clock.now(), EPOCH_MS);
});
