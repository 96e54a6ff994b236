/** The disk fills up under load and is given room again: writes are put off, reads go on. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { authorize, exchange, signIn } from '../acts.ts';
import type { Violation } from '../checking/checker.ts';
import type { Operation } from '../checking/history.ts';
import { nowMs, readHistory } from '../checking/recorder.ts';
import type { Bite } from '../checking/verdict.ts';
import { type Disk, type DiskFault, openDisk } from '../environment/disk.ts';
import { type Engine, type Place, preparePlace } from '../environment/place.ts';
import { type Order, type Outcome, type Scenario, spreadOf } from '../scenario.ts';
import { answersWithin, type Span, startSteady, unanswered } from '../steady.ts';
import { type Crew, judgePlace, underLoad, withCrew } from './storm.ts';

const POPULATION = { people: 4, applications: 2 };
const CALM_MS = 300;
const SHORTEST_FAULT_MS = 600;
const LONGEST_FAULT_MS = 6000;
const LONGEST_RECOVERY_MS = 5000;
/** A few may be of work that nobody waits for. */
const ENOUGH_FAILURES = 5;
const LOG = 'pg_wal';
/** Nobody has to be led away from a process that ends: the workers wait for the next one. */
export const AT_ONCE = { LATCHKEY_DRAIN_SECONDS: '0' };

export const diskFullSqlite: Scenario = {
  name: 'disk-full-sqlite',
  ids: 'R-10',
  says: 'No room for the SQLite file and its log, then room again: writes get 503, whoami goes on.',
  round: 'one full disk, given room again',
  rounds: 10,
  workers: 16,
  run: (order) => fill(order, 'sqlite', ''),
};

export const diskFullPostgres: Scenario = {
  name: 'disk-full-postgres',
  ids: 'R-10',
  says: 'No room for the tables of PostgreSQL, then, in the second half, for its log; and room again.',
  round: 'one full disk, given room again',
  rounds: 10,
  workers: 16,
  run: async (order) => {
    const tables = await fill({ ...order, rounds: Math.ceil(order.rounds / 2) }, 'postgres', 'base');
    if (order.rounds < 2) return tables;
    const log = await fill({ ...order, rounds: Math.floor(order.rounds / 2) }, 'postgres', LOG);
    return together(tables, log);
  },
};

/** `part` is the folder of PostgreSQL's files for which there is no room. */
async function fill(order: Order, engine: Engine, part: string): Promise<Outcome> {
  let disk: Disk | undefined;
  const envFor = (cluster: string) => {
    disk = openDisk({ folder: join(cluster, part) });
    return disk.env;
  };
  // A server that others use must not be hurt, so this run always has its own.
  const place = await preparePlace(engine, POPULATION, { envFor, isTls: order.isTls });
  disk ??= openDisk({ folder: place.directory });
  try {
    return await fillUnderLoad(order, place, { disk, part });
  } finally {
    disk.close();
    await place.close();
  }
}

async function fillUnderLoad(
  order: Order,
  place: Place,
  { disk, part }: { disk: Disk; part: string },
): Promise<Outcome> {
  const env = { ...AT_ONCE, ...(place.engine === 'sqlite' ? disk.env : {}) };
  const spans: Span[] = [];
  const recoveries: number[] = [];
  const wrong: Violation[] = [];
  let failures = 0;
  await withCrew(place, { instances: 1, seed: order.seed, env }, async (crew) => {
    const recovering = await startRecovering(place, crew);
    const steady = await startSteady(crew.actor('steady', 0), first(place.applications));
    await underLoad(place, crew, order, async () => {
      for (let round = 1; round <= order.rounds; round += 1) {
        await pause(CALM_MS + crew.chance.below(CALM_MS));
        const hit = await holdFault(disk, faultFor(part, round));
        spans.push(hit.span);
        failures += hit.failures;
        // Without room for its log PostgreSQL stops itself, and somebody has to start it again.
        if (part === LOG) await place.postgres?.restart();
        recoveries.push(await recovering());
        order.progress(
          `full disk ${round} of ${order.rounds}, ${hit.failures} writes failed, writing again after ${Math.round(recoveries.at(-1) ?? 0)} ms`,
        );
      }
    });
    await steady.stop();
    if (part !== LOG) wrong.push(...unanswered(steady.answers));
    wrong.push(...slow(recoveries), ...ended(crew));
    for (const instance of crew.instances) await instance.stop();
  });
  const verdict = await judgePlace(place, turnedAwayWithin(spans), wrong);
  const away = answersWithin(readHistory(place.histories), spans).filter(({ detail }) => detail === '503');
  const figures = {
    'writes that failed': String(failures),
    'answered 503': String(away.length),
    'writing again': spreadOf(recoveries),
  };
  return { ...verdict, figures };
}

/** PostgreSQL writes over its tables only what it was allotted before, so for them only growth can find no room. */
function faultFor(part: string, round: number): DiskFault {
  if (part === LOG) return 'full';
  return part !== '' || round % 2 === 1 ? 'full for growth' : 'full';
}

function together(tables: Outcome, log: Outcome): Outcome {
  const results = [tables.result, log.result];
  const named = (name: string, { figures }: Outcome) =>
    Object.entries(figures).map(([figure, value]) => [`${name}, ${figure}`, value] as const);
  return {
    result: results.find((one) => one === 'violated') ?? results.find((one) => one === 'inconclusive') ?? 'passed',
    operations: tables.operations + log.operations,
    counts: tables.counts,
    bite: Math.min(tables.bite, log.bite),
    violations: [...tables.violations, ...log.violations],
    figures: Object.fromEntries([...named('tables', tables), ...named('log', log)]),
  };
}

/** Lasts at least a moment, and until enough has failed; answers when it lasted and what failed. */
export async function holdFault(disk: Disk, fault: DiskFault): Promise<{ span: Span; failures: number }> {
  disk.failures();
  const from = nowMs();
  disk.turn(fault);
  await pause(SHORTEST_FAULT_MS);
  let failures = disk.failures();
  while (failures < ENOUGH_FAILURES && nowMs() - from < LONGEST_FAULT_MS) {
    await pause(20);
    failures += disk.failures();
  }
  disk.turn('healthy');
  return { span: { from, to: nowMs() }, failures };
}

/** Answers a function that tries to write until it succeeds, and says how long that took. */
export async function startRecovering(place: Place, crew: Crew): Promise<() => Promise<number>> {
  const actor = crew.actor('recovering', 1);
  const application = first(place.applications);
  const cookie = (await signIn(actor, [application], true)).secret ?? '';
  return async () => {
    const began = nowMs();
    while (nowMs() - began < 3 * LONGEST_RECOVERY_MS) {
      const { secret: code } = await authorize(actor, cookie, application);
      if (code && (await exchange(actor, code, application)).secret) break;
      await pause(5);
    }
    return nowMs() - began;
  };
}

export function slow(recoveries: readonly number[]): readonly Violation[] {
  return recoveries
    .filter((ms) => ms > LONGEST_RECOVERY_MS)
    .map((ms) => ({ kind: 'fault spread', where: 'recovery', says: `${Math.round(ms)} ms` }));
}

export function ended({ instances }: Crew): readonly Violation[] {
  return instances
    .filter((instance) => !instance.isUp())
    .map((instance) => ({ kind: 'fault spread', where: 'the service', says: `it ended: ${instance.stderr()}` }));
}

/** Most faults have to put somebody off, or the disk was not full for anybody. */
export function turnedAwayWithin(spans: readonly Span[]): Bite {
  const isHit = (history: readonly Operation[], span: Span) =>
    history.some(({ detail, completedAt }) => detail === '503' && completedAt >= span.from && completedAt <= span.to);
  return {
    says: 'of the faults put somebody off',
    least: 0.75,
    share: (history) => spans.filter((span) => isHit(history, span)).length / Math.max(1, spans.length),
  };
}

export function first<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new Error('There is none.');
  return item;
}
