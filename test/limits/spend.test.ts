/** Proves that limits are kept in the database, hold under parallel use, and are reported once a window. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { report } from '../../src/events/report.ts';
import { spend, spendAll } from '../../src/limits/spend.ts';
import { countOne, readSpent, spendSeveral } from '../../src/storage/tables/limits.ts';
import { ELSEWHERE, onEachEngine, type Stage } from '../accounts/stage.ts';

const LIMIT = { most: 3, windowSeconds: 60 };

const allowedOf = (answers: readonly { allowed: boolean }[]) => answers.filter((answer) => answer.allowed).length;
const reached =
  ({ world }: Stage) =>
  () =>
    report(world, ELSEWHERE, 'limit.reached', { detail: 'test' });

test(
  'so many tries are allowed in a window, then none until it is over',
  onEachEngine(async ({ world, pass }) => {
    for (let tries = 0; tries < 3; tries += 1) assert.equal((await spend(world, 'a', LIMIT)).allowed, true);
    pass(20);
    assert.deepEqual(await spend(world, 'a', LIMIT), { allowed: false, retryAfterSeconds: 40, isFirst: true });
    assert.deepEqual(await spend(world, 'a', LIMIT), { allowed: false, retryAfterSeconds: 40, isFirst: false });
    assert.equal((await spend(world, 'b', LIMIT)).allowed, true);
    pass(40);
    for (let tries = 0; tries < 3; tries += 1) assert.equal((await spend(world, 'a', LIMIT)).allowed, true);
    assert.equal((await spend(world, 'a', LIMIT)).allowed, false);
  }),
);

test(
  'a limit that was spent while the clock was a year ahead is whole again when the clock is set right',
  onEachEngine(async ({ world, pass }) => {
    pass(365 * 86_400);
    for (let tries = 0; tries < 4; tries += 1) await spend(world, 'a', LIMIT);
    await world.database.write([countOne({ name: 'silent', ...LIMIT }, world.now())]);
    pass(-365 * 86_400);

    for (let tries = 0; tries < 3; tries += 1) assert.equal((await spend(world, 'a', LIMIT)).allowed, true);
    assert.deepEqual(await spend(world, 'a', LIMIT), { allowed: false, retryAfterSeconds: 60, isFirst: true });
    const several = { name: 'several', ...LIMIT };
    assert.notEqual(await world.database.write([spendSeveral(several, 3, world.now() + 3600)]), null);
    assert.notEqual(await world.database.write([spendSeveral(several, 3, world.now())]), null);
    assert.equal(await world.database.write([spendSeveral(several, 1, world.now())]), null);
    await world.database.write([countOne({ name: 'silent', ...LIMIT }, world.now())]);
    assert.equal((await readSpent(world.database, 'silent'))?.resetsAt, world.now() + 60);
  }),
);

test(
  'of 200 parallel tries exactly the limit is allowed, and one event says that it was reached',
  onEachEngine(async (stage) => {
    const tries = Array.from({ length: 200 }, () => spend(stage.world, 'raced', LIMIT, reached(stage)));

    assert.equal(allowedOf(await Promise.all(tries)), 3);
    assert.equal((await stage.events('limit.reached')).length, 1);
  }),
);

test(
  'a reached limit is reported again in the next window',
  onEachEngine(async (stage) => {
    for (let tries = 0; tries < 9; tries += 1) await spend(stage.world, 'a', LIMIT, reached(stage));
    stage.pass(60);
    for (let tries = 0; tries < 9; tries += 1) await spend(stage.world, 'a', LIMIT, reached(stage));

    assert.equal((await stage.events('limit.reached')).length, 2);
  }),
);

test(
  'a try that one limit refuses is counted under none',
  onEachEngine(async ({ world }) => {
    const both = [
      { name: 'tight', most: 1, windowSeconds: 60 },
      { name: 'loose', most: 2, windowSeconds: 60 },
    ];
    assert.equal((await spendAll(world, both)).allowed, true);
    for (let tries = 0; tries < 5; tries += 1) assert.equal((await spendAll(world, both)).allowed, false);

    assert.equal((await spend(world, 'loose', { most: 2, windowSeconds: 60 })).allowed, true);
    assert.equal((await spend(world, 'loose', { most: 2, windowSeconds: 60 })).allowed, false);
  }),
);

test(
  'the switch for tests and benchmarks switches every limit off',
  onEachEngine(
    async ({ world }) => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => spend(world, 'a', LIMIT)));

      assert.equal(allowedOf(answers), 20);
    },
    { dangerNoRateLimits: true },
  ),
);
