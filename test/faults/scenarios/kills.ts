/** Kills the service (kill -9) at random moments under load: on SQLite, and one of two over PostgreSQL. */
import { setTimeout as pause } from 'node:timers/promises';
import { readHistory } from '../checking/recorder.ts';
import { LOST_ANSWERS } from '../checking/verdict.ts';
import { type Engine, preparePlace } from '../environment/place.ts';
import { type Order, type Outcome, type Scenario, spreadOf } from '../scenario.ts';
import { judgePlace, spread, underLoad, withCrew } from './storm.ts';

const POPULATION = { people: 6, applications: 3 };
/** From the moment it is ready again until the next kill. */
const SHORTEST_LIFE_MS = 200;
const LIFE_SPAN_MS = 1300;

export const killSqlite: Scenario = {
  name: 'kill-sqlite',
  ids: 'R-01',
  says: 'kill -9 on the service with the embedded database, at random moments under load.',
  round: 'one kill and restart',
  rounds: 20,
  workers: 16,
  run: (order) => kill(order, 'sqlite', 1),
};

export const killPostgres: Scenario = {
  name: 'kill-postgres',
  ids: 'R-02',
  says: 'kill -9 on one of two instances over PostgreSQL; the clients of the other must notice nothing.',
  round: 'one kill and restart',
  rounds: 20,
  workers: 16,
  run: (order) => kill(order, 'postgres', 2),
};

async function kill(order: Order, engine: Engine, instances: number): Promise<Outcome> {
  const place = await preparePlace(engine, POPULATION, order);
  try {
    const recoveries: number[] = [];
    const hurt = new Set<string>();
    await withCrew(place, { instances, seed: order.seed }, async (crew) => {
      await underLoad(place, crew, order, async () => {
        for (let round = 1; round <= order.rounds; round += 1) {
          await pause(SHORTEST_LIFE_MS + crew.chance.below(LIFE_SPAN_MS));
          const victim = crew.instances[round % crew.instances.length];
          hurt.add(victim?.target()?.instance ?? '');
          await victim?.kill();
          recoveries.push((await victim?.start()) ?? 0);
          order.progress(
            `kill ${round} of ${order.rounds}, ready again after ${Math.round(recoveries.at(-1) ?? 0)} ms`,
          );
        }
        await pause(SHORTEST_LIFE_MS);
      });
      await Promise.all(crew.instances.map((instance) => instance.stop()));
    });
    const verdict = await judgePlace(place, LOST_ANSWERS, spread(readHistory(place.histories), hurt));
    return { ...verdict, figures: { kills: String(order.rounds), 'ready again': spreadOf(recoveries) } };
  } finally {
    await place.close();
  }
}
