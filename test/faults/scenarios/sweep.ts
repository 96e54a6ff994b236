/** Millions of expired rows removed while requests are served. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';
import { fill } from '../../../bench/fill.ts';
import { firstIdOf } from '../../../src/world.ts';
import type { Violation } from '../checking/checker.ts';
import { gatherCrowd, nextOf } from '../environment/crowd.ts';
import { fire, type Impact } from '../environment/open-load.ts';
import { type Engine, type Place, preparePlace } from '../environment/place.ts';
import { amiss, createBar, percentile, round, sumUp, timesOf, totalOf } from '../measured.ts';
import type { Order, Outcome, Scenario } from '../scenario.ts';
import { type Crew, withCrew } from './storm.ts';

const POPULATION = { people: 1, applications: 1 };
const ROUND_ROWS = 10_000;
const PER_SECOND = 300;
const LANES = 32;
const CHAINS = 300;
/** In a run of a moment, which renews only a few. */
const FEW_CHAINS = 60;
const WINDOW_SECONDS = 10;
const SHORTEST_WINDOW_SECONDS = 0.2;
const MOST_WINDOWS = 240;
/** Expired rows are older than this, live ones younger. */
const OLD_SECONDS = 100 * 86_400;
const MOST_WAL_MB = 64;
const MOST_MINUTES = 30;

function scenarioOn(engine: Engine): Scenario {
  return {
    name: `sweep-${engine}`,
    ids: 'R-15',
    says: 'Expired token pairs and their families are removed while 300 requests a second are served.',
    round: `${ROUND_ROWS} expired pairs with their families (500 rounds are 5 million)`,
    rounds: 50,
    workers: LANES,
    run: (order) => sweepUnderLoad(order, engine),
  };
}

export const sweepSqlite: Scenario = scenarioOn('sqlite');
export const sweepPostgres: Scenario = scenarioOn('postgres');

interface Sweeping {
  /** Expired rows that were there when the sweep began. */
  readonly expired: number;
  readonly before: Impact;
  readonly windows: readonly Impact[];
  readonly left: number;
  /** Until the last window at whose end something was left. */
  readonly seconds: number;
  readonly walMegabytes: number;
}

async function sweepUnderLoad(order: Order, engine: Engine): Promise<Outcome> {
  const place = await preparePlace(engine, POPULATION, order);
  const expired = Math.round(ROUND_ROWS * order.rounds);
  try {
    await fillPlace(place, expired, order.progress);
    const env = { LATCHKEY_SWEEP_SECONDS: '0' };
    const calm = await withCrew(place, { instances: 1, seed: order.seed, env }, (crew) =>
      runWindows(place, crew, order),
    );
    const found = await countOld(place.databaseUrl);
    const sweeping = { LATCHKEY_SWEEP_SECONDS: '1' };
    const swept = await withCrew(place, { instances: 1, seed: order.seed, env: sweeping }, (crew) =>
      runWindows(place, crew, { ...order, untilSwept: true }),
    );
    const [before] = calm.windows;
    if (!before) throw new Error('Nothing was measured before the sweep.');
    return judgeSweep({ ...swept, expired: found, before });
  } finally {
    await place.close();
  }
}

async function fillPlace(place: Place, expired: number, progress: (line: string) => void): Promise<void> {
  const sizes = { pairs: 1000, accounts: 1000, applications: 10, expired, sample: 100 };
  let heardAt = 0;
  await fill({
    databaseUrl: place.databaseUrl,
    sizes,
    clientPublicId: place.applications[0]?.clientId ?? '',
    sampleFile: join(place.directory, 'sample.json'),
    say(words) {
      if (performance.now() - heardAt < 1000) return;
      heardAt = performance.now();
      progress(`filling, ${words.trim()}`);
    },
  });
}

type Watched = Omit<Sweeping, 'expired' | 'before'>;

/** Traffic in windows: one, or as many as it takes until nothing old is left. */
async function runWindows(
  place: Place,
  { instances: [instance], chance }: Crew,
  { rounds, progress, untilSwept = false }: Order & { readonly untilSwept?: boolean },
): Promise<Watched> {
  const began = performance.now();
  let walMegabytes = 0;
  const watch = setInterval(() => {
    walMegabytes = Math.max(walMegabytes, walSize(place));
  }, 100);
  const crowd = await gatherCrowd(place, instance?.target()?.url ?? '', rounds < 1 ? FEW_CHAINS : CHAINS);
  const next = nextOf(crowd, { whoami: 75, refresh: 20, authorize: 5 }, chance);
  const seconds = Math.min(WINDOW_SECONDS, Math.max(SHORTEST_WINDOW_SECONDS, rounds));
  const windows: Impact[] = [];
  let left = 0;
  do {
    const { port, greeting: greet } = crowd;
    windows.push(await fire({ port, connections: LANES, perSecond: PER_SECOND, seconds, next, greet }));
    left = await countOld(place.databaseUrl);
    progress(`${untilSwept ? 'sweeping' : 'before the sweep'}: ${left} expired rows left`);
  } while (untilSwept && left > 0 && windows.length < MOST_WINDOWS);
  clearInterval(watch);
  return { windows, left, seconds: (performance.now() - began) / 1000, walMegabytes };
}

function walSize({ engine, databaseUrl }: Place): number {
  const path = `${databaseUrl.replace('sqlite:', '')}-wal`;
  return engine === 'sqlite' ? (statSync(path, { throwIfNoEntry: false })?.size ?? 0) / 1_000_000 : 0;
}

/** Pairs and families; numbers grow with time, so the old ones are a range of the primary key. */
async function countOld(databaseUrl: string): Promise<number> {
  const before = firstIdOf(Math.floor(Date.now() / 1000) - OLD_SECONDS);
  const text = `select (select count(*) from pairs where id < ${before}) + (select count(*) from families where id < ${before}) as count`;
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { readOnly: true, timeout: 5000 });
    const row = database.prepare(text).get();
    database.close();
    return Number(row?.count);
  }
  const client = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const [row] = await client.unsafe(text);
  await client.end();
  return Number(row?.count);
}

function judgeSweep({ expired, before, windows, left, seconds, walMegabytes }: Sweeping): Outcome {
  const swept = expired - left;
  const p99Before = percentile(timesOf(before), 0.99);
  const times = windows.flatMap((window) => timesOf(window));
  const p99 = percentile(times, 0.99);
  const totals = windows.map(totalOf);
  const sum = (field: 'operations' | 'served' | 'shed' | 'lost') =>
    totals.reduce((total, each) => total + each[field], 0);
  const violations: Violation[] = [before, ...windows].flatMap((window) => amiss('beside the sweep', window));
  if (left > 0) violations.push({ kind: 'unexpected answer', where: 'the sweep', says: `${left} rows are left` });
  const bar = createBar();
  bar.below('p99 beside the sweep, against that before', p99 / p99Before, 1.2, ' times');
  bar.below('the WAL', walMegabytes, MOST_WAL_MB, ' MB');
  bar.below('time', seconds / 60, MOST_MINUTES, ' min');
  const figures = {
    rows: `${swept} of ${expired} in ${round(seconds)} s, ${Math.round(swept / seconds)}/s`,
    p99: `${round(p99Before)} ms before, ${round(p99)} ms beside it`,
    WAL: walMegabytes > 0 ? `${round(walMegabytes)} MB at most` : 'none of ours',
  };
  const totalsOfAll = { operations: sum('operations'), served: sum('served'), shed: sum('shed'), lost: sum('lost') };
  return sumUp({
    ...totalsOfAll,
    bite: swept / Math.max(1, expired),
    leastBite: 0.5,
    violations,
    figures,
    missed: bar.missed,
  });
}
