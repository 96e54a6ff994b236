/** The database server dies as in a power cut and comes back, under load. */
import { setTimeout as pause } from 'node:timers/promises';
import { untilReady } from '../checking/readiness.ts';
import { LOST_ANSWERS } from '../checking/verdict.ts';
import { preparePlace } from '../environment/place.ts';
import { type Scenario, spreadOf } from '../scenario.ts';
import { judgePlace, underLoad, withCrew } from './storm.ts';

const SHORTEST_LIFE_MS = 600;
const LIFE_SPAN_MS = 1200;
const LONGEST_RECOVERY_MS = 5000;

export const postgresRestart: Scenario = {
  name: 'postgres-restart',
  ids: 'R-04',
  says: 'PostgreSQL stopped at once (SIGQUIT, no checkpoint) and started again under two instances.',
  round: 'one restart of the server',
  rounds: 10,
  workers: 16,
  // A server that others use cannot be restarted, so this run always has its own.
  run: async (order) => {
    const place = await preparePlace('postgres', { people: 6, applications: 3 }, { isTls: order.isTls });
    try {
      const restarts: number[] = [];
      const recoveries: number[] = [];
      await withCrew(place, { instances: 2, seed: order.seed }, async (crew) => {
        await underLoad(place, crew, order, async () => {
          for (let round = 1; round <= order.rounds; round += 1) {
            await pause(SHORTEST_LIFE_MS + crew.chance.below(LIFE_SPAN_MS));
            restarts.push((await place.postgres?.restart()) ?? 0);
            recoveries.push(await untilReady(crew));
            order.progress(
              `restart ${round} of ${order.rounds}, ready ${Math.round(recoveries.at(-1) ?? 0)} ms after it`,
            );
          }
          await pause(SHORTEST_LIFE_MS);
        });
        await Promise.all(crew.instances.map((instance) => instance.stop()));
      });
      const slow = recoveries
        .filter((ms) => ms > LONGEST_RECOVERY_MS)
        .map((ms) => ({ kind: 'fault spread', where: 'recovery', says: `${ms} ms` }) as const);
      const verdict = await judgePlace(place, LOST_ANSWERS, slow);
      const figures = { 'server back': spreadOf(restarts), 'service back after it': spreadOf(recoveries) };
      return { ...verdict, figures };
    } finally {
      await place.close();
    }
  },
};
