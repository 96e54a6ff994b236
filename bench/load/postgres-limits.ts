/** What PostgreSQL itself can do: point selects and durable one-row inserts, as pgbench would measure them. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { Listener } from './drive.ts';
import type { Measured, PgbenchName, Plan, WorkloadName } from './job.ts';
import { createTally, record, summarise, type Tally } from './tally.ts';

const ROWS = 100_000;
/** About as long as a row of token pairs. */
const FILLER = 'x'.repeat(120);

type Limit = Extract<WorkloadName, 'pg-select' | 'pg-insert'>;

/** Our own driver: `connections` of the pool, one statement in flight on each. */
export async function drivePostgres(limit: Limit, url: string, plan: Plan, listener: Listener): Promise<Measured> {
  const client = postgres(url, { max: plan.connections, fetch_types: false, onnotice: () => {} });
  try {
    await prepare(client);
    const tally = createTally();
    const from = performance.now() + plan.warmUpSeconds * 1000;
    const window = { from, to: from + plan.seconds * 1000 };
    const before = process.cpuUsage();
    const timers = [
      setTimeout(() => listener.began(), plan.warmUpSeconds * 1000),
      setInterval(() => listener.progress(tally.answers, tally.errors), 500),
    ];
    const lanes = Array.from({ length: plan.connections }, (_, lane) =>
      runLane({ limit, client, lane, window, tally }),
    );
    await Promise.all(lanes);
    for (const timer of timers) clearTimeout(timer);
    listener.ended();
    const used = process.cpuUsage(before);
    const share = plan.seconds / (plan.seconds + plan.warmUpSeconds);
    return summarise(tally, plan.seconds, ((used.user + used.system) / 1_000_000) * share);
  } finally {
    await client.end({ timeout: 5 });
  }
}

interface Lane {
  readonly limit: Limit;
  readonly client: postgres.Sql;
  readonly lane: number;
  readonly window: { readonly from: number; readonly to: number };
  readonly tally: Tally;
}

async function runLane({ limit, client, lane, window, tally }: Lane): Promise<void> {
  let turn = lane * 7919;
  for (;;) {
    const sentAt = performance.now();
    if (sentAt >= window.to) return;
    turn = (turn + 104_729) % ROWS;
    if (limit === 'pg-select') await client`select id, filler from bench_rows where id = ${turn + 1}`;
    else await client`insert into bench_log (filler) values (${FILLER})`;
    const now = performance.now();
    if (now >= window.from && now < window.to) record(tally, now, now - sentAt);
  }
}

async function prepare(client: postgres.Sql): Promise<void> {
  await client.unsafe('create table if not exists bench_rows (id bigint primary key, filler text not null)');
  await client.unsafe(
    `insert into bench_rows select n, '${FILLER}' from generate_series(1, ${ROWS}) n on conflict do nothing`,
  );
  await client.unsafe('create table if not exists bench_log (id bigserial primary key, filler text not null)');
  await client.unsafe('analyze bench_rows');
}

const SELECT = `\\set id random(1, ${ROWS})\nselect id, filler from bench_rows where id = :id;\n`;
const INSERT = `insert into bench_log (filler) values ('${FILLER}');\n`;

/** pgbench sends each statement as text unless told otherwise; with prepared ones the server has half the work for a select. */
const PGBENCH: Readonly<Record<PgbenchName, { readonly script: string; readonly options: readonly string[] }>> = {
  'pgbench-select': { script: SELECT, options: [] },
  'pgbench-insert': { script: INSERT, options: [] },
  'pgbench-prepared-select': { script: SELECT, options: ['-M', 'prepared'] },
  'pgbench-prepared-insert': { script: INSERT, options: ['-M', 'prepared'] },
};

export function isPgbench(workload: WorkloadName): workload is PgbenchName {
  return workload in PGBENCH;
}

/** pgbench itself, on the same tables. It reports no percentiles, so its mean stands for the middle. */
export async function runPgbench(limit: PgbenchName, url: string, plan: Plan, listener: Listener): Promise<Measured> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  await prepare(client);
  await client.end();
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pgbench-'));
  try {
    const file = join(folder, 'script.sql');
    const { script, options } = PGBENCH[limit];
    writeFileSync(file, script);
    const fixed = ['-n', ...options, '-c', String(plan.connections), '-j', '2', '-f', file];
    await pgbench([...fixed, '-T', String(Math.ceil(plan.warmUpSeconds)), url]);
    listener.began();
    const output = await pgbench([...fixed, '-T', String(Math.ceil(plan.seconds)), url]);
    listener.ended();
    const perSecond = Number(/tps = ([\d.]+)/.exec(output)?.[1] ?? 0);
    const mean = Number(/latency average = ([\d.]+)/.exec(output)?.[1] ?? 0);
    const answers = Number(/actually processed: (\d+)/.exec(output)?.[1] ?? 0);
    const unknown = { p99: 0, worst: 0, loadCpu: 0 };
    return { ...unknown, answers, errors: 0, seconds: plan.seconds, perSecond, p50: mean, firstError: null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pgbench(words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('pgbench', words, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`pgbench ended with ${code}: ${output.slice(-300)}`));
    });
  });
}
