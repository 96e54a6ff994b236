/** Proves how a sweep paces itself: small steps, rests in proportion to them, and no pile that it never catches up with. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/storage/sql.ts';
import { noteUse } from '../../src/storage/tables/tokens/families.ts';
import { sweep } from '../../src/tokens/sweep.ts';
import { BESIDE_NOTHING, BESIDE_REQUESTS, createSweepPace } from '../../src/tokens/sweep-pace.ts';
import { onEachEngine } from '../accounts/stage.ts';

test('steps that others wait for get smaller and the rest longer, and quick ones larger, within bounds', () => {
  const pace = createSweepPace(BESIDE_REQUESTS, () => 0);

  for (let step = 0; step < 100; step += 1) assert.equal(pace.restAfter(1), 24);
  assert.equal(pace.rows(), 500);
  assert.equal(pace.restAfter(10), 240);
  assert.equal(pace.rows(), 350);
  for (let step = 0; step < 100; step += 1) pace.restAfter(10);
  assert.equal(pace.rows(), 100);
  assert.equal(pace.restAfter(60_000), 1000);
});

test('a sweep that goes on for long rests less and less, so that what ends does not pile up', () => {
  let minute = 0;
  const pace = createSweepPace(BESIDE_REQUESTS, () => minute * 60_000);
  const restAt = (at: number) => {
    minute = at;
    return pace.restAfter(1);
  };

  assert.deepEqual([0, 4, 5, 10, 15, 20, 25, 600].map(restAt), [24, 24, 12, 6, 3, 1.5, 1, 1]);
  assert.equal(createSweepPace(BESIDE_NOTHING).restAfter(1), 1);
});

test(
  'however small its steps are, a sweep removes everything that has ended',
  onEachEngine(async ({ world }) => {
    for (let family = 1; family <= 20; family += 1) await world.database.write([noteUse(family, 1, null, null)]);
    const steps: number[] = [];

    const total = await sweep(world, { rows: () => 3, onStep: ({ rows }) => void steps.push(rows) });

    assert.equal(total, 20);
    assert.ok(Math.max(...steps) <= 3);
    assert.deepEqual(await world.database.read(sql`select family_id from uses`), []);
  }),
);
