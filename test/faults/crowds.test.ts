/** Nothing is mixed up when many come at once, and nobody waits for the slow ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCENARIOS } from './scenarios.ts';
import { proveNothingLost, SMALL_RUNS } from './small-runs.ts';

proveNothingLost('crowds');

test('every fault has a small run; over TLS the one that breaks every connection', () => {
  const names = SCENARIOS.map(({ name }) => name);
  const isSmall = (name: string) => !name.endsWith('-tls') || name === 'postgres-restart-tls';

  assert.deepEqual(Object.keys(SMALL_RUNS).toSorted(), names.filter(isSmall).toSorted());
});
