/** Kills instances (kill -9) while they enqueue and run jobs: every job that was enqueued has its effect once. */
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../../src/storage/open.ts';
import { sql } from '../../../src/storage/sql.ts';
import { endChild, spawnChild } from '../../support/children.ts';
import type { Violation } from '../checking/checker.ts';
import { type Engine, type Place, preparePlace } from '../environment/place.ts';
import { type Chance, createChance } from '../random.ts';
import type { Order, Outcome, Scenario } from '../scenario.ts';

const POPULATION = { people: 1, applications: 1 };
const INSTANCES = 2;
const SHORTEST_LIFE_MS = 150;
const LIFE_SPAN_MS = 600;
const LONGEST_END_MS = 60_000;
const MOST_STDERR = 4000;
const program = join(import.meta.dirname, '..', 'environment', 'jobs-instance.ts');

function scenarioOn(engine: Engine): Scenario {
  return {
    name: `jobs-${engine}`,
    ids: engine === 'sqlite' ? 'R-01' : 'R-02',
    says: 'kill -9 on two instances in turn, while both enqueue jobs and run them.',
    round: 'one kill and restart',
    rounds: 20,
    workers: 8,
    run: (order) => killWorkers(order, engine),
  };
}

export const jobsSqlite: Scenario = scenarioOn('sqlite');
export const jobsPostgres: Scenario = scenarioOn('postgres');

async function killWorkers(order: Order, engine: Engine): Promise<Outcome> {
  const place = await preparePlace(engine, POPULATION, order);
  const chance = createChance(order.seed);
  const running: Worker[] = [];
  try {
    for (let name = 0; name < INSTANCES; name += 1) running.push(await startWorker(place, order, chance));
    for (let round = 1; round <= order.rounds; round += 1) {
      await pause(SHORTEST_LIFE_MS + chance.below(LIFE_SPAN_MS));
      const victim = round % INSTANCES;
      await running[victim]?.end('SIGKILL');
      running[victim] = await startWorker(place, order, chance);
      order.progress(`kill ${round} of ${order.rounds}`);
    }
    // They enqueue nothing more, and end when nothing is left to do.
    const codes = await Promise.all(running.map((worker) => worker.end('SIGTERM')));
    return await judgeJobs(place, codes);
  } finally {
    for (const worker of running) await worker.end('SIGKILL');
    await place.close();
  }
}

interface Worker {
  /** Answers the exit code; null for one that a signal ended. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

async function startWorker(place: Place, order: Order, chance: Chance): Promise<Worker> {
  const words = ['--disable-warning=ExperimentalWarning', program, place.databaseUrl, String(order.workers)];
  const child = spawnChild(process.execPath, [...words, String(chance.below(2 ** 32))], { cwd: place.directory });
  await begun(child);
  return { end: (signal) => endChild(child, signal, LONGEST_END_MS) };
}

function begun(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk) => {
      stderr = (stderr + chunk).slice(-MOST_STDERR);
    });
    child.stdout?.once('data', () => resolve());
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the instance ended with ${code}: ${stderr}`)));
  });
}

/** An act that was committed left its mark, and its job must have had its effect: the rows are the whole truth. */
async function judgeJobs(place: Place, codes: readonly (number | null)[]): Promise<Outcome> {
  const database = await openDatabase(place.databaseUrl, 2);
  const rows = await database.read<{ name: string; spent: number }>(sql`select name as "name", spent as "spent"
    from limits where name collate "binary" >= ${'job '} and name collate "binary" < ${'job!'}`);
  const left = await database.read<{ id: number }>(sql`select id as "id" from jobs where kind = ${'count'}`);
  await database.close();
  const count = new Map(rows.map(({ name, spent }) => [name, spent]));
  const acts = rows.filter(({ name }) => name.startsWith('job act ')).map(({ name }) => name.slice('job act '.length));
  const ran = rows.filter(({ name }) => name.startsWith('job ran ')).map(({ name }) => name.slice('job ran '.length));
  const known = new Set(acts);
  const violations: Violation[] = [
    ...acts
      .filter((name) => count.get(`job ran ${name}`) !== 1)
      .map((name) => wrong(name, `its effect happened ${count.get(`job ran ${name}`) ?? 0} times`)),
    ...ran.filter((name) => !known.has(name)).map((name) => wrong(name, 'it ran, though its act never happened')),
    ...left.map(({ id }) => wrong(String(id), 'it is left over')),
    ...codes.flatMap((code) => (code === 0 ? [] : [wrong('an instance', `it ended with ${code}`)])),
  ];
  const sumOf = (what: string) =>
    rows.reduce((sum, { name, spent }) => sum + (name.startsWith(`job ${what} `) ? spent : 0), 0);
  // Begun, and neither ended nor failed: those were hit.
  const hit = sumOf('begun') - sumOf('ran') - sumOf('failed');
  const bite = acts.length === 0 ? 0 : hit / acts.length;
  const result = violations.length > 0 ? 'violated' : bite > 0 ? 'passed' : 'inconclusive';
  const counts = { ok: acts.length, refused: 0, unknown: 0, unsent: 0 };
  const figures = { jobs: String(acts.length), 'cut off by a kill': String(hit) };
  return { result, operations: acts.length, counts, bite, violations, figures };
}

function wrong(where: string, says: string): Violation {
  return { kind: 'rows', where: `job ${where}`, says };
}
