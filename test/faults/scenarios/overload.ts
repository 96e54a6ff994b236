/** Ten times as many requests as the service can answer: it sheds what is too much, and serves the rest. */
import { cpuSeconds, residentBytes } from '../../../bench/usage.ts';
import type { Violation } from '../checking/checker.ts';
import { type Crowd, gatherCrowd, type Mix, nextOf } from '../environment/crowd.ts';
import { fire, type Impact } from '../environment/open-load.ts';
import { type Engine, preparePlace } from '../environment/place.ts';
import {
  amiss,
  createBar,
  type Findings,
  inMegabytes,
  percentile,
  round,
  sumUp,
  timesOf,
  totalOf,
} from '../measured.ts';
import type { Chance } from '../random.ts';
import type { Order, Outcome, Scenario } from '../scenario.ts';
import { withCrew } from './storm.ts';

const POPULATION = { people: 1, applications: 1 };

const MIXES: Readonly<Record<string, Mix>> = {
  'sign-ins': { 'sign-in': 80, refresh: 10, whoami: 10 },
  refreshes: { refresh: 80, whoami: 20 },
  whoamis: { whoami: 95, refresh: 5 },
};

const TIMES_CAPACITY = 10;
/** Of what was offered, this much at least must have been too much; otherwise nothing was overloaded. */
const LEAST_UNSERVED = 0.5;
const ROUND_SECONDS = 10;
const CONNECTIONS_PER_WORKER = 64;
const PEAK_CONNECTIONS = 32;
/** No more at once than are hashed or wait: refusals are quick, and would make the peak one of refusals. */
const PEAK_SIGN_INS = 8;
const LONGEST_PEAK_SECONDS = 10;
const CALM_PER_SECOND = 100;
const LONGEST_RECOVERY_WINDOWS = 10;

/** What is asked for: SECURITY-CASES §4.4. */
const LEAST_GOODPUT = 0.8;
const MOST_P99_MS = 1000;
const MOST_MEGABYTES = 350;
const MOST_RECOVERY_SECONDS = 5;
const MOST_WHOAMI_P99_MS = 50;

function scenarioOn(engine: Engine): Scenario {
  return {
    name: `overload-${engine}`,
    ids: 'R-21',
    says: 'Ten times the capacity in three mixes: the rest is turned away with 503, and what is accepted is answered soon.',
    round: `${ROUND_SECONDS} seconds of each mix`,
    rounds: 1,
    workers: 32,
    run: (order) => overload(order, engine),
  };
}

export const overloadSqlite: Scenario = scenarioOn('sqlite');
export const overloadPostgres: Scenario = scenarioOn('postgres');

interface Flood {
  readonly mix: string;
  readonly peak: number;
  /**
   * Microseconds of the service's processors for an answer, at the peak and in the flood: what others take of the machine
   * changes goodput much, and these little.
   */
  readonly costs: { readonly atPeak: number; readonly inFlood: number };
  readonly impact: Impact;
  readonly megabytes: number;
  readonly recoverySeconds: number;
}

interface Siege {
  readonly crowd: Crowd;
  readonly chance: Chance;
  readonly seconds: number;
  readonly connections: number;
  readonly pid: number;
  readonly progress: (line: string) => void;
}

async function overload(order: Order, engine: Engine): Promise<Outcome> {
  const place = await preparePlace(engine, POPULATION, order);
  const connections = order.workers * CONNECTIONS_PER_WORKER;
  // So few that the connections of a small run can exceed it, too.
  const env = { LATCHKEY_REQUESTS_AT_ONCE: String(Math.min(512, Math.ceil(connections / 4))) };
  try {
    return await withCrew(place, { instances: 1, seed: order.seed, env }, async ({ instances, chance }) => {
      const [instance] = instances;
      const crowd = await gatherCrowd(place, instance?.target()?.url ?? '', connections);
      const pid = instance?.pid() ?? 0;
      const seconds = ROUND_SECONDS * order.rounds;
      const siege = { crowd, chance, seconds, connections, pid, progress: order.progress };
      const calm = await calmP99(siege);
      const floods: Flood[] = [];
      for (const mix of Object.keys(MIXES)) floods.push(await flood(siege, mix, calm));
      return judgeFloods(floods, calm, instance?.stderr() ?? '');
    });
  } finally {
    await place.close();
  }
}

/** What a request takes when there are few. */
async function calmP99({ crowd, chance, seconds }: Siege): Promise<number> {
  const next = nextOf(crowd, { whoami: 80, refresh: 20 }, chance);
  const calm = { port: crowd.port, connections: 16, perSecond: CALM_PER_SECOND, seconds: Math.min(3, seconds), next };
  return percentile(timesOf(await fire(calm)), 0.99);
}

async function flood(siege: Siege, mix: string, calm: number): Promise<Flood> {
  const { crowd, chance, seconds, connections, pid, progress } = siege;
  const next = nextOf(crowd, MIXES[mix] ?? {}, chance);
  const { port } = crowd;
  const peakSeconds = Math.min(LONGEST_PEAK_SECONDS, seconds);
  const atPeak = mix === 'sign-ins' ? PEAK_SIGN_INS : PEAK_CONNECTIONS;
  const costOf = async (act: () => Promise<Impact>) => {
    const before = cpuSeconds([pid]);
    const impact = await act();
    const { served, shed } = totalOf(impact);
    return { impact, cost: (1e6 * (cpuSeconds([pid]) - before)) / Math.max(1, served + shed) };
  };
  const { impact: calmly, cost: costAtPeak } = await costOf(() =>
    fire({ port, connections: atPeak, perSecond: Infinity, seconds: peakSeconds, next }),
  );
  const peak = totalOf(calmly).served / calmly.seconds;
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, inMegabytes(residentBytes([pid])));
  }, 100);
  const perSecond = peak * TIMES_CAPACITY;
  const say = (fired: number) =>
    progress(`${mix}: ${fired} of ${Math.round(perSecond * seconds)} requests, peak ${round(peak)}/s`);
  const { impact, cost } = await costOf(() =>
    fire({ port, connections, perSecond, seconds, next, progress: say, greet: crowd.greeting }),
  );
  clearInterval(watch);
  const costs = { atPeak: costAtPeak, inFlood: cost };
  return { mix, peak, costs, impact, megabytes, recoverySeconds: await recovery(siege, calm) };
}

/** Seconds until a window of requests is as quick as it was, or nearly: half as slow again and 10 ms for chance. */
async function recovery(siege: Siege, calm: number): Promise<number> {
  const began = performance.now();
  for (let window = 0; window < LONGEST_RECOVERY_WINDOWS; window += 1) {
    const start = performance.now();
    if ((await calmP99({ ...siege, seconds: Math.min(1, siege.seconds) })) <= 1.5 * calm + 10)
      return (start - began) / 1000;
  }
  return (performance.now() - began) / 1000;
}

function judgeFloods(floods: readonly Flood[], calm: number, stderr: string): Outcome {
  const bar = createBar();
  const figures: Record<string, string> = { 'calm p99': `${round(calm)} ms` };
  const totals = { operations: 0, served: 0, shed: 0, lost: 0 };
  const violations: Violation[] =
    stderr === '' ? [] : [{ kind: 'unexpected answer', where: 'log', says: stderr.slice(0, 300) }];
  let bite = Number.POSITIVE_INFINITY;
  for (const { mix, peak, costs, impact, megabytes, recoverySeconds } of floods) {
    const total = totalOf(impact);
    for (const field of ['operations', 'served', 'shed', 'lost'] as const) totals[field] += total[field];
    violations.push(...amiss(mix, impact));
    bite = Math.min(bite, 1 - total.served / Math.max(1, impact.offered));
    const goodput = total.served / impact.seconds / peak;
    const p99 = percentile(timesOf(impact), 0.99);
    const whoami = percentile(timesOf(impact, 'whoami'), 0.99);
    if (goodput < LEAST_GOODPUT)
      bar.missed.push(`${mix}: goodput ${round(goodput * 100)} % of the peak, asked for 80 %`);
    bar.below(`${mix}: p99 of accepted`, p99, MOST_P99_MS, ' ms');
    bar.below(`${mix}: memory`, megabytes, MOST_MEGABYTES, ' MB');
    bar.below(`${mix}: recovery`, recoverySeconds, MOST_RECOVERY_SECONDS, ' s');
    if (mix === 'sign-ins') bar.below(`${mix}: p99 of whoami`, whoami, MOST_WHOAMI_P99_MS, ' ms');
    figures[mix] =
      `peak ${round(peak)}/s, offered ${round(impact.offered / impact.seconds)}/s, goodput ${round(goodput * 100)} %, ` +
      `${round((100 * total.shed) / Math.max(1, total.operations))} % shed, p99 ${round(p99)} ms, ` +
      `processor time of an answer ${round(costs.atPeak)} → ${round(costs.inFlood)} µs, ` +
      `whoami p99 ${round(whoami)} ms, ${round(megabytes)} MB, normal again after ${round(recoverySeconds)} s`;
  }
  const findings: Findings = { ...totals, bite, leastBite: LEAST_UNSERVED, violations, figures, missed: bar.missed };
  return sumUp(findings);
}
