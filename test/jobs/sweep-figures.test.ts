/** Proves what the sweep notes for the figures: what it removed, and for every instance when it ended and what it left. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRunner } from '../../src/jobs/runner.ts';
import { readNotes, readSweepState } from '../../src/tokens/last-pass.ts';
import { sweepJob } from '../../src/tokens/sweep-job.ts';
import { type Clocked, onMovedClock } from '../support/clocked.ts';
import { seriesIn } from '../support/figures.ts';

const DAY = 86_400;

async function sweepAfter({ world, pass }: Clocked, seconds: number): Promise<void> {
  pass(seconds);
  await createRunner(world, [sweepJob]).runDue();
}

test(
  'rows that were removed are counted by table, and the end of a pass is noted for all instances',
  onMovedClock(async (clocked) => {
    const { world } = clocked;
    await clocked.signedIn(await clocked.createUser('ada'));
    await sweepAfter(clocked, 0);
    assert.equal((await readSweepState(world))?.finishedAt, undefined);
    await sweepAfter(clocked, 61);
    const first = await readSweepState(world);

    for (let day = 0; day < 40; day += 1) await sweepAfter(clocked, DAY - 60);

    const last = await readSweepState(world);
    assert.ok(first?.finishedAt && last?.finishedAt && last.finishedAt - first.finishedAt >= 39 * (DAY - 60));
    assert.deepEqual([last.isRunning, last.live], [false, undefined]);
    assert.equal(seriesIn(await world.metrics.print(), 'latchkey_swept_rows_total', { table: 'sessions' }), 1);
  }),
);

test(
  'a pause because of a clock that jumped leaves what was noted before it',
  onMovedClock(
    async (clocked) => {
      await sweepAfter(clocked, 0);
      await sweepAfter(clocked, 61);
      const before = await readSweepState(clocked.world);
      assert.deepEqual(before?.live, { access: 0, refresh: 0 });

      await sweepAfter(clocked, 200 * DAY);

      const paused = await readSweepState(clocked.world);
      assert.deepEqual([paused?.finishedAt, paused?.live], [before.finishedAt, before.live]);
      assert.ok((paused?.pausedUntil ?? 0) > 0);
    },
    { LATCHKEY_METRICS_PORT: '9464' },
  ),
);

test('the end of a pause that an earlier version has noted is still understood', () => {
  assert.deepEqual(readNotes('1800000000'), { pausedUntil: 1_800_000_000 });
  assert.deepEqual(readNotes(''), {});
});
