/** A clock that jumps by days does not make the sweep remove what is alive by the right time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRunner } from '../../src/jobs/runner.ts';
import { sweepJob } from '../../src/tokens/sweep-job.ts';
import { type Clocked, onMovedClock } from '../support/clocked.ts';

const DAY = 86_400;

/** As an instance does that was just started. */
function sweepOnce({ world }: Clocked): Promise<void> {
  return createRunner(world, [sweepJob]).runDue();
}

async function signedInAfterSweeps(clocked: Clocked): Promise<{ isSignedIn(): Promise<boolean> }> {
  const browser = await clocked.signedIn(await clocked.createUser('ada'));
  await sweepOnce(clocked);
  clocked.pass(61);
  await sweepOnce(clocked);
  return { isSignedIn: async () => (await browser.get('/account')).status === 200 };
}

test(
  'a clock that is 200 days ahead for an hour costs nobody anything, though instances start and sweep meanwhile',
  onMovedClock(async (clocked) => {
    const ada = await signedInAfterSweeps(clocked);

    clocked.pass(200 * DAY);
    for (let minute = 0; minute < 60; minute += 1) {
      await sweepOnce(clocked);
      clocked.pass(60);
    }
    clocked.pass(-200 * DAY);
    await sweepOnce(clocked);

    assert.equal(await ada.isSignedIn(), true);
  }),
);

test(
  'after a day without sweeping, what has ended is removed, and after a clock that was set back at once',
  onMovedClock(async (clocked) => {
    const ada = await signedInAfterSweeps(clocked);

    clocked.pass(200 * DAY);
    await sweepOnce(clocked);
    clocked.pass(DAY / 2);
    await sweepOnce(clocked);
    assert.equal(await sessions(clocked), 1);
    clocked.pass(DAY / 2 + 60);
    await sweepOnce(clocked);

    assert.equal(await sessions(clocked), 0);
    clocked.pass(-201 * DAY);
    assert.equal(await ada.isSignedIn(), false);
  }),
);

async function sessions({ world }: Clocked): Promise<number> {
  const { sql } = await import('../../src/storage/sql.ts');
  return (await world.database.read(sql`select digest from sessions`)).length;
}
