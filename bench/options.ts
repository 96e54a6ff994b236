/** Reads the command line of `npm run bench`. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Plan, WORKLOADS, type WorkloadName } from './load/job.ts';

export const PEERS = ['oidc-provider', 'oidc-provider-memory', 'oauth2-server', 'better-auth', 'fastify'] as const;
export type PeerName = (typeof PEERS)[number];

export interface Options {
  readonly workloads: readonly WorkloadName[];
  readonly peers: readonly PeerName[];
  /** `sqlite`, `postgres`, or the address of a running PostgreSQL. */
  readonly databases: readonly string[];
  readonly instances: number;
  /** Latchkey on each database takes part a second time, with so many workers; 1 for not. */
  readonly workers: number;
  /** Latchkey on SQLite takes part a second time, with figures and access log. */
  readonly isWatched: boolean;
  /** Latchkey on SQLite takes part a second time, with APIs that tokens are for. */
  readonly hasResources: boolean;
  readonly plan: Plan;
  readonly rounds: number;
  readonly starts: number;
  readonly tokenCount: number;
  /** Where JSON goes: a file, `-` for standard output, or nowhere. */
  readonly json: string | undefined;
  /** Where the document of a whole run goes; undefined for nowhere. */
  readonly results: string | undefined;
  /** No further round begins that would end later. */
  readonly minutes: number;
  /** Between the end of all load and the look at what is in memory. */
  readonly restSeconds: number;
  readonly nodeOptions: string;
  readonly keepsFolder: boolean;
}

/** Said in one line; the run does not begin. */
export class WrongCall extends Error {
  override readonly name = 'WrongCall';
}

const RESULTS = join(import.meta.dirname, 'RESULTS.md');

/** Limits are measured beside the workloads they belong to; nobody asks for them by name. */
const LIMITS: readonly WorkloadName[] = [
  ...(['get', 'post', 'pg-select', 'pg-insert', 'pgbench-select', 'pgbench-insert'] as const),
  ...(['pgbench-prepared-select', 'pgbench-prepared-insert'] as const),
];

/** These need the sample of a filled database. */
const GROWTH_ONLY: readonly string[] = ['W1-wide', 'W2-wide'] satisfies readonly WorkloadName[];

export const HELP = `Usage: npm run bench -- [WORKLOAD…] [OPTIONS]

Workloads (without any: all of them, against all peers, on both databases):
${Object.entries(WORKLOADS)
  .filter(([name]) => !isLimit(name) && !GROWTH_ONLY.includes(name))
  .map(([name, says]) => `  ${name.padEnd(14)}${says}`)
  .join('\n')}
  all           all of them, against all peers, on both databases
  growth        another kind of run: small and large databases; see growth --help
  guard         another kind of run: checks of the guard for APIs; see guard --help
  takeover      another kind of run: the import of a large Doorkeeper; see takeover --help
  watching      another kind of run: what figures, logs, webhooks cost an answer; see watching --help

Options:
  --against A,B     peers to measure beside Latchkey: ${PEERS.join(', ')}, or all
  --database D,E    sqlite, postgres (a throw-away server), or postgres://… (databases are made there); default sqlite
  --instances N     that many instances of Latchkey on one PostgreSQL, besides one alone
  --workers N       Latchkey a second time on each database, with N workers behind one address
  --watched         Latchkey on SQLite a second time, with figures and access log
  --resources       Latchkey on SQLite a second time, with 20 APIs that tokens are for
  --seconds N       measured time, default 10; 4 where everything is measured
  --warm-up N       time before it, default 2; 1 where everything is measured
  --connections N   kept connections with one request in flight on each, default 32
  --rounds N        every subject is measured so often, in turn; medians are shown; default 1, or 3 for everything
  --starts N        every subject is started so often; the median time is shown; default 1
  --tokens N        tokens that W1 and W5 check in turn, default 1000
  --minutes N       no round begins that would end later; default 38
  --rest N          seconds between the end of all load and the look at the memory, default 3; 30 where everything is measured
  --results FILE    writes the tables as a document; default bench/RESULTS.md where everything is measured
  --json FILE       writes all figures as JSON; - for standard output
  --node-options=O  for Latchkey's Node.js, such as --node-options=--cpu-prof
  --keep            leaves the folder with databases, logs and profiles`;

export function readOptions(words: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      against: { type: 'string', multiple: true },
      database: { type: 'string', multiple: true },
      instances: { type: 'string' },
      workers: { type: 'string' },
      watched: { type: 'boolean', default: false },
      resources: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      'warm-up': { type: 'string' },
      connections: { type: 'string', default: '32' },
      rounds: { type: 'string' },
      minutes: { type: 'string', default: '38' },
      rest: { type: 'string' },
      results: { type: 'string' },
      starts: { type: 'string', default: '1' },
      tokens: { type: 'string', default: '1000' },
      json: { type: 'string' },
      'node-options': { type: 'string', default: '' },
      keep: { type: 'boolean', default: false },
    },
  });
  const isEverything = positionals.includes('all') || (positionals.length === 0 && values.against === undefined);
  const named = positionals.filter((word) => word !== 'all').map(workloadNamed);
  return {
    workloads: named.length > 0 ? named : allWorkloads(),
    peers: isEverything ? PEERS : peersNamed(listed(values.against)),
    databases: values.database ? listed(values.database) : isEverything ? ['sqlite', 'postgres'] : ['sqlite'],
    instances: positive('instances', values.instances ?? (isEverything ? '2' : '1')),
    workers: positive('workers', values.workers ?? (isEverything ? '2' : '1')),
    isWatched: values.watched,
    hasResources: values.resources,
    plan: {
      connections: positive('connections', values.connections),
      warmUpSeconds: positive('warm-up', values['warm-up'] ?? (isEverything ? '1' : '2')),
      seconds: positive('seconds', values.seconds ?? (isEverything ? '4' : '10')),
    },
    rounds: positive('rounds', values.rounds ?? (isEverything ? '3' : '1')),
    minutes: positive('minutes', values.minutes),
    restSeconds: positive('rest', values.rest ?? (isEverything ? '30' : '3')),
    results: values.results ?? (positionals.length === 0 && isEverything ? RESULTS : undefined),
    starts: positive('starts', values.starts),
    tokenCount: positive('tokens', values.tokens),
    json: values.json,
    nodeOptions: values['node-options'],
    keepsFolder: values.keep,
  };
}

function allWorkloads(): readonly WorkloadName[] {
  // The keys of the table are exactly the names of its type.
  const names = Object.keys(WORKLOADS) as WorkloadName[];
  return names.filter((name) => !isLimit(name) && !GROWTH_ONLY.includes(name));
}

function isLimit(name: string): boolean {
  return LIMITS.some((limit) => limit === name);
}

export function workloadNamed(word: string): WorkloadName {
  const found = allWorkloads().find((name) => name.toLowerCase() === word.toLowerCase());
  if (found === undefined)
    throw new WrongCall(`There is no workload ${word}; there are ${allWorkloads().join(', ')}, all.`);
  return found;
}

function peersNamed(words: readonly string[]): readonly PeerName[] {
  if (words.includes('all')) return PEERS;
  return words.map((word) => {
    const found = PEERS.find((name) => name === word);
    if (found === undefined) throw new WrongCall(`There is no peer ${word}; there are ${PEERS.join(', ')}, all.`);
    return found;
  });
}

export function listed(words: readonly string[] | undefined): readonly string[] {
  return (words ?? []).flatMap((word) => word.split(',')).filter((word) => word !== '');
}

export function positive(name: string, text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new WrongCall(`--${name} must be a number above 0, not ${text}.`);
  return number;
}

export function nameIn<Name extends string>(table: Readonly<Record<Name, unknown>>, kind: string, word: string): Name {
  // The keys of a table are exactly the names of its type.
  const names = Object.keys(table) as Name[];
  const found = names.find((name) => name === word);
  if (found === undefined) throw new WrongCall(`There is no ${kind} ${word}; there are ${names.join(', ')}.`);
  return found;
}
