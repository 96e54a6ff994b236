/** Nobody reads the log while there is much to tell: requests must not wait for it, nor memory grow with it. */
import { spawnSync } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type Actor, authorize, exchange, signIn } from '../acts.ts';
import type { Violation } from '../checking/checker.ts';
import { nowMs } from '../checking/recorder.ts';
import { type Disk, openDisk } from '../environment/disk.ts';
import type { Instance } from '../environment/instance.ts';
import { type Application, type Place, preparePlace } from '../environment/place.ts';
import { openPrelude, type Prelude } from '../environment/prelude.ts';
import { type Order, type Outcome, type Scenario, spreadOf } from '../scenario.ts';
import { answersWithin, type Span, type Steady, startSteady, unanswered } from '../steady.ts';
import { AT_ONCE, first } from './disk-full.ts';
import { type Crew, judgePlace, underLoad, withCrew } from './storm.ts';

const POPULATION = { people: 2, applications: 1 };
const FLOODERS = 24;
/** Each trouble is a line of some 800 characters, and 4 MiB of them may wait. */
const ENOUGH_LINES = 7000;
const FEW_LINES = 1000;
const LONGEST_FLOOD_MS = 15_000;
const LONGEST_NEWS_MS = 5000;
const LONGEST_END_MS = 10_000;
/** Three times what may wait: as characters of two bytes, and as the bytes that are on their way. */
const MOST_GROWTH_MB = 32;
/** How much slower reads may be than under the same flood with the log read. */
const MOST_SLOWDOWN = 2;

export const logBlocked: Scenario = {
  name: 'log-blocked',
  ids: 'R-32',
  says: 'Nobody reads the log, a pipe or a socket, while each write fails: whoami goes on, memory stays bounded.',
  round: 'one flood of log lines that nobody reads',
  rounds: 4,
  workers: 4,
  run: async (order) => {
    const place = await preparePlace('sqlite', POPULATION);
    const disk = openDisk({ folder: place.directory });
    try {
      return await blockUnderLoad(order, place, disk);
    } finally {
      disk.close();
      await place.close();
    }
  },
};

/** Where the log goes to: what is said to the shell for it, and what reads it once the service has started. */
interface Outlet {
  readonly line: string;
  readonly reader: () => Readable | undefined;
  close(): void;
}

interface Scene {
  readonly disk: Disk;
  readonly victim: Instance;
  readonly prelude: Prelude;
  readonly flooders: readonly Flooder[];
  /** How many nobody reads. */
  readonly lines: number;
}

interface Flooder {
  readonly actor: Actor;
  readonly application: Application;
  readonly code: string;
}

interface Found {
  readonly read: Span[];
  readonly blocked: Span[];
  readonly growth: number[];
  readonly dropped: number[];
  readonly ends: number[];
  readonly wrong: Violation[];
}

async function blockUnderLoad(order: Order, place: Place, disk: Disk): Promise<Outcome> {
  const prelude = openPrelude(place);
  const found: Found = { read: [], blocked: [], growth: [], dropped: [], ends: [], wrong: [] };
  const env = { ...disk.env, ...AT_ONCE, LATCHKEY_LOG_LEVEL: 'warn' };
  let answers: Steady['answers'] = [];
  await withCrew(place, { instances: 1, seed: order.seed, env, under: prelude.under }, async (crew) => {
    const victim = first(crew.instances);
    const steady = await startSteady(crew.actor('steady', 0), first(place.applications));
    const flooders = await enlist(place, crew);
    // One round is a look at whether anything waits for the log; so many lines that some are dropped take their time.
    const lines = order.rounds > 1 ? ENOUGH_LINES : FEW_LINES;
    const scene: Scene = { disk, victim, prelude, flooders, lines };
    await underLoad(place, crew, order, async () => {
      for (let round = 1; round <= order.rounds; round += 1) {
        const outlet = round % 2 === 1 ? openPipe(place, round) : openSocket(victim);
        await blockOnce(scene, outlet, found);
        order.progress(`flood ${round} of ${order.rounds}, ${found.dropped.at(-1)} lines dropped`);
      }
    });
    await steady.stop();
    answers = steady.answers;
    for (const instance of crew.instances) await instance.stop();
  });
  return await weigh(place, found, answers);
}

async function enlist(place: Place, crew: Crew): Promise<readonly Flooder[]> {
  const application = first(place.applications);
  const cookie = (await signIn(crew.actor('flooders', 0), [application], true)).secret ?? '';
  return await Promise.all(
    Array.from({ length: FLOODERS }, async (_, index) => {
      const actor = crew.actor(`flooder-${index}`, 0);
      return { actor, application, code: (await authorize(actor, cookie, application)).secret ?? '' };
    }),
  );
}

async function blockOnce(scene: Scene, outlet: Outlet, found: Found): Promise<void> {
  const { victim, prelude } = scene;
  prelude.say(outlet.line);
  await victim.stop();
  await victim.start();
  const reader = outlet.reader();
  const told = untilTold(reader);
  found.read.push(await flood(scene, FEW_LINES));
  const before = residentMb(victim);
  reader?.pause();
  found.blocked.push(await flood(scene, scene.lines));
  found.growth.push(residentMb(victim) - before);
  reader?.resume();
  found.dropped.push(await told(scene.lines < ENOUGH_LINES ? 0 : LONGEST_NEWS_MS));
  reader?.pause();
  await flood(scene, FEW_LINES);
  const { code, ms } = await victim.stop();
  found.ends.push(ms);
  if (code !== 0) found.wrong.push({ kind: 'fault spread', where: 'SIGTERM', says: `${code} after ${ms} ms` });
  outlet.close();
  prelude.say('');
  await victim.start();
}

/** Every write fails, and each failure is a line of the log. */
async function flood({ disk, flooders }: Scene, lines: number): Promise<Span> {
  const from = nowMs();
  let count = 0;
  disk.turn('full');
  const isOver = () => count >= lines || nowMs() - from > LONGEST_FLOOD_MS;
  await Promise.all(
    flooders.map(async ({ actor, code, application }) => {
      while (!isOver()) {
        const { operation } = await exchange(actor, code, application);
        if (operation.detail === '503') count += 1;
      }
    }),
  );
  disk.turn('healthy');
  return { from, to: nowMs() };
}

/** Looks out for the line that says how many were lost; the function waits for it, and answers the number or 0. */
function untilTold(reader: Readable | undefined): (limitMs: number) => Promise<number> {
  let dropped = 0;
  let rest = '';
  reader?.on('data', (chunk) => {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.includes('Log lines were lost.')) dropped = Number(JSON.parse(line).dropped);
  });
  return async (limitMs) => {
    const began = nowMs();
    while (dropped === 0 && nowMs() - began < limitMs) await pause(10);
    return dropped;
  };
}

function openPipe({ directory }: Place, round: number): Outlet {
  const name = `log-${round}`;
  spawnSync('mkfifo', [join(directory, name)]);
  // Opened for both directions, so that neither opening waits and the end of a writer is not the end of the pipe.
  const reader = new Socket({ fd: openSync(join(directory, name), 'r+'), readable: true, writable: false });
  return { line: `exec 2>${name}`, reader: () => reader, close: () => reader.destroy() };
}

/** As the system's journal is: what the harness gives every process that it starts. */
function openSocket(victim: Instance): Outlet {
  return { line: '', reader: () => victim.stderrStream(), close: () => {} };
}

function residentMb(victim: Instance): number {
  const status = readFileSync(`/proc/${victim.pid()}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

async function weigh(place: Place, found: Found, answers: Steady['answers']): Promise<Outcome> {
  const { read, blocked, growth, dropped, ends, wrong } = found;
  const times = (spans: readonly Span[]) =>
    answersWithin(answers, spans).map(({ invokedAt, completedAt }) => completedAt - invokedAt);
  const untold = dropped.filter((count) => count === 0).length;
  const share = () => (dropped.length - untold) / dropped.length;
  const late = ends.filter((ms) => ms > LONGEST_END_MS).map((ms) => violation('SIGTERM', `ended after ${ms} ms`));
  const stopped = unanswered(answersWithin(answers, [...read, ...blocked]));
  const bite = { says: 'of the floods dropped lines and said so', least: 1, share };
  const verdict = await judgePlace(place, bite, [...wrong, ...late, ...stopped, ...grown(growth)]);
  const isSlow = slowest99(times(blocked)) > MOST_SLOWDOWN * slowest99(times(read));
  return {
    ...verdict,
    missed: isSlow ? ['whoami was slower with the log blocked'] : [],
    figures: {
      'lines dropped': dropped.join(', '),
      'whoami with the log read': spreadOf(times(read)),
      'whoami with the log blocked': spreadOf(times(blocked)),
      'memory grew by': growth.map((megabytes) => `${Math.round(megabytes)} MB`).join(', '),
      'time to end': spreadOf(ends),
    },
  };
}

function grown(growth: readonly number[]): readonly Violation[] {
  return growth
    .filter((megabytes) => megabytes > MOST_GROWTH_MB)
    .map((megabytes) => violation('memory', `it grew by ${Math.round(megabytes)} MB`));
}

function violation(where: string, says: string): Violation {
  return { kind: 'fault spread', where, says };
}

function slowest99(milliseconds: readonly number[]): number {
  return milliseconds.toSorted((one, other) => one - other)[Math.floor(0.99 * milliseconds.length)] ?? 0;
}
