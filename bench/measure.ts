/** Runs one job in a load process of its own and watches the server under test meanwhile. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Job, Measured, Plan, Report, Stage, TokenPair, WorkloadName } from './load/job.ts';
import type { Running } from './subjects/subject.ts';
import { cpuSeconds, residentBytes } from './usage.ts';

export interface Sample extends Measured {
  /** Processor cores that the server kept busy, on average. */
  readonly serverCpu: number;
  readonly serverBytes: number;
  /** The same of a database server beside it; 0 where there is none. */
  readonly databaseCpu: number;
}

export interface Wish {
  readonly workload: WorkloadName;
  readonly plan: Plan;
  readonly tokens: readonly TokenPair[];
  progress(words: string): void;
}

export async function measure(running: Running, { workload, plan, tokens, progress }: Wish): Promise<Sample> {
  const server = stopwatch(() => running.pids);
  const database = stopwatch(() => running.databasePids?.() ?? []);
  let measured: Measured | undefined;
  await runJob({ kind: 'measure', workload, stage: running.stage, plan, tokens }, (report) => {
    if (report.kind === 'began') for (const watch of [server, database]) watch.start();
    if (report.kind === 'ended') for (const watch of [server, database]) watch.stop();
    if (report.kind === 'progress') progress(`${report.answers} answers, ${report.errors} errors`);
    if (report.kind === 'measured') measured = report.measured;
  });
  if (measured === undefined) throw new Error('The load process ended without a figure.');
  const each = (spent: number, seconds: number): number => (seconds > 0 ? spent / seconds : 0);
  return {
    ...measured,
    serverCpu: each(server.spent(), measured.seconds),
    serverBytes: residentBytes(running.pids),
    databaseCpu: each(database.spent(), measured.seconds),
  };
}

/** Processor time between two moments; to now where the work ran out before the second was told. */
function stopwatch(pids: () => readonly number[]): { start(): void; stop(): void; spent(): number } {
  let before = 0;
  let after: number | undefined;
  return {
    start() {
      before = cpuSeconds(pids());
      after = undefined;
    },
    stop() {
      after = cpuSeconds(pids());
    },
    spent: () => (after ?? cpuSeconds(pids())) - before,
  };
}

export async function prepareTokens(stage: Stage, plan: Plan, count: number): Promise<readonly TokenPair[]> {
  let tokens: readonly TokenPair[] = [];
  await runJob({ kind: 'tokens', count, stage, plan }, (report) => {
    if (report.kind === 'tokens') tokens = report.tokens;
  });
  return tokens;
}

function runJob(job: Job, hear: (report: Report) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'load', 'main.ts'), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    child.on('message', (report: Report) => {
      if (report.kind === 'failed') reject(new Error(report.reason));
      else if (report.kind === 'done') resolve();
      else hear(report);
    });
    child.once('error', reject);
    // Not `exit`: messages may still wait to be read then.
    child.once('close', (code) => reject(new Error(`The load process ended early, with ${code}.`)));
    child.send(job);
  });
}
