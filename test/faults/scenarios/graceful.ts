/** Ends that are asked for: SIGTERM under load, and instances replaced one after the other. */
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/postgres-home.ts';
import type { Actor } from '../acts.ts';
import type { Violation } from '../checking/checker.ts';
import type { Operation } from '../checking/history.ts';
import { readHistory } from '../checking/recorder.ts';
import type { Bite } from '../checking/verdict.ts';
import type { Parting } from '../environment/instance.ts';
import { type Nginx, startNginx } from '../environment/nginx.ts';
import { type Engine, type Place, preparePlace } from '../environment/place.ts';
import { type Order, type Outcome, type Scenario, spreadOf } from '../scenario.ts';
import { type Crew, judgePlace, spread, underLoad, withCrew } from './storm.ts';

const POPULATION = { people: 6, applications: 3 };
const LIFE_MS = 400;
const LONGEST_END_MS = 10_000;

export const sigterm: Scenario = {
  name: 'sigterm',
  ids: 'R-16',
  says: 'SIGTERM, SIGTERM twice and SIGINT in turn; two of three clients open a connection for each request to the very end: every request that was sent is answered, exit code 0.',
  round: 'one end and restart',
  rounds: 15,
  workers: 24,
  run: (order) => replace(order, { engine: 'sqlite', instances: 1, isIgnored: true, bite: KNOCKED }),
};

export const rolling: Scenario = {
  name: 'rolling',
  ids: 'R-17',
  says: 'Two instances over PostgreSQL replaced in turn under load: no request fails.',
  round: 'one instance stopped and started',
  rounds: 10,
  workers: 16,
  run: (order) => replace(order, { engine: 'postgres', instances: 2, isIgnored: false, bite: BUSY_ENDS }),
};

export const rollingNginx: Scenario = {
  name: 'rolling-nginx',
  ids: 'R-17',
  says: 'Two instances behind nginx, configured as docs/operating.md says, replaced in turn under load: no request fails.',
  round: 'one instance stopped and started',
  rounds: 16,
  workers: 24,
  run: (order) =>
    replace(order, { engine: 'postgres', instances: 2, isIgnored: true, isBehindNginx: true, bite: BUSY_ENDS }),
};

/** There has to be somebody whom a careless end would have hit: so many requests for each SIGTERM. */
const BUSY_ENDS: Bite = {
  says: 'of a hundred requests for each end',
  least: 1,
  share: (history) => history.length / (100 * Math.max(1, livesOf(history).length)),
};

/** Whoever was refused stood at the port while it closed, and others beside him. */
const KNOCKED: Bite = {
  says: 'ends at which somebody was refused',
  least: 0.9,
  share: (history) => {
    // The last life ends after the load has.
    const ended = livesOf(history).slice(0, -1);
    return ended.filter((life) => life.some(({ outcome }) => outcome === 'unsent')).length / Math.max(1, ended.length);
  },
};

function livesOf(history: readonly Operation[]): readonly (readonly Operation[])[] {
  return [...Map.groupBy(history, ({ instance }) => instance).values()];
}

interface Replacing {
  readonly engine: Engine;
  readonly instances: number;
  /** Whether clients ignore that an instance says it is not ready. */
  readonly isIgnored: boolean;
  readonly isBehindNginx?: boolean;
  readonly bite: Bite;
}

async function replace(order: Order, replacing: Replacing): Promise<Outcome> {
  const { engine, instances, isIgnored, isBehindNginx = false, bite } = replacing;
  const place = await preparePlace(engine, POPULATION, order);
  const port = await freePort();
  const env = isBehindNginx
    ? { LATCHKEY_URL: `http://127.0.0.1:${port}`, LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' }
    : undefined;
  try {
    const ends: number[] = [];
    const wrong: Violation[] = [];
    await withCrew(place, { instances, seed: order.seed, ...(env && { env }) }, async (crew) => {
      const nginx = isBehindNginx ? await startNginx({ ...addressesOf(crew, place), port }) : undefined;
      const clients = nginx ? through(nginx, crew) : crew;
      await underLoad(place, isIgnored ? withKnockers(clients) : clients, order, async () => {
        for (let round = 1; round <= order.rounds; round += 1) {
          await pause(LIFE_MS + crew.chance.below(LIFE_MS));
          wrong.push(...(await replaceOne(crew, { round, isIgnored }, ends)));
          order.progress(`end ${round} of ${order.rounds}, after ${Math.round(ends.at(-1) ?? 0)} ms`);
        }
      });
      await Promise.all(crew.instances.map((instance) => instance.stop()));
      await nginx?.stop();
    });
    const history = readHistory(place.histories);
    // Nobody was hurt, so every outcome that is not known is a request that was dropped.
    const verdict = await judgePlace(place, bite, [...spread(history, new Set()), ...wrong]);
    const { unknown, unsent } = verdict.counts;
    const counts = { ends: ends.length, requests: history.length, dropped: unknown, refused: unsent };
    const figures = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]));
    return { ...verdict, figures: { ...figures, 'time to end': spreadOf(ends) } };
  } finally {
    await place.close();
  }
}

function addressesOf({ instances }: Crew, { directory }: Place): { folder: string; instances: string[] } {
  const addresses = instances.map((instance) => new URL(instance.target()?.url ?? '').host);
  return { folder: join(directory, 'nginx'), instances: addresses };
}

/** Everybody asks nginx, and knows nothing of instances. */
function through(nginx: Nginx, crew: Crew): Crew {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const target = { url: nginx.url, instance: 'nginx', agent, endsWithConnection: false };
  return { ...crew, actor: (name, person) => ({ ...crew.actor(name, person), pick: async () => target }) };
}

const ONCE = new Agent({ keepAlive: false });

/** Two of three workers open a connection for each request. */
function withKnockers(crew: Crew): Crew {
  let count = 0;
  return {
    ...crew,
    actor(name, person): Actor {
      const actor = crew.actor(name, person);
      count += 1;
      if (count % 3 === 0) return actor;
      return { ...actor, pick: async () => ({ ...(await actor.pick()), agent: ONCE }) };
    },
  };
}

const PARTINGS: readonly (readonly NodeJS.Signals[])[] = [['SIGTERM'], ['SIGTERM', 'SIGTERM'], ['SIGINT']];

async function replaceOne(
  crew: Crew,
  { round, isIgnored }: { readonly round: number; readonly isIgnored: boolean },
  ends: number[],
): Promise<readonly Violation[]> {
  const leaving = crew.instances[round % crew.instances.length];
  const where = leaving?.target()?.instance ?? '';
  const signals = PARTINGS[(round - 1) % PARTINGS.length] ?? ['SIGTERM'];
  const parting: Parting = { isIgnored, signals };
  const ended = await leaving?.stop(parting);
  ends.push(ended?.ms ?? 0);
  await leaving?.start();
  if (ended?.code === 0 && ended.ms < LONGEST_END_MS && ended.saidSo) return [];
  const says = `${signals.join(', ')}: ended with ${ended?.code} after ${ended?.ms} ms, not ready first: ${ended?.saidSo}`;
  return [{ kind: 'unexpected answer', where, says }];
}
