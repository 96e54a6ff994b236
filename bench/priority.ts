/**
 * What the low priority of password hashing (src/passwords/priority.ts) does for bearer checks while wrong passwords
 * are tried: two services, one as shipped and one that cannot set priorities, measured in turn.
 *
 *   node_modules/node/bin/node bench/priority.ts [ROUNDS] [SECONDS]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './figures.ts';
import { measure, prepareTokens, type Sample } from './measure.ts';
import { latchkey } from './subjects/latchkey.ts';
import type { Running } from './subjects/subject.ts';

const ROUNDS = Number(process.argv[2] ?? 9);
const SECONDS = Number(process.argv[3] ?? 4);
const PLAN = { connections: 8, warmUpSeconds: 1, seconds: SECONDS };
const TOKENS = 200;

/** Loaded before the service: its `setPriority` then does nothing. */
const WITHOUT_PRIORITY = `--import=data:text/javascript,${encodeURIComponent(
  `import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module';
   os.setPriority = () => {}; syncBuiltinESMExports();`,
)}`;

process.once('SIGINT', () => process.exit(1));
const folder = mkdtempSync(join(tmpdir(), 'latchkey-priority-'));
const services = [await start('low priority', ''), await start('same priority', WITHOUT_PRIORITY)] as const;
try {
  const samples = services.map((): Sample[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    // Whoever is measured first in one round is second in the next.
    for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) samples[index]?.push(await sampleOf(services[index]));
    process.stderr.write(`round ${round + 1} of ${ROUNDS}\n`);
  }
  process.stdout.write(`${table(samples)}\n`);
} finally {
  await Promise.all(services.map(({ running }) => running.stop()));
  rmSync(folder, { recursive: true, force: true });
}

interface Service {
  readonly name: string;
  readonly running: Running;
  readonly tokens: Awaited<ReturnType<typeof prepareTokens>>;
}

async function start(name: string, nodeOptions: string): Promise<Service> {
  const own = mkdtempSync(join(folder, 'service-'));
  const subject = latchkey({ name, databaseUrl: async () => `sqlite:${join(own, 'latchkey.db')}` });
  const place = { folder: own, nodeOptions, connections: PLAN.connections, starts: 1 };
  const running = await subject.start(place);
  return { name, running, tokens: await prepareTokens(running.stage, PLAN, TOKENS) };
}

async function sampleOf(service: Service | undefined): Promise<Sample> {
  if (service === undefined) throw new Error('There are two services.');
  const { running, tokens } = service;
  return await measure(running, { workload: 'flood', plan: PLAN, tokens, progress: () => {} });
}

function table(samples: readonly (readonly Sample[])[]): string {
  const columns: readonly (readonly [string, (sample: Sample) => number])[] = [
    ['checks/s', ({ perSecond }) => perSecond],
    ['p50 ms', ({ p50 }) => p50],
    ['p99 ms', ({ p99 }) => p99],
    ['errors', ({ errors }) => errors],
  ];
  const lines = samples.map((own, index) => {
    const figures = columns.map(([, pick]) => {
      const sorted = own.map(pick).sort((one, other) => one - other);
      return `${median(sorted).toFixed(1)} (${(sorted[0] ?? 0).toFixed(1)}–${(sorted.at(-1) ?? 0).toFixed(1)})`;
    });
    return `| ${services[index]?.name} | ${figures.join(' | ')} |`;
  });
  const pairs = samples[0]?.map((low, round) => (samples[1]?.[round]?.p99 ?? Number.NaN) / low.p99) ?? [];
  return [
    `| hashing at | ${columns.map(([title]) => title).join(' | ')} |`,
    `|---|${columns.map(() => '--:|').join('')}`,
    ...lines,
    `p99 at the same priority ÷ p99 at the low one, by round: median ${median(pairs).toFixed(2)}, better in ${
      pairs.filter((ratio) => ratio > 1).length
    } of ${pairs.length} rounds`,
  ].join('\n');
}
