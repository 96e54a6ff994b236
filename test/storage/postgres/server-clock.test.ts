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

test('an answer that was under way for less than half as long is believed, so the making of a connection is no difference', () => {
  const clock = createServerClock();
  const at = performance.now();
  // The server wrote it at the end of these 240 ms, when the connection was made.
  clock.adjust(EPOCH_MS, at - 240, at);
  clock.adjust(EPOCH_MS, at - 1, at);
  const told = clock.now() - (performance.now() - at);
  assert.ok(Math.abs(told - EPOCH_MS) <= 1, `${told - EPOCH_MS} ms off`);

  clock.adjust(EPOCH_MS + 40, at - 40, at);
  const later = clock.now() - (performance.now() - at);
  assert.ok(Math.abs(later - EPOCH_MS) <= 1, `${later - EPOCH_MS} ms off`);
});
