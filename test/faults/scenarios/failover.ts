/** The primary PostgreSQL server is lost under load and its synchronous standby takes over. */
import { setTimeout as pause } from 'node:timers/promises';
import { untilReady } from '../checking/readiness.ts';
import { LOST_ANSWERS } from '../checking/verdict.ts';
import { type Pair, startPair } from '../environment/pair.ts';
import { type Place, preparePlace, withTls } from '../environment/place.ts';
import { type Order, type Outcome, type Scenario, spreadOf } from '../scenario.ts';
import { type Crew, judgePlace, underLoad, withCrew } from './storm.ts';

const SHORTEST_LIFE_MS = 400;
const LIFE_SPAN_MS = 800;
const LONGEST_RECOVERY_MS = 5000;

export const failover: Scenario = {
  name: 'failover',
  ids: 'R-05',
  says: 'kill -9 on a PostgreSQL primary under two instances; its synchronous standby is promoted, nothing is lost.',
  round: 'one failover, after which the lost server is made anew as the standby',
  rounds: 5,
  workers: 16,
  run: async (order) => {
    const pair = await startPair();
    try {
      const place = await preparePlace(
        'postgres',
        { people: 6, applications: 3 },
        { sharedPostgres: pair.primaryUrl(), isTls: order.isTls },
      );
      try {
        return await failOverAndOver(order, pair, place);
      } finally {
        await place.close();
      }
    } finally {
      await pair.stop();
    }
  },
};

async function failOverAndOver(order: Order, pair: Pair, place: Place): Promise<Outcome> {
  const database = new URL(place.databaseUrl).pathname.slice(1);
  const promotions: number[] = [];
  const recoveries: number[] = [];
  const both = { ...place, databaseUrl: withTls(pair.url(database), order.isTls ?? false) };
  await pair.attachStandby();
  await withCrew(both, { instances: 2, seed: order.seed }, async (crew) => {
    await underLoad(both, crew, order, async () => {
      for (let round = 1; round <= order.rounds; round += 1) {
        await loseOne(crew, pair, { promotions, recoveries });
        if (round < order.rounds) await pair.attachStandby();
        order.progress(
          `failover ${round} of ${order.rounds}: promoted after ${Math.round(promotions.at(-1) ?? 0)} ms, ` +
            `ready ${Math.round(recoveries.at(-1) ?? 0)} ms after that`,
        );
      }
      await pause(SHORTEST_LIFE_MS);
    });
    await Promise.all(crew.instances.map((instance) => instance.stop()));
  });
  const verdict = await judgePlace({ ...place, databaseUrl: pair.primaryUrl(database) }, LOST_ANSWERS);
  const slow = recoveries.filter((ms) => ms > LONGEST_RECOVERY_MS);
  const missed = slow.map((ms) => `ready again within ${LONGEST_RECOVERY_MS} ms: took ${Math.round(ms)}`);
  return { ...verdict, missed, figures: { promoted: spreadOf(promotions), 'ready after it': spreadOf(recoveries) } };
}

interface Times {
  readonly promotions: number[];
  readonly recoveries: number[];
}

async function loseOne(crew: Crew, pair: Pair, { promotions, recoveries }: Times): Promise<void> {
  await pause(SHORTEST_LIFE_MS + crew.chance.below(LIFE_SPAN_MS));
  promotions.push(await pair.failOver());
  recoveries.push(await untilReady(crew));
}
