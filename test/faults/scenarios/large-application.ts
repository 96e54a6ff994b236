/** An application with millions of users: its owner's pages, and what they cost everybody else (issue 11, finding 3). */
import { openWorld } from '../../../src/cli/open-world.ts';
import { loadSettings } from '../../../src/config/load.ts';
import { withListeningPort } from '../../../src/config.ts';
import { type Browser, openBrowser } from '../../support/browser-like.ts';
import { seedUsers } from '../../support/many-users.ts';
import type { Violation } from '../checking/checker.ts';
import { type Crowd, gatherCrowd } from '../environment/crowd.ts';
import { fire, type Impact } from '../environment/open-load.ts';
import { type Engine, type Place, preparePlace } from '../environment/place.ts';
import { amiss, createBar, percentile, round, sumUp, timesOf, totalOf } from '../measured.ts';
import type { Order, Outcome, Scenario } from '../scenario.ts';
import { withCrew } from './storm.ts';

const POPULATION = { people: 2, applications: 1 };
const ROUND_USERS = 10_000;
const CHAINS = 40;
const LANES = 8;
const PER_SECOND = 200;
const WINDOW_SECONDS = 10;
/** Each page is loaded so often, one after the other, while nothing else is asked. */
const LOADS = 20;
/** What is asked for. */
const MOST_PAGE_MS = 50;
const MOST_TIMES_P99 = 1.5;

function scenarioOn(engine: Engine): Scenario {
  return {
    name: `large-application-${engine}`,
    ids: 'R-15',
    says: 'The owner of an application with millions of users opens its pages; token checks of others go on as before.',
    round: `${ROUND_USERS} users (200 rounds are 2 million)`,
    rounds: 20,
    workers: LANES,
    run: (order) => openPages(order, engine),
  };
}

export const largeApplicationSqlite: Scenario = scenarioOn('sqlite');
export const largeApplicationPostgres: Scenario = scenarioOn('postgres');

interface Seen {
  readonly users: number;
  /** Of each page the middle and the worst, in milliseconds. */
  readonly pages: readonly { readonly path: string; readonly p50: number; readonly worst: number }[];
  readonly before: Impact;
  readonly beside: Impact;
  readonly loads: number;
}

async function openPages(order: Order, engine: Engine): Promise<Outcome> {
  const place = await preparePlace(engine, POPULATION, order);
  const users = Math.round(ROUND_USERS * order.rounds);
  try {
    await seed(place, users, order.progress);
    const env = { LATCHKEY_SWEEP_SECONDS: '0' };
    return await withCrew(place, { instances: 1, seed: order.seed, env }, async ({ instances: [instance] }) => {
      const url = instance?.target()?.url ?? '';
      const browser = await ownerOf(place, url);
      const paths = pathsOf(place);
      const pages = [];
      for (const path of paths) pages.push(await timePage(browser, path));
      order.progress(`pages were loaded ${LOADS} times each`);
      const crowd = await gatherCrowd(place, url, CHAINS);
      const seconds = Math.min(WINDOW_SECONDS, order.rounds);
      const before = await fire(whoamis(crowd, seconds));
      const { impact: beside, loads } = await whileLoading(browser, paths, () => fire(whoamis(crowd, seconds)));
      return judge({ users, pages, before, beside, loads });
    });
  } finally {
    await place.close();
  }
}

async function seed(place: Place, count: number, progress: (line: string) => void): Promise<void> {
  const env = { LATCHKEY_DATABASE: place.databaseUrl, LATCHKEY_LOG_LEVEL: 'silent' };
  const loaded = loadSettings({ flags: {}, env, readFile: () => '' });
  if (!loaded.ok) throw new Error(loaded.faults.join('\n'));
  const { database } = await openWorld(withListeningPort(loaded.loaded.settings, 3000));
  try {
    const clientId = place.applications[0]?.clientId ?? '';
    await seedUsers(database, { clientId, count, progress: (done) => progress(`${done} of ${count} users`) });
  } finally {
    await database.close();
  }
}

async function ownerOf(place: Place, url: string): Promise<Browser> {
  const browser = openBrowser(url);
  const [owner] = place.people;
  if (!owner) throw new Error('Nobody is there.');
  await browser.signIn(owner);
  return browser;
}

function pathsOf({ applications }: Place): readonly string[] {
  const path = `/oauth/applications/${applications[0]?.clientId ?? ''}`;
  return ['/', '/oauth/applications', path, `${path}/users`, `${path}/settings`, `${path}/families`];
}

async function timePage(browser: Browser, path: string): Promise<Seen['pages'][number]> {
  const times: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    const began = performance.now();
    const { status } = await browser.get(path);
    if (status !== 200) throw new Error(`${path} answered ${status}.`);
    times.push(performance.now() - began);
  }
  return { path, p50: percentile(times, 0.5), worst: Math.max(...times) };
}

function whoamis({ port, greeting }: Crowd, seconds: number): Parameters<typeof fire>[0] {
  return { port, connections: LANES, perSecond: PER_SECOND, seconds, next: greeting };
}

/** The owner opens one page after the other, as fast as they come. */
async function whileLoading(
  browser: Browser,
  paths: readonly string[],
  act: () => Promise<Impact>,
): Promise<{ readonly impact: Impact; readonly loads: number }> {
  let loads = 0;
  let isOver = false;
  const loading = (async () => {
    for (; !isOver; loads += 1) await browser.get(paths[loads % paths.length] ?? '/');
  })();
  const impact = await act();
  isOver = true;
  await loading;
  return { impact, loads };
}

function judge({ users, pages, before, beside, loads }: Seen): Outcome {
  const [p99Before, p99] = [percentile(timesOf(before), 0.99), percentile(timesOf(beside), 0.99)];
  const violations: Violation[] = [before, beside].flatMap((impact) => [...amiss('beside its pages', impact)]);
  const bar = createBar();
  for (const { path, p50 } of pages) bar.below(`the middle of ${path}`, p50, MOST_PAGE_MS, ' ms');
  bar.below('p99 of whoami beside the pages, against that before', p99 / p99Before, MOST_TIMES_P99, ' times');
  const totals = [before, beside].map(totalOf);
  const sum = (field: 'operations' | 'served' | 'shed' | 'lost') =>
    totals.reduce((total, each) => total + each[field], 0);
  return sumUp({
    operations: sum('operations'),
    served: sum('served'),
    shed: sum('shed'),
    lost: sum('lost'),
    bite: users >= ROUND_USERS ? 1 : 0,
    leastBite: 1,
    violations,
    figures: {
      users: String(users),
      pages: pages.map(({ path, p50, worst }) => `${nameOf(path)} ${round(p50)} (${round(worst)}) ms`).join(', '),
      whoami: `p99 ${round(p99Before)} ms before, ${round(p99)} ms beside ${loads} pages`,
    },
    missed: bar.missed,
  });
}

function nameOf(path: string): string {
  return path.replace(/\/oauth\/applications\/[^/]+/, 'application');
}
