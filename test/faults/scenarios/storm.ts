/** Runs workers against processes of the service while something goes wrong, and judges what they saw. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '../acts.ts';
import type { Rules } from '../checking/causes.ts';
import { checkHistory, type Violation } from '../checking/checker.ts';
import type { Operation } from '../checking/history.ts';
import { openRecorder, readHistory } from '../checking/recorder.ts';
import { readRows } from '../checking/rows.ts';
import { checkRows } from '../checking/rows-check.ts';
import { type Bite, judge, type Verdict } from '../checking/verdict.ts';
import { createInstance, type Instance, type Target } from '../environment/instance.ts';
import type { Place } from '../environment/place.ts';
import { createWorker, probe, type Worker, work } from '../environment/worker.ts';
import { type Chance, createChance } from '../random.ts';
import type { Order } from '../scenario.ts';

/** Short, so that runs of seconds meet both sides of it. */
export const RULES: Rules = { leewaySeconds: 2, codeSeconds: 600 };

export const ENVIRONMENT = {
  LATCHKEY_DANGER_NO_RATE_LIMITS: '1',
  LATCHKEY_LOG_LEVEL: 'error',
  LATCHKEY_REFRESH_LEEWAY_SECONDS: String(RULES.leewaySeconds),
};

export interface Crew {
  readonly instances: readonly Instance[];
  readonly chance: Chance;
  /** Somebody who acts for this person and asks any process that is up. */
  actor(name: string, person: number): Actor;
}

export interface Enlisting {
  readonly instances: number;
  readonly seed: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly under?: readonly string[];
}

/** Starts the processes, lets `act` happen, and stops them whatever came of it. */
export async function withCrew<Outcome>(
  place: Place,
  { instances, seed, env = {}, under = [] }: Enlisting,
  act: (crew: Crew) => Promise<Outcome>,
): Promise<Outcome> {
  const names = Array.from({ length: instances }, (_, index) => String.fromCharCode(97 + index));
  const parts = { databaseUrl: place.databaseUrl, env: { ...ENVIRONMENT, ...env }, cwd: place.directory, under };
  const started = await Promise.all(names.map((name) => createInstance(name, parts)));
  const chance = createChance(seed);
  let isGone = false;
  try {
    for (const instance of started) await instance.start();
    return await act({
      instances: started,
      chance,
      actor(name, person) {
        const recorder = openRecorder(place.histories, name);
        const who = place.people[person % place.people.length];
        if (!who) throw new Error('Nobody lives in this place.');
        return { recorder, person: who, pick: () => pickTarget(started, chance, () => isGone) };
      },
    });
  } finally {
    isGone = true;
    await Promise.all(started.map((instance) => instance.kill()));
  }
}

async function pickTarget(instances: readonly Instance[], chance: Chance, isGone: () => boolean): Promise<Target> {
  while (!isGone()) {
    const up = instances.flatMap((instance) => instance.target() ?? []);
    if (up.length > 0) return chance.pick(up);
    await pause(5);
  }
  throw new Error('Nobody will be up any more.');
}

export type Load = Pick<Order, 'workers' | 'restMs'>;

/** Keeps workers busy while `disturb` runs, then asks for everything that was acknowledged once more. */
export async function underLoad(
  place: Place,
  crew: Crew,
  { workers: count, restMs = 0 }: Load,
  disturb: (workers: readonly Worker[]) => Promise<void>,
): Promise<void> {
  const workers: Worker[] = [];
  for (let index = 0; index < count; index += 1) {
    const chance = createChance(crew.chance.below(2 ** 32));
    workers.push(await createWorker(crew.actor(`worker-${index}`, index), chance, place.applications));
  }
  let isOver = false;
  const busy = Promise.all(workers.map((worker) => work(worker, restMs, () => isOver)));
  try {
    await Promise.race([disturb(workers), busy]);
  } catch (error) {
    // Workers that wait for somebody to come up again learn from `withCrew` that nobody will.
    busy.catch(() => {});
    throw error;
  } finally {
    isOver = true;
  }
  await busy;
  await Promise.all(workers.map(probe));
}

/** Reads the files of the workers and the database, past the service, and judges both. */
export async function judgePlace(place: Place, bite: Bite, more: readonly Violation[] = []): Promise<Verdict> {
  const history = readHistory(place.histories);
  const rows = await readRows(place.databaseUrl);
  const violations = [...checkHistory(history, RULES), ...checkRows(rows, history, RULES), ...more];
  return judge(history, violations, bite);
}

/** Unknown outcomes at processes to which nothing was done: the fault has spread to where it was not. */
export function spread(history: readonly Operation[], hurt: ReadonlySet<string>): readonly Violation[] {
  return history
    .filter(({ outcome, instance }) => outcome === 'unknown' && !hurt.has(instance))
    .map(({ id, kind, instance, detail }) => ({
      kind: 'fault spread',
      where: `${kind} ${id} at ${instance}`,
      says: detail,
    }));
}
