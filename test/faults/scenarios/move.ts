/** A running service is moved from one engine to the other and back, by a mover that is killed and begins again (D76). */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import type { Violation } from '../checking/checker.ts';
import { readHistory } from '../checking/recorder.ts';
import type { Bite } from '../checking/verdict.ts';
import { type Place, preparePlace } from '../environment/place.ts';
import { type Order, type Outcome, type Scenario, spreadOf } from '../scenario.ts';
import { judgePlace, spread, underLoad, withCrew } from './storm.ts';

const POPULATION = { people: 6, applications: 3 };
const BETWEEN_MS = 300;
const MOST_TOLD = 3;
const LONGEST_LINE = 2000;
/** Of a move whose steps were not counted yet. */
const USUAL_STEPS = 400;

export const move: Scenario = {
  name: 'move',
  ids: 'D76',
  says: 'Two instances under load are moved from PostgreSQL to SQLite and back; the mover is killed at every step.',
  round: 'one move in the other direction: killed at a step, and run again to the end',
  rounds: 20,
  workers: 8,
  run: async (order) => {
    const place = await preparePlace('postgres', POPULATION, order);
    const found: Findings = { wrong: [], pauses: [], steps: new Map(), kills: 0, url: place.databaseUrl };
    try {
      await withCrew(place, { instances: 2, seed: order.seed }, async (crew) => {
        await underLoad(place, crew, order, async () => {
          for (let round = 1; round <= order.rounds; round += 1) {
            await pause(BETWEEN_MS);
            await moveOnce(place, { round, chance: crew.chance.next() }, found);
            order.progress(
              `move ${round} of ${order.rounds}, writes waited ${Math.round(found.pauses.at(-1) ?? 0)} ms`,
            );
          }
          await pause(BETWEEN_MS);
        });
        await Promise.all(crew.instances.map((instance) => instance.stop()));
        found.wrong.push(...crew.instances.flatMap((instance) => errorsIn(instance.stderr())));
      });
      return await judgeMoves(order, place, found);
    } finally {
      await place.close();
    }
  },
};

interface Findings {
  readonly wrong: Violation[];
  readonly pauses: number[];
  /** Of the last whole move from each engine. */
  readonly steps: Map<string, number>;
  kills: number;
  /** Where the database is now. */
  url: string;
}

async function moveOnce(
  place: Place,
  { round, chance }: { readonly round: number; readonly chance: number },
  found: Findings,
): Promise<void> {
  const from = found.url;
  const engine = from.startsWith('sqlite:') ? 'sqlite' : 'postgres';
  const to =
    engine === 'postgres' ? `sqlite:${join(place.directory, `moved-${round}.db`)}` : await emptyDatabase(place, round);
  const killed = await runMover(from, to, 1 + Math.floor(chance * (found.steps.get(engine) ?? USUAL_STEPS)));
  if (killed.signal === 'SIGKILL') found.kills += 1;
  const whole = killed.code === 0 ? killed : await runMover(from, to, 0);
  if (whole.code !== 0) {
    const where = `move ${round} from ${engine}`;
    found.wrong.push({ kind: 'rows', where, says: `${killed.stderr} ${whole.stderr}` });
    return;
  }
  found.url = to;
  const { pausedMs, steps, wasComplete } = JSON.parse(whole.stdout);
  if (wasComplete) return;
  found.pauses.push(Number(pausedMs));
  found.steps.set(engine, Math.max(Number(steps), found.steps.get(engine) ?? 0));
}

async function judgeMoves(order: Order, place: Place, found: Findings): Promise<Outcome> {
  const bite: Bite = { says: 'of the kills', least: 0.5, share: () => found.kills / order.rounds };
  // Nothing was done to the instances: a request that failed was failed by the move.
  const history = readHistory(place.histories);
  const failed = spread(history, new Set());
  const verdict = await judgePlace({ ...place, databaseUrl: found.url }, bite, [...found.wrong, ...failed]);
  const times = history.map(({ invokedAt, completedAt }) => completedAt - invokedAt);
  const figures = {
    moves: `${order.rounds}, ${found.kills} of them killed once, ${failed.length} requests failed`,
    'writes waited': spreadOf(found.pauses),
    'longest request': `${Math.round(times.reduce((longest, ms) => Math.max(longest, ms), 0))} ms`,
  };
  return { ...verdict, figures };
}

/** What an instance logged as an error: whoever got a 500 for it cannot say more. */
function errorsIn(stderr: string): readonly Violation[] {
  const lines = stderr.split('\n').filter((line) => line.includes('"level":"error"'));
  return lines
    .slice(0, MOST_TOLD)
    .map((line) => ({ kind: 'fault spread', where: 'an instance', says: line.slice(0, LONGEST_LINE) }));
}

async function emptyDatabase(place: Place, round: number): Promise<string> {
  const address = new URL(place.databaseUrl);
  const name = `${address.pathname.slice(1)}_${round}`;
  const client = postgres(place.databaseUrl, { max: 1, onnotice: () => {} });
  await client.unsafe(`create database ${name}`);
  await client.end();
  address.pathname = `/${name}`;
  return address.href;
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

function runMover(from: string, to: string, killAt: number): Promise<Ended> {
  const program = join(import.meta.dirname, '..', 'environment', 'mover.ts');
  const words = ['--disable-warning=ExperimentalWarning', program, from, to, String(killAt)];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'], env: process.env });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr: stderr.slice(-500) }));
  });
}
