/** The line in which passwords wait, with work that ends when the test says so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createFairQueue } from '../../src/passwords/fair-queue.ts';
import type { Pace } from '../../src/passwords/pace.ts';

/** A network from which no right password has come: one at a time. */
const STRANGER = ['unknown', '203.0.113.7'];
const ASKED = 40;

for (const [requestsAtOnce, held] of [
  [512, 32],
  [80, 10],
  [7, 0],
] as const) {
  test(`a refusal comes as late as the work would have, for ${held} of ${requestsAtOnce} requests at work`, async () => {
    const queue = createFairQueue(() => {}, { requestsAtOnce });
    const { promise: untilEnd, resolve: end } = Promise.withResolvers<void>();
    const accepted: Promise<void>[] = [];
    // Until the next one would wait too long.
    while (accepted.length <= 10) accepted.push(queue.run(STRANGER, () => untilEnd));

    const began = performance.now();
    const waits: number[] = [];
    const refusals = Array.from({ length: ASKED }, () =>
      queue.refuseIfBusy(STRANGER).then(
        () => assert.fail('it was not busy'),
        () => waits.push(performance.now() - began),
      ),
    );
    await new Promise((resolve) => setImmediate(resolve));
    const atOnce = waits.length;
    await Promise.all(refusals);

    const late = waits.slice(atOnce).filter((ms) => ms > 350).length;
    assert.equal(late, held);
    assert.equal(atOnce, ASKED - held);
    assert.equal(queue.load.refused, ASKED);
    end();
    await Promise.all(accepted);
  });
}

/** Strangers rest until the clock has been looked at so often: the rest ends between any two looks. */
function restUntilLook(last: number): Pace {
  let looks = 0;
  return {
    get restsUntil() {
      looks += 1;
      return looks <= last ? performance.now() + 1 : 0;
    },
    msUntilDone: () => 0,
    worked() {},
  };
}

test('whoever waits for the end of a rest is served, at whichever look at the clock it turns out to be over', async () => {
  for (let last = 0; last <= 12; last += 1) {
    const queue = createFairQueue(() => {}, { pace: restUntilLook(last) });
    const served = await Promise.race([queue.run(STRANGER, async () => 'served'), wait(2000, 'forgotten')]);
    assert.equal(served, 'served', `a rest that is over at look ${last + 1}`);
    assert.equal(queue.load.waiting, 0);
  }
});
