/** Reads the command line of `npm run bench -- growth`. */
import { parseArgs } from 'node:util';
import type { Sizes } from './fill/filling.ts';
import { LARGE } from './fill.ts';
import type { Plan, WorkloadName } from './load/job.ts';
import { listed, positive, workloadNamed } from './options.ts';

export interface GrowthOptions {
  readonly workloads: readonly WorkloadName[];
  readonly databases: readonly string[];
  readonly sizes: Sizes;
  readonly plan: Plan;
  readonly rounds: number;
  readonly starts: number;
  readonly json: string | undefined;
  readonly nodeOptions: string;
  readonly keepsFolder: boolean;
}

export const GROWTH_HELP = `Usage: npm run bench -- growth [WORKLOAD…] [OPTIONS]

Fills a small and a large database, runs W1 to W5 on both, then sweeps expired pairs under load. W1-wide and W2-wide use all
known tokens in turn, where W1 uses 1000 and W2 one chain for each connection.

  --pairs N         live token pairs in the large database, default ${LARGE.pairs}
  --accounts N      default ${LARGE.accounts}
  --applications N  default ${LARGE.applications}
  --expired N       expired pairs for the sweep, default ${LARGE.expired}; 0 leaves the sweep out
  --sample N        tokens known of it, spread over all: half for W1-wide, half for W2-wide; default ${LARGE.sample}
  --database D,E    sqlite, postgres or postgres://…, default sqlite
  --seconds, --warm-up, --connections, --rounds, --starts, --json, --node-options, --keep  as for npm run bench`;

const GROWTH_WORKLOADS: readonly WorkloadName[] = ['W1', 'W1-wide', 'W2', 'W2-wide', 'W3', 'W4', 'W5'];

function growthWorkload(word: string): WorkloadName {
  return GROWTH_WORKLOADS.find((name) => name.toLowerCase() === word.toLowerCase()) ?? workloadNamed(word);
}

export function readGrowthOptions(words: readonly string[]): GrowthOptions {
  const text = (fallback: string | number) => ({ type: 'string', default: String(fallback) }) as const;
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      pairs: text(LARGE.pairs),
      accounts: text(LARGE.accounts),
      applications: text(LARGE.applications),
      expired: text(LARGE.expired),
      sample: text(LARGE.sample),
      database: { type: 'string', multiple: true, default: ['sqlite'] },
      seconds: text(10),
      'warm-up': text(2),
      connections: text(32),
      rounds: text(1),
      starts: text(1),
      json: { type: 'string' },
      'node-options': text(''),
      keep: { type: 'boolean', default: false },
    },
  });
  const pairs = positive('pairs', values.pairs);
  const accounts = positive('accounts', values.accounts);
  return {
    workloads: positionals.length > 0 ? positionals.map(growthWorkload) : GROWTH_WORKLOADS,
    databases: listed(values.database),
    sizes: {
      pairs,
      accounts,
      applications: positive('applications', values.applications),
      expired: Number(values.expired),
      // No more than there are, and one account consents once.
      sample: Math.min(positive('sample', values.sample), pairs, accounts),
    },
    plan: {
      connections: positive('connections', values.connections),
      warmUpSeconds: positive('warm-up', values['warm-up']),
      seconds: positive('seconds', values.seconds),
    },
    rounds: positive('rounds', values.rounds),
    starts: positive('starts', values.starts),
    json: values.json,
    nodeOptions: values['node-options'],
    keepsFolder: values.keep,
  };
}
