/** The small run of every fault that `npm test` makes: how many rounds, and why so few can still fail. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { endChildren } from '../support/children.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import type { Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

/** A file for each, since most of the time is spent waiting: for starts, ends and answers that do not come. */
export type Subject = 'kills' | 'replacements' | 'resources' | 'crowds';

interface SmallRun {
  readonly subject: Subject;
  readonly rounds: number;
  readonly why: string;
}

export const SMALL_RUNS: Readonly<Record<string, SmallRun>> = {
  'kill-sqlite': {
    ...{ subject: 'kills', rounds: 2 },
    why: 'A commit that is acknowledged too early is missing after the first kill; the second finds a bad recovery.',
  },
  'kill-postgres': {
    ...{ subject: 'kills', rounds: 2 },
    why: 'Each of the two instances is killed once, and the clients of the other watch.',
  },
  'postgres-restart': {
    ...{ subject: 'kills', rounds: 1 },
    why: 'Both instances lose all their connections at once; one that does not find back fails the run.',
  },
  failover: {
    ...{ subject: 'kills', rounds: 1 },
    why: 'One promotion has every step; a second only repeats it with the seats changed.',
  },
  'power-loss-sqlite': {
    ...{ subject: 'kills', rounds: 1 },
    why: 'What was acknowledged and not synced is lost at the first power loss; the control, which syncs late, shows it.',
  },
  'jobs-sqlite': {
    ...{ subject: 'kills', rounds: 3 },
    why: 'A job that is run twice or lost by a kill is counted at the first kill that meets one; three meet several.',
  },
  'jobs-postgres': {
    ...{ subject: 'kills', rounds: 3 },
    why: 'As on SQLite, with two instances that take each other’s leases over.',
  },
  'clock-jumps': {
    ...{ subject: 'replacements', rounds: 2 },
    why: 'There and back: tokens of both sides of a jump are met before their end and after it.',
  },
  backup: {
    ...{ subject: 'replacements', rounds: 1 },
    why: 'One backup under load lacks a write of its first or last moment, if it can lack any.',
  },
  migration: {
    ...{ subject: 'replacements', rounds: 1 },
    why: 'One kill in the middle on PostgreSQL, where two instances go on; every step takes `npm run faults`.',
  },
  move: {
    ...{ subject: 'replacements', rounds: 2 },
    why: 'There and back, with a kill in each: a row that is lost, doubled or late is missing from the history’s database.',
  },
  sigterm: {
    ...{ subject: 'replacements', rounds: 1 },
    why: 'Clients knock until the port is closed: a single end drops some of hundreds, if it drops any.',
  },
  rolling: {
    ...{ subject: 'replacements', rounds: 1 },
    why: 'One instance leaves and comes back while the other has all of the load; the other’s turn is the same.',
  },
  'rolling-nginx': {
    ...{ subject: 'replacements', rounds: 2 },
    why: 'Each of the two leaves once; what nginx does with a port that refuses, or with a kept connection, is seen at once.',
  },
  'postgres-restart-tls': {
    ...{ subject: 'kills', rounds: 1 },
    why: 'As without TLS: sockets end in other steps, which had ended the process.',
  },
  'database-cut': {
    ...{ subject: 'resources', rounds: 2 },
    why: 'A silent way and a late one; each keeps requests for ever where a limit is missing.',
  },
  'disk-full-sqlite': {
    ...{ subject: 'resources', rounds: 1 },
    why: 'One full disk: a write that is acknowledged all the same, or a service that does not recover, fails the run.',
  },
  'disk-full-postgres': {
    ...{ subject: 'resources', rounds: 1 },
    why: 'As on SQLite, with the tables of the server full.',
  },
  'io-errors': {
    ...{ subject: 'resources', rounds: 2 },
    why: 'Syncs that fail and reads that fail, the two that can corrupt; the others need more time than they find.',
  },
  'log-blocked': {
    ...{ subject: 'resources', rounds: 1 },
    why: 'One flood fills the pipe many times over.',
  },
  'sweep-sqlite': {
    ...{ subject: 'resources', rounds: 0.03 },
    why: '300 expired pairs and their families are six portions of the sweep, so that it comes back for more under load.',
  },
  'sweep-postgres': {
    ...{ subject: 'resources', rounds: 0.03 },
    why: 'As on SQLite.',
  },
  'large-application-sqlite': {
    ...{ subject: 'resources', rounds: 1 },
    why: 'With ten thousand users a page that fails or a lookup that is lost is seen; how long it takes is not judged.',
  },
  'large-application-postgres': {
    ...{ subject: 'resources', rounds: 1 },
    why: 'As on SQLite.',
  },
  'races-sqlite': {
    ...{ subject: 'crowds', rounds: 1 },
    why: 'Every code and every family of a round is fought over by all workers, over two processes.',
  },
  'races-postgres': {
    ...{ subject: 'crowds', rounds: 1 },
    why: 'As on SQLite, over three processes.',
  },
  'cross-talk': {
    ...{ subject: 'crowds', rounds: 1 },
    why: 'Twenty conversations are under way at once, each over five calls; one answer to the wrong one is enough.',
  },
  'overload-sqlite': {
    ...{ subject: 'crowds', rounds: 0.03 },
    why: 'A third of a second of each mix offers ten times what is served: the queue is full long before its end.',
  },
  'overload-postgres': {
    ...{ subject: 'crowds', rounds: 0.03 },
    why: 'As on SQLite.',
  },
  'slow-clients': {
    ...{ subject: 'crowds', rounds: 0.02 },
    why: 'Hundreds of slow clients are there from the first moment; others who had to wait for one would wait for ever.',
  },
  'hostile-stranger': {
    ...{ subject: 'crowds', rounds: 0.05 },
    why: 'Each attack is sent several times; a text that stalls the service, a table beyond its bound or a 500 is seen.',
  },
  'hostile-user': {
    ...{ subject: 'crowds', rounds: 0.05 },
    why: 'As of strangers, with ten thousand ended consents there beforehand.',
  },
  soak: {
    ...{ subject: 'crowds', rounds: 0.03 },
    why: 'Two seconds show a socket that is not given back; slopes take hours, and only `npm run faults` judges them.',
  },
};

const WORKERS = 5;
/** Five who rest still have some request under way at every moment; at full speed most of the run would be their load. */
const REST_MS = 10;
const SEED = 20_261_115;

/** Registers the tests of one subject. */
export function proveNothingLost(subject: Subject): void {
  for (const scenario of SCENARIOS) {
    const run = SMALL_RUNS[scenario.name];
    if (run?.subject !== subject) continue;
    test(`nothing is lost, doubled or mixed up: ${scenario.name} (${scenario.ids})`, () => prove(scenario, run));
  }
}

async function prove(scenario: Scenario, { rounds }: SmallRun): Promise<void> {
  const outcome = await scenario.run({
    rounds,
    workers: WORKERS,
    restMs: REST_MS,
    seed: SEED,
    sharedPostgres: process.env.LATCHKEY_TEST_POSTGRES ?? (await ownServer()),
    progress: () => {},
  });

  assert.deepEqual(outcome.violations, []);
  // Whether so few rounds bite depends on the machine's mood; `npm run faults` insists on it.
  assert.notEqual(outcome.result, 'violated');
  assert.ok(outcome.operations > 0);
}

let server: Promise<PostgresServer> | undefined;

async function ownServer(): Promise<string> {
  server ??= startPostgres();
  return (await server).url;
}

after(async () => {
  await endChildren();
  if (server) await (await server).stop();
  // Once, the file had ended and Node.js went on for ever, looking for the end of a handle that a cut connection had left:
  // what is left is the system's to close. Registered here, it comes after what the test runner does at the end.
  process.once('exit', () => process.exit());
});
