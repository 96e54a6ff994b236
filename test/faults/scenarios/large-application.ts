/** An application with millions of users: its owner's pages, and what they cost everybody else (issue 11, finding 3). */

import { setTimeout } from 'node:timers/promises';
import { openWorld } from '../../../src/cli/open-world.ts';
import { loadSettings } from '../../../src/config/load.ts';
import { withListeningPort } from '../../../src/config.ts';
import { type Browser, openBrowser } from '../../support/browser-like.ts';
import { seedUsers } from '../../support/many-users.ts';
import { credentialsOn, register } from '../../support/portal.ts';
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
/** So many windows beside the pages of each owner, in turns, since a machine has moods. */
const TURNS = 3;
/** Many people who look at once; the pages of both owners come at this pace, so that only what they hold differs. */
const PAGES_PER_SECOND = 50;
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
  /** Beside the pages of an application that nobody uses, and beside those of the large one. */
  readonly besideSmall: readonly Impact[];
  readonly besideLarge: readonly Impact[];
}

async function openPages(order: Order, engine: Engine): Promise<Outcome> {
  const place = await preparePlace(engine, POPULATION, order);
  const users = Math.round(ROUND_USERS * order.rounds);
  try {
    await seed(place, users, order.progress);
    const env = { LATCHKEY_SWEEP_SECONDS: '0' };
    return await withCrew(place, { instances: 1, seed: order.seed, env }, async ({ instances: [instance] }) => {
      const url = instance?.target()?.url ?? '';
      const [large, small] = [await ownerOfLarge(place, url), await ownerOfSmall(place, url)];
      const pages = [];
      for (const path of large.paths) pages.push(await timePage(large.browser, path));
      order.progress(`pages were loaded ${LOADS} times each`);
      const crowd = await gatherCrowd(place, url, CHAINS);
      const seconds = Math.min(WINDOW_SECONDS, order.rounds);
      const act = () => fire(whoamis(crowd, seconds));
      const before = await act();
      const besideSmall: Impact[] = [];
      const besideLarge: Impact[] = [];
      for (let turn = 0; turn < TURNS; turn += 1) {
        besideSmall.push(await whileLoading(small, act));
        besideLarge.push(await whileLoading(large, act));
      }
      return judge({ users, pages, before, besideSmall, besideLarge });
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

interface Owner {
  readonly browser: Browser;
  /** Where they look. */
  readonly paths: readonly string[];
}

async function ownerOfLarge({ people: [owner], applications: [large] }: Place, url: string): Promise<Owner> {
  if (!owner || !large) throw new Error('Nobody is there.');
  return { browser: await signedIn(url, owner), paths: pathsOf(large.clientId) };
}

async function ownerOfSmall({ people: [, owner] }: Place, url: string): Promise<Owner> {
  if (!owner) throw new Error('Nobody is there.');
  const browser = await signedIn(url, owner);
  const made = await register(browser, { name: 'Small', redirectUris: ['https://small.example/callback'] });
  return { browser, paths: pathsOf(credentialsOn(made).client_id) };
}

async function signedIn(url: string, person: Place['people'][number]): Promise<Browser> {
  const browser = openBrowser(url);
  await browser.signIn(person);
  return browser;
}

function pathsOf(clientId: string): readonly string[] {
  const path = `/oauth/applications/${clientId}`;
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

/** The owner opens one page after the other, at their pace or, where they come more slowly, as they come. */
async function whileLoading({ browser, paths }: Owner, act: () => Promise<Impact>): Promise<Impact> {
  let isOver = false;
  const began = performance.now();
  const loading = (async () => {
    for (let loads = 0; !isOver; loads += 1) {
      await browser.get(paths[loads % paths.length] ?? '/');
      await setTimeout(Math.max(0, began + (loads * 1000) / PAGES_PER_SECOND - performance.now()));
    }
  })();
  const impact = await act();
  isOver = true;
  await loading;
  return impact;
}

function judge({ users, pages, before, besideSmall, besideLarge }: Seen): Outcome {
  const impacts = [before, ...besideSmall, ...besideLarge];
  const p99Of = (impact: Impact) => percentile(timesOf(impact), 0.99);
  const middleOf = (beside: readonly Impact[]) => percentile(beside.map(p99Of), 0.5);
  const [p99Before, p99Small, p99Large] = [p99Of(before), middleOf(besideSmall), middleOf(besideLarge)];
  const violations: Violation[] = impacts.flatMap((impact) => [...amiss('beside its pages', impact)]);
  const bar = createBar();
  for (const { path, p50 } of pages) bar.below(`the middle of ${path}`, p50, MOST_PAGE_MS, ' ms');
  bar.below('p99 of whoami, against that beside a small one', p99Large / p99Small, MOST_TIMES_P99, ' times');
  const totals = impacts.map(totalOf);
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
      whoami: `p99 ${round(p99Before)} ms alone, ${round(p99Small)} beside pages of a small one, ${round(p99Large)} of this one`,
    },
    missed: bar.missed,
  });
}

function nameOf(path: string): string {
  return path.replace(/\/oauth\/applications\/[^/]+/, 'application');
}
