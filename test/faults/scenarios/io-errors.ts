/** The machine fails in other ways: writes, syncs and reads that fail, a read-only disk, no descriptors, no memory. */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Violation } from '../checking/checker.ts';
import { nowMs } from '../checking/recorder.ts';
import { type Disk, type DiskFault, openDisk } from '../environment/disk.ts';
import type { Instance } from '../environment/instance.ts';
import { type Place, preparePlace } from '../environment/place.ts';
import { losePower } from '../environment/power.ts';
import { openPrelude } from '../environment/prelude.ts';
import { type Order, type Outcome, type Scenario, spreadOf } from '../scenario.ts';
import { answersWithin, type Span, type Steady, startSteady, unanswered } from '../steady.ts';
import { AT_ONCE, first, holdFault, slow, startRecovering } from './disk-full.ts';
import { type Crew, judgePlace, underLoad, withCrew } from './storm.ts';

const POPULATION = { people: 3, applications: 2 };
const CALM_MS = 200;
const FEW_DESCRIPTORS = 64;
const HOLDERS = 100;
const HOLD_MS = 700;
const ENOUGH_HEAP_MB = 128;
/** It can start with this, but not keep the headers of so many requests that never end. */
const TOO_LITTLE_HEAP_MB = 24;
const MOST_EATERS = 3000;
const EATERS_AT_ONCE = 200;
const UNFINISHED = `GET / HTTP/1.1\r\nHost: x\r\n${'a-name-for-a-header: a value of it\r\n'.repeat(500)}`;
const LONGEST_LIFE_MS = 8000;

export const ioErrors: Scenario = {
  name: 'io-errors',
  ids: 'R-11',
  says: 'EIO on writes, syncs and reads, a read-only disk, 64 descriptors, a heap too small; then the power goes.',
  round: 'one of these, in turn',
  rounds: 16,
  workers: 16,
  run: async (order) => {
    const place = await preparePlace('sqlite', POPULATION);
    const disk = openDisk({ folder: place.directory, isImaged: true });
    try {
      return await failUnderLoad(order, place, disk);
    } finally {
      disk.close();
      await place.close();
    }
  },
};

interface Scene {
  readonly order: Order;
  readonly place: Place;
  readonly disk: Disk;
  readonly crew: Crew;
  readonly victim: Instance;
  readonly recovering: () => Promise<number>;
  readonly recoveries: number[];
  readonly wrong: Violation[];
  /** When reads had to go on. */
  readonly spans: Span[];
  /** How often each fault was felt. */
  readonly felt: Map<string, number>;
  /** A line of shell before the service starts. */
  say(line: string): void;
}

type Step = (scene: Scene) => Promise<void>;

const STEPS: readonly (readonly [name: string, step: Step])[] = [
  ['syncs fail', (scene) => failDisk(scene, 'syncs fail')],
  ['reads fail', (scene) => failDisk(scene, 'reads fail')],
  ['few descriptors', exhaustDescriptors],
  ['writes fail', (scene) => failDisk(scene, 'writes fail')],
  ['read-only', (scene) => failDisk(scene, 'read-only')],
  ['start on a read-only disk', startReadOnly],
  ['enough heap', liveWithinHeap],
  ['too little heap', exhaustHeap],
];

async function failUnderLoad(order: Order, place: Place, disk: Disk): Promise<Outcome> {
  const { under, say } = openPrelude(place);
  const felt = new Map<string, number>();
  const found: Pick<Scene, 'recoveries' | 'wrong' | 'spans'> = { recoveries: [], wrong: [], spans: [] };
  await withCrew(place, { instances: 1, seed: order.seed, env: { ...disk.env, ...AT_ONCE }, under }, async (crew) => {
    const recovering = await startRecovering(place, crew);
    const steady = await startSteady(crew.actor('steady', 0), first(place.applications));
    const victim = first(crew.instances);
    const scene: Scene = { order, place, disk, crew, victim, recovering, ...found, felt, say };
    await underLoad(place, crew, order, () => goThrough(scene));
    await steady.stop();
    found.wrong.push(...readsThatStopped(steady, scene));
    for (const instance of crew.instances) await instance.stop();
  });
  const share = () => [...felt.values()].filter((times) => times > 0).length / felt.size;
  const bite = { says: 'of the faults were felt', least: 1, share };
  const verdict = await judgePlace(place, bite, [...found.wrong, ...slow(found.recoveries)]);
  const figures = {
    felt: [...felt].map(([name, times]) => `${name} ${times}`).join(', '),
    'writing again': spreadOf(found.recoveries),
  };
  return { ...verdict, figures };
}

async function goThrough(scene: Scene): Promise<void> {
  const { order, recoveries, recovering, felt } = scene;
  for (let round = 0; round < order.rounds; round += 1) {
    const [name, step] = first(STEPS.slice(round % STEPS.length));
    await pause(CALM_MS);
    await step(scene);
    recoveries.push(await recovering());
    order.progress(`fault ${round + 1} of ${order.rounds}: ${name}, felt ${felt.get(name)} times`);
  }
  await cutPower(scene);
}

async function failDisk(scene: Scene, fault: DiskFault): Promise<void> {
  const { span, failures } = await holdFault(scene.disk, fault);
  if (fault !== 'reads fail') scene.spans.push(span);
  feel(scene, fault, failures);
  if (!scene.victim.isUp()) await revive(scene, fault);
  scene.recoveries.push(await scene.recovering());
  // What a failed sync left unwritten must not be among what was acknowledged.
  if (fault === 'syncs fail') await cutPower(scene);
}

async function cutPower({ victim, disk, place, crew }: Scene): Promise<void> {
  await victim.kill();
  losePower({ folder: place.directory, image: disk.image, keepsSome: crew.chance.below(2) === 1, chance: crew.chance });
  await victim.start();
}

async function startReadOnly(scene: Scene): Promise<void> {
  const { victim, disk, wrong } = scene;
  await victim.stop();
  disk.turn('read-only');
  const said = await victim.start().then(
    () => 'it started',
    (error) => String(error),
  );
  disk.turn('healthy');
  feel(scene, 'start on a read-only disk', disk.failures());
  if (!said.includes('the service ended with 1'))
    wrong.push({ kind: 'unexpected answer', where: 'a start on a read-only disk', says: said });
  await victim.kill();
  await victim.start();
}

/** More connections than descriptors: some are turned away, the service stays, and nothing else is short of them after. */
async function exhaustDescriptors(scene: Scene): Promise<void> {
  const { victim } = scene;
  await restartWith(scene, `ulimit -n ${FEW_DESCRIPTORS}`);
  const { port, hostname } = new URL(victim.target()?.url ?? '');
  let turnedAway = 0;
  const holders: Socket[] = Array.from({ length: HOLDERS }, () =>
    connect(Number(port), hostname)
      .on('error', () => {})
      .on('close', () => {
        turnedAway += 1;
      }),
  );
  await pause(HOLD_MS);
  feel(scene, 'few descriptors', turnedAway);
  for (const holder of holders) holder.destroy();
  if (!victim.isUp()) await revive(scene, 'few descriptors');
  scene.recoveries.push(await scene.recovering());
  await restartWith(scene, '');
}

async function liveWithinHeap(scene: Scene): Promise<void> {
  await restartWith(scene, `export NODE_OPTIONS=--max-old-space-size=${ENOUGH_HEAP_MB}`);
  await pause(HOLD_MS);
  feel(scene, 'enough heap', 1);
  if (!scene.victim.isUp()) await revive(scene, 'enough heap');
}

/** Nobody can go on without memory: the process ends, without a wrong answer, and starts again. */
async function exhaustHeap(scene: Scene): Promise<void> {
  const { victim, say } = scene;
  await restartWith(scene, `export NODE_OPTIONS=--max-old-space-size=${TOO_LITTLE_HEAP_MB}`);
  const { port, hostname } = new URL(victim.target()?.url ?? '');
  const eaters: Socket[] = [];
  const began = nowMs();
  while (victim.isUp() && nowMs() - began < LONGEST_LIFE_MS) {
    for (let count = 0; count < EATERS_AT_ONCE && eaters.length < MOST_EATERS; count += 1) {
      const eater = connect(Number(port), hostname).on('error', () => {});
      eaters.push(eater.on('connect', () => eater.write(UNFINISHED)));
    }
    await pause(20);
  }
  for (const eater of eaters) eater.destroy();
  feel(scene, 'too little heap', victim.isUp() ? 0 : 1);
  say('');
  await victim.kill();
  await victim.start();
}

async function restartWith({ victim, say }: Scene, line: string): Promise<void> {
  say(line);
  await victim.stop();
  await victim.start();
}

/** It ended by itself, though it could have gone on. */
async function revive({ victim, wrong }: Scene, where: string): Promise<void> {
  wrong.push({ kind: 'fault spread', where, says: `the service ended: ${victim.stderr().slice(-500)}` });
  await victim.kill();
  await victim.start();
}

function feel({ felt }: Scene, name: string, times: number): void {
  felt.set(name, (felt.get(name) ?? 0) + times);
}

function readsThatStopped({ answers }: Steady, { spans }: Scene): readonly Violation[] {
  return unanswered(answersWithin(answers, spans));
}
