/** The way between the service and PostgreSQL is cut, slowed and reset at random moments. */
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { type Actor, authorize, exchange, signIn, whoami } from '../acts.ts';
import type { Violation } from '../checking/checker.ts';
import { untilReady } from '../checking/readiness.ts';
import { nowMs } from '../checking/recorder.ts';
import { LOST_ANSWERS } from '../checking/verdict.ts';
import { type Place, preparePlace } from '../environment/place.ts';
import { type Order, type Outcome, type Scenario, spreadOf } from '../scenario.ts';
import { type Cut, type CutLink, LATE_MS, openCutLink } from './cut-link.ts';
import { type Crew, judgePlace, underLoad, withCrew } from './storm.ts';

const CUTS: readonly Cut[] = ['silent', 'reset', 'late'];
const INSTANCES = 2;
/** Small, so that the workers keep all of it busy. */
const POOL = 6;
/** One connection of each instance is for lists, and opens again with the next list, whenever that is asked for. */
const FOR_LISTS = INSTANCES;
const SHORTEST_LIFE_MS = 400;
const LIFE_SPAN_MS = 800;
const SHORTEST_CUT_MS = 800;
const CUT_SPAN_MS = 1700;
const LONGEST_RECOVERY_MS = 10_000;
const LONGEST_REFUSAL_MS = 1000;
const LOOKERS = 4;
const LOOK_EVERY_MS = 20;

export const databaseCut: Scenario = {
  name: 'database-cut',
  ids: 'R-06',
  says: 'The way to PostgreSQL is silent, five seconds late, or reset in mid-commit; requests are refused, not kept.',
  round: `one cut of ${SHORTEST_CUT_MS} to ${SHORTEST_CUT_MS + CUT_SPAN_MS} ms, of the three kinds in turn`,
  rounds: 9,
  workers: 16,
  run: async (order) => {
    const place = await preparePlace('postgres', { people: 6, applications: 3 }, order);
    const direct = new URL(place.databaseUrl);
    const link = await openCutLink({ host: direct.hostname, port: Number(direct.port) });
    try {
      direct.port = String(link.port);
      return await cutAndCut(order, { ...place, databaseUrl: direct.href }, place, link);
    } finally {
      link.close();
      await place.close();
    }
  },
};

/** What was measured. */
interface Times {
  /** Of whoami while the way was cut. */
  readonly looks: number[];
  readonly recoveries: number[];
  readonly pools: number[];
}

async function cutAndCut(order: Order, far: Place, near: Place, link: CutLink): Promise<Outcome> {
  const times: Times = { looks: [], recoveries: [], pools: [] };
  const leaks: Violation[] = [];
  const watcher = postgres(near.databaseUrl, { max: 1, onnotice: () => {} });
  const env = { LATCHKEY_DATABASE_POOL: String(POOL) };
  await withCrew(far, { instances: INSTANCES, seed: order.seed, env }, async (crew) => {
    const look = await prepareLook(crew, near);
    await underLoad(far, crew, order, async () => {
      for (let round = 1; round <= order.rounds; round += 1) {
        await pause(SHORTEST_LIFE_MS + crew.chance.below(LIFE_SPAN_MS));
        const how = CUTS[(round - 1) % CUTS.length] ?? 'silent';
        // Workers who rest never need all connections at once again.
        const size = order.restMs ? INSTANCES : await connections(watcher);
        await during(crew, link, how, async (isOver) => times.looks.push(...(await lookOften(look, isOver))));
        times.recoveries.push(await untilReady(crew));
        times.pools.push(await untilWhole(watcher, size));
        order.progress(
          `cut ${round} of ${order.rounds} (${how}): whoami at worst ${Math.round(Math.max(...times.looks))} ms, ` +
            `pool whole after ${Math.round(times.pools.at(-1) ?? 0)} ms`,
        );
      }
      const size = await remaining(watcher);
      if (size > INSTANCES * POOL)
        leaks.push({
          kind: 'fault spread',
          where: 'the pool',
          says: `${size} connections, ${INSTANCES * POOL} at most`,
        });
    });
    await Promise.all(crew.instances.map((instance) => instance.stop()));
  });
  await watcher.end();
  const verdict = await judgePlace(near, LOST_ANSWERS, leaks);
  return { ...verdict, missed: missedBy(times), figures: figuresOf(times) };
}

function figuresOf({ looks, recoveries, pools }: Times): Readonly<Record<string, string>> {
  return {
    'whoami while cut': `${looks.length} calls, ${spreadOf(looks)}`,
    'ready after it': spreadOf(recoveries),
    'pool whole after it': spreadOf(pools),
  };
}

function missedBy({ looks, pools }: Times): readonly string[] {
  const sorted = looks.toSorted((one, other) => one - other);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  return [
    ...(p99 < LONGEST_REFUSAL_MS ? [] : [`whoami while cut: p99 ${Math.round(p99)} ms, ${LONGEST_REFUSAL_MS} at most`]),
    ...pools.filter((ms) => ms > LONGEST_RECOVERY_MS).map(() => `the pool whole within ${LONGEST_RECOVERY_MS} ms`),
  ];
}

async function during(
  crew: Crew,
  link: CutLink,
  how: Cut,
  act: (isOver: () => boolean) => Promise<unknown>,
): Promise<void> {
  let isOver = false;
  link.cut(how);
  const acting = act(() => isOver);
  await pause(SHORTEST_CUT_MS + crew.chance.below(CUT_SPAN_MS));
  isOver = true;
  link.heal();
  await acting;
}

type Look = () => Promise<number>;

/** Somebody with a token that nobody ends. */
async function prepareLook(crew: Crew, { applications }: Place): Promise<Look> {
  const actor: Actor = crew.actor('looker', 0);
  const [application] = applications;
  if (!application) throw new Error('Nobody to look for.');
  const cookie = (await signIn(actor, applications, true)).secret ?? '';
  const code = (await authorize(actor, cookie, application)).secret ?? '';
  const tokens = (await exchange(actor, code, application)).secret;
  return async () => {
    const { invokedAt, completedAt } = await whoami(actor, tokens?.access ?? '', application);
    return completedAt - invokedAt;
  };
}

async function lookOften(look: Look, isOver: () => boolean): Promise<readonly number[]> {
  const lookers = Array.from({ length: LOOKERS }, async () => {
    const times: number[] = [];
    while (!isOver()) {
      times.push(await look());
      await pause(LOOK_EVERY_MS);
    }
    return times;
  });
  return (await Promise.all(lookers)).flat();
}

async function connections(watcher: postgres.Sql): Promise<number> {
  const [row] = await watcher<{ count: number }[]>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'latchkey'`;
  return row?.count ?? 0;
}

/** The link hands on the end of a connection after what came late on it: the server has it for as long. What stays is a leak. */
async function remaining(watcher: postgres.Sql): Promise<number> {
  const began = nowMs();
  for (;;) {
    await pause(SHORTEST_LIFE_MS);
    const size = await connections(watcher);
    if (size <= INSTANCES * POOL || nowMs() - began > 2 * LATE_MS) return size;
  }
}

/** As many connections as before the cut, but for lists, and not more than there may be. */
async function untilWhole(watcher: postgres.Sql, size: number): Promise<number> {
  const began = nowMs();
  while (nowMs() - began < 2 * LONGEST_RECOVERY_MS) {
    const now = await connections(watcher);
    if (now >= Math.min(size, INSTANCES * POOL) - FOR_LISTS && now <= INSTANCES * POOL) break;
    await pause(20);
  }
  return nowMs() - began;
}
