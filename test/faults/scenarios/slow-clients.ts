/** Thousands of clients that send and read as slowly as they can: everybody else must not notice. */
import { residentBytes } from '../../../bench/usage.ts';
import type { Violation } from '../checking/checker.ts';
import { gatherCrowd, nextOf } from '../environment/crowd.ts';
import { type HordeNews, SLOW_KINDS, SLOW_NAMES, summonHorde } from '../environment/horde.ts';
import { openLane, type Shot } from '../environment/lane.ts';
import { fire, type Impact } from '../environment/open-load.ts';
import { preparePlace } from '../environment/place.ts';
import { amiss, createBar, inMegabytes, percentile, round, sumUp, timesOf, totalOf } from '../measured.ts';
import { type Order, type Outcome, type Scenario, spreadOf } from '../scenario.ts';
import { withCrew } from './storm.ts';

const POPULATION = { people: 1, applications: 1 };
const ROUND_SECONDS = 30;
const SLOW_PER_WORKER = 157;
const PER_SECOND = 100;
const LANES = 32;
const CHAINS = 100;
const MOST_MEGABYTES = 350;

export const slowClients: Scenario = {
  name: 'slow-clients',
  ids: 'R-22',
  says: 'Clients that send headers or bodies byte by byte, or never read: the others are served as before.',
  round: `${ROUND_SECONDS} seconds`,
  rounds: 1,
  workers: 32,
  run: besiege,
};

interface Siege {
  readonly before: Impact;
  readonly during: Impact;
  readonly news: HordeNews;
  readonly count: number;
  readonly megabytes: number;
  /** Milliseconds of requests on new connections, the connection included. */
  readonly anew: readonly number[];
}

async function besiege(order: Order): Promise<Outcome> {
  const place = await preparePlace('sqlite', POPULATION, order);
  const count = order.workers * SLOW_PER_WORKER;
  try {
    return await withCrew(place, { instances: 1, seed: order.seed }, async ({ instances: [instance], chance }) => {
      const crowd = await gatherCrowd(place, instance?.target()?.url ?? '', CHAINS);
      const next = nextOf(crowd, { whoami: 70, refresh: 25, authorize: 5 }, chance);
      const seconds = ROUND_SECONDS * order.rounds;
      const { port, greeting: greet } = crowd;
      const normal = { port, connections: LANES, perSecond: PER_SECOND, seconds, next, greet };
      order.progress('normal traffic alone');
      const before = await fire(normal);
      const horde = await summonHorde({ port, count, asset: await someAsset(port) }, order.progress);
      const progress = () => order.progress(`${horde.news().alive} of ${count} slow clients are being borne with`);
      const newcomers = comeAnew(port, greet);
      const during = await fire({ ...normal, progress });
      const anew = await newcomers.end();
      const news = horde.news();
      const megabytes = inMegabytes(residentBytes([instance?.pid() ?? 0]));
      await horde.end();
      return judgeSiege({ before, during, news, count, megabytes, anew });
    });
  } finally {
    await place.close();
  }
}

async function someAsset(port: number): Promise<string> {
  const page = await (await fetch(`http://127.0.0.1:${port}/sign-in`)).text();
  return /\/assets\/[^"]+\.css/.exec(page)?.[0] ?? '/sign-in';
}

/** Somebody who comes four times a second, each time on a new connection. */
function comeAnew(port: number, greet: () => Shot): { end(): Promise<readonly number[]> } {
  const times: number[] = [];
  const visits: Promise<void>[] = [];
  const visit = () => {
    const began = performance.now();
    const lane = openLane(port, new Map());
    const answered = new Promise<void>((resolve) => lane.fire(greet(), resolve));
    visits.push(answered.then(() => void times.push(performance.now() - began)).finally(() => lane.close()));
  };
  const timer = setInterval(visit, 250);
  return {
    async end() {
      clearInterval(timer);
      await Promise.all(visits);
      return times;
    },
  };
}

function judgeSiege({ before, during, news, count, megabytes, anew }: Siege): Outcome {
  const [alone, beside] = [before, during].map((impact) => percentile(timesOf(impact), 0.99));
  const violations: Violation[] = [...amiss('before', before), ...amiss('beside slow clients', during)];
  const bar = createBar();
  bar.below('p99 against that without slow clients', (beside ?? 0) / (alone ?? 1), 2, ' times');
  bar.below('memory', megabytes, MOST_MEGABYTES, ' MB');
  for (const kind of SLOW_NAMES)
    bar.below(`slow ${kind} borne with for`, news.cut[kind].seconds, SLOW_KINDS[kind].longestSeconds, ' s');
  const cuts = SLOW_NAMES.map((kind) => `${news.cut[kind].count} slow ${kind}, at ${round(news.cut[kind].seconds)} s`);
  const figures = {
    p99: `${round(alone ?? 0)} ms alone, ${round(beside ?? 0)} ms beside ${news.alive} slow clients`,
    'on new connections': spreadOf(anew),
    'cut off': cuts.join('; '),
    memory: `${round(megabytes)} MB`,
  };
  const bite = news.alive / count;
  return sumUp({ ...totalOf(during), bite, leastBite: 0.8, violations, figures, missed: bar.missed });
}
