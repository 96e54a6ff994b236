/** A small number of rounds of every fault; `npm run faults` takes more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPostgres } from '../support/postgres-server.ts';
import type { Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

/** So few that all of them together take less than a minute; killing rounds bite even then. */
const ROUNDS: Readonly<Record<string, number>> = {
  'kill-sqlite': 2,
  'kill-postgres': 2,
  'jobs-sqlite': 3,
  'jobs-postgres': 3,
  'postgres-restart': 1,
  failover: 1,
  'database-cut': 2,
  'clock-jumps': 2,
  backup: 1,
  migration: 1,
  'races-sqlite': 2,
  'races-postgres': 2,
  'cross-talk': 1,
  sigterm: 1,
  rolling: 1,
  'power-loss-sqlite': 1,
  'disk-full-sqlite': 1,
  'disk-full-postgres': 1,
  'io-errors': 2,
  'log-blocked': 1,
  'overload-sqlite': 0.03,
  'overload-postgres': 0.03,
  'slow-clients': 0.02,
  'sweep-sqlite': 0.2,
  'sweep-postgres': 0.2,
  soak: 0.03,
};
const WORKERS = 5;
const SEED = 20_261_115;

for (const scenario of SCENARIOS) {
  test(`nothing is lost, doubled or mixed up: ${scenario.name} (${scenario.ids})`, () => provesNothingLost(scenario));
}

async function provesNothingLost(scenario: Scenario): Promise<void> {
  const borrowed = process.env.LATCHKEY_TEST_POSTGRES;
  const own = borrowed ? undefined : await sharedServer();
  const outcome = await scenario.run({
    rounds: ROUNDS[scenario.name] ?? 1,
    workers: WORKERS,
    seed: SEED,
    sharedPostgres: borrowed ?? own,
    progress: () => {},
  });

  assert.deepEqual(outcome.violations, []);
  // Whether so few rounds bite depends on the machine's mood; `npm run faults` insists on it.
  assert.notEqual(outcome.result, 'violated');
  assert.ok(outcome.operations > 0);
}

let server: Promise<{ url: string; stop: () => Promise<void> }> | undefined;

async function sharedServer(): Promise<string> {
  server ??= startPostgres();
  return (await server).url;
}

test.after(async () => {
  if (server) await (await server).stop();
});
