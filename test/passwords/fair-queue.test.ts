/** The line in which passwords wait, with work that ends when the test says so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue } from '../../src/passwords/fair-queue.ts';

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
