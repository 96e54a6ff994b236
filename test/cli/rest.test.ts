/** Proves that a service gives memory back when a burst is over, once, and serves on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRestWatch } from '../../src/cli/serving/burst.ts';
import { eventually } from '../support/eventually.ts';
import { send } from '../support/http-client.ts';
import { startService } from '../support/service.ts';

test('memory is given back once after each burst, and never between two requests of a busy day', () => {
  const isTime = createRestWatch();
  const looks = (...utilizations: number[]) => utilizations.map(isTime);

  assert.deepEqual(looks(0, 0, 0, 0.1, 0, 0), [false, false, false, false, false, false], 'no burst, nothing to give');
  assert.deepEqual(looks(0.9, 0.9, 0, 0, 0, 0), [false, false, false, true, false, false]);
  assert.deepEqual(looks(0.5, 0.01, 0.05, 0.01, 0.1, 0.01), [false, false, false, false, false, false], 'busy enough');
  assert.deepEqual(looks(0, 0), [true, false], 'the burst from before is over only now');
});

const LOOKS_MS = 5_000;

test('a service whose burst is over says what it gave back, and answers as before', async () => {
  const service = await startService({ database: 'sqlite', env: { LATCHKEY_LOG_LEVEL: 'debug' } });
  const ask = () => send(`${service.url}/docs`);
  const given = () => service.stderr().match(/^.*"Gave memory back\."}$/gm) ?? [];
  const end = performance.now() + 1.5 * LOOKS_MS;
  const lane = async () => {
    while (performance.now() < end) assert.equal((await ask()).status, 200);
  };

  await Promise.all(Array.from({ length: 16 }, lane));
  await eventually('memory was given back', async () => given().length > 0);

  const { held, holds } = JSON.parse(given()[0] ?? '');
  assert.ok(holds <= held, `${held} MB before, ${holds} MB after`);
  assert.equal((await ask()).status, 200);
  assert.equal(given().length, 1);
});
