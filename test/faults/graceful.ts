/** Ends that are asked for: SIGTERM under load, and instances replaced one after the other. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Violation } from './checker.ts';
import { type Engine, preparePlace } from './place.ts';
import { readHistory } from './recorder.ts';
import { type Order, type Outcome, type Scenario, spreadOf } from './scenario.ts';
import { type Crew, judgePlace, spread, underLoad, withCrew } from './storm.ts';
import type { Bite } from './verdict.ts';

const POPULATION = { people: 6, applications: 3 };
const LIFE_MS = 400;
const LONGEST_END_MS = 10_000;

export const sigterm: Scenario = {
  name: 'sigterm',
  ids: 'R-16',
  says: 'SIGTERM under load on kept connections: every request that was accepted is answered, exit code 0.',
  round: 'one SIGTERM and restart',
  rounds: 10,
  workers: 16,
  run: (order) => replace(order, 'sqlite', 1),
};

export const rolling: Scenario = {
  name: 'rolling',
  ids: 'R-17',
  says: 'Two instances over PostgreSQL replaced in turn under load: no request fails.',
  round: 'one instance stopped and started',
  rounds: 10,
  workers: 16,
  run: (order) => replace(order, 'postgres', 2),
};

/** There has to be somebody whom a careless end would have hit: so many requests for each SIGTERM. */
const BUSY_ENDS: Bite = {
  says: 'of a hundred requests for each end',
  least: 1,
  share: (history) => {
    const lives = new Set(history.map(({ instance }) => instance)).size;
    return history.length / (100 * Math.max(1, lives));
  },
};

async function replace(order: Order, engine: Engine, instances: number): Promise<Outcome> {
  const place = await preparePlace(engine, POPULATION, order);
  try {
    const ends: number[] = [];
    const wrong: Violation[] = [];
    await withCrew(place, { instances, seed: order.seed }, async (crew) => {
      await underLoad(place, crew, order, async () => {
        for (let round = 1; round <= order.rounds; round += 1) {
          await pause(LIFE_MS + crew.chance.below(LIFE_MS));
          wrong.push(...(await replaceOne(crew, round, ends)));
          order.progress(`end ${round} of ${order.rounds}, after ${Math.round(ends.at(-1) ?? 0)} ms`);
        }
      });
      for (const instance of crew.instances) await instance.stop();
    });
    const history = readHistory(place.histories);
    // Nobody was hurt, so every outcome that is not known is a request that was dropped.
    const verdict = await judgePlace(place, BUSY_ENDS, [...spread(history, new Set()), ...wrong]);
    const dropped = String(verdict.counts.unknown);
    return { ...verdict, figures: { ends: String(ends.length), dropped, 'time to end': spreadOf(ends) } };
  } finally {
    await place.close();
  }
}

async function replaceOne(crew: Crew, round: number, ends: number[]): Promise<readonly Violation[]> {
  const leaving = crew.instances[round % crew.instances.length];
  const where = leaving?.target()?.instance ?? '';
  const ended = await leaving?.stop();
  ends.push(ended?.ms ?? 0);
  await leaving?.start();
  if (ended?.code === 0 && ended.ms < LONGEST_END_MS) return [];
  return [{ kind: 'unexpected answer', where, says: `ended with ${ended?.code} after ${ended?.ms} ms` }];
}
