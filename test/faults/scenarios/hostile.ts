/** Everything at once that strangers or signed-up people can do to harm others: those go on as before. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { residentBytes } from '../../../bench/usage.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { applicationPath } from '../../support/portal.ts';
import { countRows, judgeGrowth } from '../checking/growth-check.ts';
import type { Turns } from '../checking/turns.ts';
import { type Attackers, sendAttackers } from '../environment/attackers.ts';
import { type Crowd, gatherCrowd, nextOf } from '../environment/crowd.ts';
import { summonHorde } from '../environment/horde.ts';
import { enrolHostile, type HostileUser, strangerAttacks, userAttacks } from '../environment/hostile-requests.ts';
import type { Shot } from '../environment/lane.ts';
import { fire } from '../environment/open-load.ts';
import { type Engine, type Place, preparePlace } from '../environment/place.ts';
import { seedEndedConsents } from '../environment/seeded-consents.ts';
import { inMegabytes, round } from '../measured.ts';
import type { Chance } from '../random.ts';
import { type Order, type Outcome, type Scenario, together } from '../scenario.ts';
import { judgeSiege } from './siege.ts';
import { withCrew } from './storm.ts';

type Side = 'stranger' | 'user';

const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];
const POPULATION = { people: 2, applications: 1 };
const ROUND_SECONDS = 60;
/** Of the time of a run, this much is quiet. */
const QUIET_SHARE = 0.25;
const MIX = { whoami: 60, refresh: 20, authorize: 10 } as const;
const PER_SECOND = 40;
const SIGN_IN_EVERY = 40;
const PAGE_EVERY = 20;
const LANES = 16;
const CHAINS = 100;

const ATTACKS_PER_WORKER = 4;
const CONNECTIONS_PER_WORKER = 4;
const SLOW_PER_WORKER = 10;
const HOSTILE_USERS = 3;
/** Rows that a hostile user made before: an hour of approving and removing. */
const ENDED_CONSENTS = 200_000;
const NETWORKS = 250;
/** A password is good for dangerous acts for five minutes. */
const REARM_EVERY_MS = 200_000;

function scenarioOf(side: Side, says: string): Scenario {
  return {
    name: `hostile-${side}`,
    ids: 'R-21, R-22',
    says,
    round: `${ROUND_SECONDS} seconds on each database, a quarter of it quiet`,
    rounds: 10,
    workers: 32,
    run: async (order) => {
      const [first, second] = ENGINES.map((engine) => () => besiege(order, engine, side));
      // One after the other: they would measure each other.
      return together(await (first as () => Promise<Outcome>)(), await (second as () => Promise<Outcome>)());
    },
  };
}

export const hostileStranger: Scenario = scenarioOf(
  'stranger',
  'Floods of sign-ups, sign-ins, wrong clients, refused requests, large and slow bodies: others go on as before.',
);
export const hostileUser: Scenario = scenarioOf(
  'user',
  'Consents, applications, profiles, logos, transfers and pages in loops by people with accounts: others go on as before.',
);

async function besiege(order: Order, engine: Engine, side: Side): Promise<Outcome> {
  const place = await preparePlace(engine, POPULATION, order);
  const turns = join(place.directory, 'turns.jsonl');
  const probe = pathToFileURL(join(import.meta.dirname, '..', 'checking', 'turns.ts')).href;
  const env = {
    NODE_OPTIONS: `--import ${probe}`,
    LATCHKEY_TEST_TURNS: turns,
    LATCHKEY_DANGER_NO_RATE_LIMITS: '0',
    LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
    LATCHKEY_CODES_PER_CONSENT: '0',
    LATCHKEY_SWEEP_SECONDS: '10',
  };
  try {
    return await withCrew(place, { instances: 1, seed: order.seed, env }, async ({ instances: [instance], chance }) => {
      const url = instance?.target()?.url ?? '';
      const crowd = await gatherCrowd(place, url, CHAINS);
      const seconds = ROUND_SECONDS * order.rounds;
      const { port } = crowd;
      const honest = {
        port,
        connections: LANES,
        perSecond: PER_SECOND,
        next: await honestly(place, url, crowd, chance),
      };
      const users = side === 'user' ? await enrolAll(place, url, order.rounds) : [];
      order.progress(`${engine}: quiet`);
      // What was before belongs to the start of the service.
      const started = readTurns(turns).length;
      const quiet = await fire({ ...honest, seconds: Math.max(2, seconds * QUIET_SHARE) });
      const before = await countRows(place.databaseUrl);
      const calm = readTurns(turns).length;
      const attackers = await unleash(order, { place, url, port, users });
      const horde = side === 'stranger' ? await summonHorde(hordeFor(port, order), order.progress) : undefined;
      let most = 0;
      const progress = () => {
        most = Math.max(most, inMegabytes(residentBytes([instance?.pid() ?? 0])));
        order.progress(`${engine}: ${attackers.news().sent} hostile requests, ${round(most)} MB`);
      };
      const during = await fire({ ...honest, seconds: Math.max(4, seconds * (1 - QUIET_SHARE)), progress });
      const news = await attackers.end();
      await horde?.end();
      const all = readTurns(turns);
      const stalls = {
        quiet: longestOf(all.slice(started, calm)),
        during: longestOf(all.slice(calm)),
        asCounted: Math.max(0, ...all.slice(calm).map(({ longestMs }) => longestMs)),
      };
      const hours = seconds / 3600;
      const after = await countRows(place.databaseUrl);
      const grown = judgeGrowth(before, after, { networks: NETWORKS + 4, hours });
      return judgeSiege({
        ...{ engine, quiet, during, news, grown, stalls },
        megabytes: most,
        isUp: instance?.isUp() ?? false,
        stderr: instance?.stderr() ?? '',
      });
    });
  } finally {
    await place.close();
  }
}

function hordeFor(port: number, { workers }: Order) {
  return { port, count: workers * SLOW_PER_WORKER, asset: '/sign-in', addresses: 50 };
}

/** People and applications that mean well, and an owner who looks at the application's page now and then. */
async function honestly(place: Place, url: string, crowd: Crowd, chance: Chance): Promise<() => Shot | undefined> {
  const [owner] = place.people;
  const [application] = place.applications;
  const browser = openBrowser(url);
  if (!owner || !application || (await browser.signIn(owner)).status !== 303)
    throw new Error('The owner is not let in.');
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const path = applicationPath({ client_id: application.clientId });
  const page = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`;
  const visit = (): Shot => ({ kind: 'owner’s page', bytes: page, isServed: ({ status }) => status === 200 });
  const mixed = nextOf(crowd, MIX, chance);
  return () => {
    if (chance.below(SIGN_IN_EVERY) === 0) return crowd.shot('sign-in');
    return chance.below(PAGE_EVERY) === 0 ? visit() : mixed();
  };
}

async function enrolAll(place: Place, url: string, rounds: number): Promise<readonly HostileUser[]> {
  const users: HostileUser[] = [];
  for (let index = 0; index < HOSTILE_USERS; index += 1) users.push(await enrolHostile(url, `198.51.100.${index + 1}`));
  const rows = Math.ceil(ENDED_CONSENTS * Math.min(1, rounds));
  await seedEndedConsents(place.databaseUrl, users[0]?.application.client_id ?? '', rows);
  return users;
}

interface Battlefield {
  readonly place: Place;
  readonly url: string;
  readonly port: number;
  readonly users: readonly HostileUser[];
}

async function unleash(order: Order, { place, url, port, users }: Battlefield): Promise<Attackers> {
  const [victim] = place.applications;
  if (!victim) throw new Error('There is nobody to attack.');
  const arm = async () => {
    if (users.length === 0) return await strangerAttacks(url, victim);
    const armed = users.map((user, index) => userAttacks(user, users[(index + 1) % users.length]?.nickname ?? ''));
    return (await Promise.all(armed)).flat();
  };
  const attackers = sendAttackers({
    port,
    seed: order.seed,
    perSecond: order.workers * ATTACKS_PER_WORKER,
    connections: order.workers * CONNECTIONS_PER_WORKER,
    networks: NETWORKS,
    attacks: await arm(),
  });
  let isOver = false;
  const rearming = (async () => {
    for (;;) {
      await pause(REARM_EVERY_MS, undefined, { ref: false });
      if (isOver) return;
      // Where the service is too busy to arm them anew, they go on with what they have.
      await arm().then(attackers.rearm, () => {});
    }
  })();
  rearming.catch(() => {});
  return {
    ...attackers,
    async end() {
      isOver = true;
      return await attackers.end();
    },
  };
}

/** For each quarter of a second so far. */
function readTurns(file: string): readonly Turns[] {
  try {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as Turns);
  } catch {
    // Nothing has been written yet.
    return [];
  }
}

/** Processor milliseconds, without those that other guests of the host took in the same quarter of a second. */
function longestOf(turns: readonly Turns[]): number {
  return Math.max(0, ...turns.map(({ longestMs, stolenMs }) => longestMs - stolenMs));
}
