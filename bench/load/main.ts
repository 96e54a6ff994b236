/** The load process: takes one job, runs it, reports, and ends. */
import { drive, type Listener } from './drive.ts';
import type { Job, Measured, Report } from './job.ts';
import { drivePostgres, isPgbench, runPgbench } from './postgres-limits.ts';
import { scriptOf } from './scripts.ts';
import { makeTokens } from './seed.ts';

process.once('message', async (job: Job) => {
  try {
    await run(job);
  } catch (error) {
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
  // A long message may still be on its way when the work is done; this one comes after it.
  process.send?.({ kind: 'done' } satisfies Report, () => process.disconnect?.());
});

async function run(job: Job): Promise<void> {
  if (job.kind === 'tokens') {
    const { stage, plan, count } = job;
    const codeRequests = stage.identityCodeRequests ?? stage.codeRequests;
    tell({ kind: 'tokens', tokens: await makeTokens({ ...stage, codeRequests }, plan, count) });
    return;
  }
  tell({ kind: 'measured', measured: await measure(job) });
}

async function measure(job: Extract<Job, { kind: 'measure' }>): Promise<Measured> {
  const listener: Listener = {
    began: () => tell({ kind: 'began' }),
    progress: (answers, errors) => tell({ kind: 'progress', answers, errors }),
    ended: () => tell({ kind: 'ended' }),
  };
  const { workload, stage, plan } = job;
  if (workload === 'pg-select' || workload === 'pg-insert') {
    return await drivePostgres(workload, stage.databaseUrl ?? '', plan, listener);
  }
  if (isPgbench(workload)) {
    return await runPgbench(workload, stage.databaseUrl ?? '', plan, listener);
  }
  const script = await scriptOf(job);
  return await drive(script, stage.ports, plan, listener);
}

function tell(report: Report): void {
  process.send?.(report);
}
