/** How much of the processors networks get from which no right password has come. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue } from '../../src/passwords/fair-queue.ts';
import { createPace, strangersShare } from '../../src/passwords/pace.ts';

const STRANGER = ['unknown', '203.0.113.7'];
const KNOWN = ['known', '198.51.100.7'];
const HASH_MS = 80;

for (const [processors, processes, share] of [
  [1, 1, 1 / 4],
  [2, 1, 1 / 2],
  [2, 2, 1 / 4],
  [2, 8, 1 / 4],
  [8, 1, 1],
  [8, 8, 1 / 4],
] as const) {
  test(`where ${processes} processes have ${processors} processors, each hashes for strangers within ${share} of one`, () => {
    const pace = createPace(strangersShare(processors, processes));
    const start = performance.now();
    const seconds = 600;
    let worked = 0;
    // As fast as it may, one after the other.
    for (let now = start; now < start + seconds * 1000; ) {
      const begin = Math.max(now, pace.restsUntil);
      now = begin + HASH_MS;
      pace.worked(begin, now);
      worked += HASH_MS;
    }
    const got = worked / (seconds * 1000);
    assert.ok(Math.abs(got - share) < 0.01, `${got}`);
  });
}

test('two seconds of hashing for strangers who come at once are not followed by a rest', () => {
  const pace = createPace(0.5);
  let now = performance.now();
  for (let count = 0; count < 2000 / HASH_MS; count += 1) {
    assert.ok(pace.restsUntil <= now, `after ${count}`);
    pace.worked(now, now + HASH_MS);
    now += HASH_MS;
  }
});

test('a process that was stopped for an hour in the middle of a hash does not let strangers rest', () => {
  const pace = createPace(0.5);
  const now = performance.now();
  pace.worked(now - 3_600_000, now);
  assert.ok(pace.restsUntil <= now);
  assert.ok(pace.msUntilDone(HASH_MS) <= HASH_MS);
});

test('whoever waits longer for the rests of strangers is told so before waiting', () => {
  const now = 1_000_000;
  const pace = createPace(0.5, () => now);
  assert.equal(pace.msUntilDone(HASH_MS), HASH_MS);
  // Four seconds of work in four: two more than the share.
  for (let ms = 4000; ms > 0; ms -= 100) pace.worked(now - ms, now - ms + 100);
  assert.equal(pace.msUntilDone(HASH_MS), HASH_MS * 2);
});

test('strangers who have had their share wait, are served after the rest, and nobody else waits for them', async () => {
  const restsUntil = performance.now() + 200;
  const queue = createFairQueue(() => {}, { pace: { restsUntil, msUntilDone: (workMs) => workMs, worked() {} } });
  const ended: string[] = [];
  const stranger = queue.run(STRANGER, async () => {
    assert.ok(performance.now() >= restsUntil, 'it rested');
    ended.push('stranger');
  });
  await queue.run(KNOWN, async () => void ended.push('known'));
  await stranger;
  assert.deepEqual(ended, ['known', 'stranger']);
});

test('a stranger who would wait too long for the rest is refused', async () => {
  const pace = { restsUntil: performance.now() + 60_000, msUntilDone: () => 60_000, worked() {} };
  const queue = createFairQueue(() => {}, { pace });
  await assert.rejects(
    queue.run(STRANGER, async () => assert.fail('it was served')),
    /Too many passwords/,
  );
});
