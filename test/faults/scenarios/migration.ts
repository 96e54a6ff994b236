/** The schema grows under load; whoever brings it there is killed at every step and begins again. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Violation } from '../checking/checker.ts';
import { nowMs, readHistory } from '../checking/recorder.ts';
import { openSchemaLook, type SchemaLook } from '../checking/schema-look.ts';
import type { Bite } from '../checking/verdict.ts';
import { type Engine, preparePlace } from '../environment/place.ts';
import { SCRATCH } from '../environment/scratch-migrations.ts';
import { type Order, type Outcome, type Scenario, spreadOf, together } from '../scenario.ts';
import { judgePlace, spread, underLoad, withCrew } from './storm.ts';

const LONGEST_WAIT_MS = 200;
const BETWEEN_MS = 150;
/** Before that nothing has been begun that could be left undone. */
const FIRST_STEP = 2;

export const migration: Scenario = {
  name: 'migration',
  ids: 'R-20',
  says: 'An expanding migration under load, killed at every step and run again; then two at once: applied once each.',
  round: 'one kill at the next step and a run of two to the end; the first half on PostgreSQL, the rest on SQLite',
  rounds: 40,
  workers: 8,
  run: async (order) => {
    const half = { ...order, rounds: Math.ceil(order.rounds / 2) };
    const first = await migrateOften(half, 'postgres');
    const rest = { ...order, rounds: order.rounds - half.rounds };
    return rest.rounds === 0 ? first : together(first, await migrateOften(rest, 'sqlite'));
  },
};

interface Findings {
  readonly wrong: Violation[];
  readonly times: number[];
  kills: number;
  longestWaitMs: number;
}

async function migrateOften(order: Order, engine: Engine): Promise<Outcome> {
  const place = await preparePlace(engine, { people: 4, applications: 3 }, order);
  const look = openSchemaLook(place.databaseUrl);
  const found: Findings = { wrong: [], times: [], kills: 0, longestWaitMs: 0 };
  try {
    const instances = engine === 'sqlite' ? 1 : 2;
    await withCrew(place, { instances, seed: order.seed }, async (crew) => {
      await underLoad(place, crew, order, async () => {
        // As many as a whole run has, so that every step takes its turn.
        const steps = (await migrate(place.databaseUrl, 0)).steps;
        await look.undo();
        for (let round = 1; round <= order.rounds; round += 1) {
          await pause(BETWEEN_MS);
          const step = FIRST_STEP + Math.floor(((round - 0.5) / order.rounds) * (steps - FIRST_STEP));
          await killAndFinish(place.databaseUrl, look, step, found);
          order.progress(`${engine}: killed at step ${step} of ${steps}, round ${round} of ${order.rounds}`);
        }
      });
      await Promise.all(crew.instances.map((instance) => instance.stop()));
    });
    const bite: Bite = { says: 'of the kills', least: 1, share: () => found.kills / order.rounds };
    // Nothing was done to the instances: a request that failed was failed by the migration.
    const failed = spread(readHistory(place.histories), new Set());
    const verdict = await judgePlace(place, bite, [...found.wrong, ...failed]);
    return { ...verdict, ...figuresOf(engine, found, failed.length) };
  } finally {
    await look.close();
    await place.close();
  }
}

async function killAndFinish(databaseUrl: string, look: SchemaLook, step: number, found: Findings): Promise<void> {
  const watch = watchLocks(look);
  const killed = await migrate(databaseUrl, step);
  if (killed.signal === 'SIGKILL') found.kills += 1;
  const halfway = await look.faults();
  const began = nowMs();
  const both = await Promise.all([migrate(databaseUrl, 0), migrate(databaseUrl, 0)]);
  found.times.push(nowMs() - began);
  const numbers = await look.applied();
  found.longestWaitMs = Math.max(found.longestWaitMs, await watch());
  const faults = [
    ...halfway.map((says) => `after the kill: ${says}`),
    ...(await look.faults()),
    ...both.filter(({ code }) => code !== 0).map(({ stderr }) => `a run again failed: ${stderr}`),
    ...(numbers.length === SCRATCH.length ? [] : [`applied in the end: ${numbers}`]),
  ];
  found.wrong.push(...faults.map((says) => ({ kind: 'rows', where: `migration at step ${step}`, says }) as const));
  await look.undo();
}

function figuresOf(engine: Engine, { times, kills, longestWaitMs }: Findings, failed: number) {
  const isLong = longestWaitMs > LONGEST_WAIT_MS;
  return {
    missed: isLong
      ? [`nobody waits ${LONGEST_WAIT_MS} ms for a lock: ${Math.round(longestWaitMs)} ms on ${engine}`]
      : [],
    figures: {
      [`${engine} kills`]: `${kills}, ${failed} requests failed`,
      [`${engine} two to the end`]: spreadOf(times),
      ...(engine === 'postgres' ? { 'longest wait for a lock': `${Math.round(longestWaitMs)} ms` } : {}),
    },
  };
}

/** Looks again and again; answers the longest wait it saw once it is told to end. */
function watchLocks(look: SchemaLook): () => Promise<number> {
  let isOver = false;
  let longest = 0;
  const watching = (async () => {
    while (!isOver) {
      longest = Math.max(longest, await look.waiting());
      await pause(5);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return longest;
  };
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** How many things it said to the database. */
  readonly steps: number;
  readonly stderr: string;
}

function migrate(databaseUrl: string, killAt: number): Promise<Ended> {
  const program = join(import.meta.dirname, '..', 'environment', 'migrator.ts');
  const words = ['--disable-warning=ExperimentalWarning', program, databaseUrl, String(killAt)];
  // As bin/latchkey does, so that most of the time is the migration's.
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../node_modules/.cache/latchkey'),
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'], env });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, steps: Number(stdout), stderr: stderr.slice(-500) }));
  });
}
