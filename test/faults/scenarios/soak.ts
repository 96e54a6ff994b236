/** A steady mix for a long time: memory, sockets and times stay what they were. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Violation } from '../checking/checker.ts';
import type { Sample } from '../checking/probe.ts';
import { gatherCrowd, nextOf } from '../environment/crowd.ts';
import { fire, type Impact } from '../environment/open-load.ts';
import { preparePlace } from '../environment/place.ts';
import { amiss, createBar, inMegabytes, percentile, round, sumUp, timesOf, totalOf } from '../measured.ts';
import type { Order, Outcome, Scenario } from '../scenario.ts';
import { withCrew } from './storm.ts';

const POPULATION = { people: 1, applications: 1 };
const PER_SECOND = 300;
const LANES = 32;
const CHAINS = 200;
const MIX = { whoami: 80, refresh: 15, authorize: 5 };
/** A password costs as much as a hundred other requests. */
const SIGN_IN_EVERY = 200;

export const soak: Scenario = {
  name: 'soak',
  ids: 'R-13',
  says: 'A steady mix of 300 requests a second: memory after a full collection, sockets and times do not grow.',
  round: 'one minute',
  rounds: 3,
  workers: LANES,
  run: soakFor,
};

interface Soaked {
  readonly minutes: readonly Impact[];
  readonly samples: readonly Sample[];
  readonly sockets: { readonly before: number; readonly after: number };
  readonly stderr: string;
}

async function soakFor(order: Order): Promise<Outcome> {
  const place = await preparePlace('sqlite', POPULATION, order);
  const file = join(place.directory, 'probe.jsonl');
  const probe = pathToFileURL(join(import.meta.dirname, '..', 'checking', 'probe.ts')).href;
  const env = {
    NODE_OPTIONS: `--import ${probe}`,
    LATCHKEY_TEST_PROBE: file,
    LATCHKEY_TEST_PROBE_MS: String(Math.min(10_000, order.rounds * 5_000)),
    LATCHKEY_SWEEP_SECONDS: '10',
  };
  try {
    return await withCrew(place, { instances: 1, seed: order.seed, env }, async ({ instances: [instance], chance }) => {
      const crowd = await gatherCrowd(place, instance?.target()?.url ?? '', CHAINS);
      const mixed = nextOf(crowd, MIX, chance);
      const next = () => (chance.below(SIGN_IN_EVERY) === 0 ? crowd.shot('sign-in') : mixed());
      const pid = instance?.pid() ?? 0;
      const before = socketsOf(pid);
      const minutes: Impact[] = [];
      for (let minute = 1; minute <= Math.ceil(order.rounds); minute += 1) {
        const seconds = 60 * Math.min(1, order.rounds);
        const { port, greeting: greet } = crowd;
        minutes.push(await fire({ port, connections: LANES, perSecond: PER_SECOND, seconds, next, greet }));
        order.progress(`minute ${minute} of ${order.rounds}: ${lineOf(minutes.at(-1), readSamples(file).at(-1))}`);
      }
      for (let tries = 0; socketsOf(pid) > before && tries < 500; tries += 1) await pause(20);
      const sockets = { before, after: socketsOf(pid) };
      return judgeSoak({ minutes, samples: readSamples(file), sockets, stderr: instance?.stderr() ?? '' });
    });
  } finally {
    await place.close();
  }
}

/** None where there is no such folder. */
function socketsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).filter((name) => isSocket(join(folder, name))).length;
}

/** One that is closed meanwhile is none. */
function isSocket(descriptor: string): boolean {
  try {
    return readlinkSync(descriptor).startsWith('socket:');
  } catch {
    return false;
  }
}

function readSamples(file: string): readonly Sample[] {
  try {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return lines.map((line): Sample => JSON.parse(line));
  } catch {
    // Nothing has been written yet.
    return [];
  }
}

function lineOf(impact: Impact | undefined, sample: Sample | undefined): string {
  const p99 = impact ? percentile(timesOf(impact), 0.99) : 0;
  return `p99 ${round(p99)} ms, ${round(inMegabytes(sample?.heapBytes ?? 0))} MB after collection`;
}

function judgeSoak({ minutes, samples, sockets, stderr }: Soaked): Outcome {
  const violations: Violation[] = minutes.flatMap((minute, index) => amiss(`minute ${index + 1}`, minute));
  // A rejection that nobody handles ends the process and is told here; a warning about the load is what it is.
  const told = stderr.split('\n').filter((line) => line !== '' && !/^\{"level":"(warn|info)"/.test(line));
  if (told.length > 0)
    violations.push({ kind: 'unexpected answer', where: 'log', says: told.join('\n').slice(0, 300) });
  // Under load the listening socket is duplicated 31 times, once and for good (docs/decisions/0054).
  if (sockets.after > sockets.before * 1.1 + 2 + 31)
    violations.push({
      kind: 'unexpected answer',
      where: 'sockets',
      says: `${sockets.before}, then ${sockets.after}`,
    });
  // The first quarter warms up.
  const settled = samples.slice(Math.floor(samples.length / 4));
  const heap = slopePerHour(settled, ({ heapBytes }) => inMegabytes(heapBytes));
  const resident = slopePerHour(settled, ({ residentBytes }) => inMegabytes(residentBytes));
  const p99s = minutes.map((minute) => percentile(timesOf(minute), 0.99));
  const third = Math.max(1, Math.floor(p99s.length / 3));
  const drift = percentile(p99s.slice(-third), 0.5) / percentile(p99s.slice(0, third), 0.5);
  const delay = percentile(
    samples.map(({ delayP99Ms }) => delayP99Ms),
    0.5,
  );
  const most = Math.max(0, ...samples.map(({ residentBytes }) => inMegabytes(residentBytes)));
  const bar = createBar();
  bar.below('memory', most, 350, ' MB');
  bar.below('p99 at the end, against the beginning', drift, 1.1, ' times');
  // A slope of minutes says nothing about hours.
  if (minutes.length >= 60) bar.below('memory', resident, 1, ' MB in an hour');
  const figures = {
    'after collection': `${round(inMegabytes(samples.at(-1)?.heapBytes ?? 0))} MB, ${round(heap)} MB/h`,
    resident: `${round(most)} MB at most, ${round(resident)} MB/h`,
    p99: `${round(p99s[0] ?? 0)} ms in the first minute, ${round(p99s.at(-1) ?? 0)} ms in the last`,
    'event loop delay': `p99 ${round(delay)} ms`,
    sockets: `${sockets.before} before, ${sockets.after} after`,
  };
  const totals = minutes.map(totalOf);
  const sum = (field: 'operations' | 'served' | 'shed' | 'lost') =>
    totals.reduce((total, each) => total + each[field], 0);
  const all = { operations: sum('operations'), served: sum('served'), shed: sum('shed'), lost: sum('lost') };
  return sumUp({ ...all, bite: samples.length, leastBite: 2, violations, figures, missed: bar.missed });
}

/** Least squares. */
function slopePerHour(samples: readonly Sample[], value: (sample: Sample) => number): number {
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
  const at = mean(samples.map((sample) => sample.at));
  const height = mean(samples.map(value));
  const covariance = mean(samples.map((sample) => (sample.at - at) * (value(sample) - height)));
  const variance = mean(samples.map((sample) => (sample.at - at) ** 2));
  return variance === 0 ? 0 : (covariance / variance) * 3600;
}
