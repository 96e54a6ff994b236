/**
 * `npm run bench -- watching`: what it costs to be watched. Services that differ in one thing take turns of a fraction of a
 * second, so that whatever else the machine does disturbs all of them alike.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../../test/support/postgres-home.ts';
import { median } from '../figures.ts';
import type { Script } from '../load/drive.ts';
import type { TokenPair } from '../load/job.ts';
import { prepareTokens } from '../measure.ts';
import { listed, nameIn, positive } from '../options.ts';
import { installPeers } from '../peers/install.ts';
import type { Running, Subject } from '../subjects/subject.ts';
import { cpuNanoseconds } from '../usage.ts';
import { createLanes, type Lanes } from './lanes.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { ANSWERS, scriptsOf, type Workload } from './scripts.ts';
import { SERVICES, type ServiceName, subjectOf } from './services.ts';
import { switchTo } from './switch.ts';
import { type Found, type Turn, tableOf } from './table.ts';

export const WATCHING_HELP = `Usage: npm run bench -- watching [W1] [W2] [W3] [W4] [W5] [consent-page] [OPTIONS]

Answers a second and processor time for each answer of Latchkey on SQLite, as shipped and watched, in turns. Every request carries an X-Request-Id and a traceparent.
W1 and W2 where no workload is named.

  --services A,B    beside "shipped", which is always first; default all. There are:
${Object.entries(SERVICES)
  .map(([name, { says }]) => `                    ${name.padEnd(12)}${says}`)
  .join('\n')}
  --before FOLDER   another checkout of Latchkey takes part too, as shipped ("before") and, where "all" is named, with all ("before-all")
  --starts N        all of them are started so often, since no two processes of one program are alike; default 4. Whoever is started first
                    is dearer than whoever is last, so only an even number is fair
  --rounds N        turns of each after every start, default 15
  --answers N       in each turn, default ${Object.entries(ANSWERS)
    .map(([name, count]) => `${count} for ${name}`)
    .join(', ')}
  --within          one process with all of it ("all"), which is switched off ("shipped") and on between turns: what two processes of
                    one program differ by is no part of it. The watch for slow statements stays on
  --connections N   default 32
  --plain           requests without X-Request-Id and traceparent
  --node-options=O  for Latchkey's Node.js, such as --node-options=--cpu-prof
  --keep            leaves the folder with databases, logs and profiles`;

const TOKENS = 1000;
/** Turns that do not count: compilers and caches become warm. */
const FIRST_ROUNDS = 6;

type Say = (words: string) => void;

interface Wish {
  readonly names: readonly ServiceName[];
  readonly before: string | undefined;
  readonly workloads: readonly Workload[];
  readonly starts: number;
  readonly rounds: number;
  readonly answers: number | undefined;
  readonly connections: number;
  readonly isWithin: boolean;
  readonly isPlain: boolean;
  readonly nodeOptions: string;
  readonly keepsFolder: boolean;
}

interface Service {
  readonly name: string;
  readonly offers: Subject['offers'];
  readonly running: Running;
  readonly lanes: Lanes;
  readonly tokens: readonly TokenPair[];
  /** Of a process that is switched, whether it is watched in the turns of this one. */
  readonly isWatched?: boolean;
}

export async function runWatching(words: readonly string[], say: Say): Promise<string> {
  const wish = readWish(words);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const receiver = await openReceiver();
  try {
    const trouble = wish.names.includes('volatile') ? installPeers(say) : null;
    if (trouble !== null) throw new Error(trouble);
    const found: Found[] = [];
    for (let start = 1; start <= wish.starts; start += 1) {
      const own = join(folder, String(start));
      mkdirSync(own);
      // Whoever was started first is started last the next time.
      const services = start % 2 === 1 ? entered(wish) : entered(wish).toReversed();
      const tell: Say = (said) => say(`start ${start}, ${said}`);
      found.push(...(await compareOnce(services, { folder: own, receiver, wish, say: tell })));
    }
    const tables = wish.workloads.map((workload) => tableOf(workload, found));
    return `${tables.join('\n\n')}\n\nDeliveries that the receiver of the webhook has taken: ${receiver.taken}.`;
  } finally {
    receiver.close();
    if (wish.keepsFolder) say(`Kept: ${folder}\n`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

interface Run {
  readonly folder: string;
  readonly receiver: Receiver;
  readonly wish: Wish;
  readonly say: Say;
}

async function compareOnce(entrants: readonly Entered[], run: Run): Promise<readonly Found[]> {
  const { wish, say } = run;
  const services: Service[] = [];
  try {
    for (const one of entrants) services.push(...(await start(one, run)));
    const found: Found[] = [];
    for (const workload of wish.workloads) found.push(...(await compare(workload, { services, wish, say })));
    return found;
  } finally {
    for (const { lanes } of services) lanes.close();
    await Promise.all(services.map(({ running }) => running.stop()));
  }
}

function readWish(words: readonly string[]): Wish {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      services: { type: 'string', multiple: true, default: ['all'] },
      before: { type: 'string' },
      starts: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '15' },
      answers: { type: 'string' },
      connections: { type: 'string', default: '32' },
      within: { type: 'boolean', default: false },
      plain: { type: 'boolean', default: false },
      'node-options': { type: 'string', default: '' },
      keep: { type: 'boolean', default: false },
    },
  });
  const wanted = positionals.length === 0 ? ['W1', 'W2'] : positionals;
  return {
    names: listed(values.services).map((word) => nameIn(SERVICES, 'service', word)),
    before: values.before === undefined ? undefined : resolve(values.before),
    workloads: wanted.map((word) => nameIn(ANSWERS, 'workload', word)),
    starts: positive('starts', values.starts),
    rounds: positive('rounds', values.rounds),
    answers: values.answers === undefined ? undefined : positive('answers', values.answers),
    connections: positive('connections', values.connections),
    isWithin: values.within,
    isPlain: values.plain,
    nodeOptions: values['node-options'],
    keepsFolder: values.keep,
  };
}

interface Entered {
  readonly name: ServiceName;
  readonly checkout: string | undefined;
}

function entered({ names, before, isWithin }: Wish): readonly Entered[] {
  if (isWithin) return [{ name: 'switched', checkout: undefined }];
  const own = ['shipped' as const, ...names.filter((name) => name !== 'shipped')];
  const theirs = before === undefined ? [] : (['shipped', 'all'] as const).filter((name) => own.includes(name));
  return [...own.map((name) => ({ name, checkout: undefined })), ...theirs.map((name) => ({ name, checkout: before }))];
}

async function start({ name, checkout }: Entered, { folder, receiver, wish }: Run): Promise<readonly Service[]> {
  const shown = checkout === undefined ? name : name === 'shipped' ? 'before' : `before-${name}`;
  const own = join(folder, shown);
  mkdirSync(own);
  const { connections, nodeOptions } = wish;
  const subject = subjectOf(name, { metricsPort: await freePort(), hookUrl: receiver.url, checkout });
  const running = await subject.start({ folder: own, nodeOptions, connections, starts: 1 });
  const plan = { connections, warmUpSeconds: 1, seconds: 1 };
  const tokens = subject.offers.includes('get') ? [] : await prepareTokens(running.stage, plan, TOKENS + connections);
  const lanes = createLanes(running.stage.ports[0] ?? 0, connections, wish);
  const service: Service = { name: shown, offers: subject.offers, running, tokens, lanes };
  if (name !== 'switched') return [service];
  return [
    { ...service, name: 'shipped', isWatched: false },
    { ...service, name: 'all', isWatched: true },
  ];
}

interface Comparison {
  readonly services: readonly Service[];
  readonly wish: Wish;
  readonly say: Say;
}

interface Entrant {
  readonly service: Service;
  next(): Promise<Script>;
  readonly turns: Turn[];
}

async function compare(workload: Workload, { services, wish, say }: Comparison): Promise<readonly Found[]> {
  const answers = wish.answers ?? ANSWERS[workload];
  const { connections } = wish;
  const entrants: Entrant[] = [];
  const scripts = new Map<Running, Entrant['next']>();
  for (const service of services.filter(({ offers }) => offers.includes('get') || offers.includes(workload))) {
    const sent = {
      ...service,
      stage: service.running.stage,
      connections,
      answers,
      isBare: service.offers.includes('get'),
    };
    const next = scripts.get(service.running) ?? (await scriptsOf(workload, sent));
    scripts.set(service.running, next);
    entrants.push({ service, next, turns: [] });
  }
  const spentBy = ({ running }: Service) => cpuNanoseconds(running.pids) / 1000;
  let began: readonly number[] = [];
  for (let round = -FIRST_ROUNDS; round < wish.rounds; round += 1) {
    if (round === 0) began = entrants.map(({ service }) => spentBy(service));
    for (const { service, next, turns } of inOrder(entrants, round + FIRST_ROUNDS)) {
      const script = await next();
      await service.lanes.ready();
      if (service.isWatched !== undefined) await switchTo(service.running.pids, service.isWatched);
      const before = spentBy(service);
      const start = performance.now();
      await service.lanes.run(script, answers);
      const seconds = (performance.now() - start) / 1000;
      if (round >= 0) turns.push({ each: (spentBy(service) - before) / answers, rate: answers / seconds });
    }
  }
  const said = entrants.map(
    ({ service, turns }) => `${service.name} ${median(turns.map(({ each }) => each)).toFixed(1)} µs`,
  );
  say(`${workload}: ${said.join(', ')}\n`);
  return entrants.map(({ service, turns }, index) => {
    const whole = (spentBy(service) - (began[index] ?? 0)) / (answers * wish.rounds);
    return { workload, service: service.name, turns, whole: service.isWatched === undefined ? whole : Number.NaN };
  });
}

/** Whoever was first in one round is last in the next. */
function inOrder<One>(all: readonly One[], round: number): readonly One[] {
  const first = round % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
}
