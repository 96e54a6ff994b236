/** The load process: takes one job, runs it, reports, and ends. */
import { drive, type Listener } from './drive.ts';
import type { Job, Measured, Report } from './job.ts';
import { scriptOf } from './scripts.ts';
import { makeTokens } from './seed.ts';

process.once('message', (job: Job) => {
  run(job)
    .catch((error: unknown) => tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }))
    // A long message may still be on its way when the work is done.
    .finally(() => process.send?.({ kind: 'done' } satisfies Report, () => process.disconnect()));
});

async function run(job: Job): Promise<void> {
  if (job.kind === 'tokens') {
    const { stage, plan, count } = job;
    const authorizePath = stage.identityAuthorizePath ?? stage.authorizePath;
    tell({ kind: 'tokens', tokens: await makeTokens({ ...stage, authorizePath }, plan, count) });
    return;
  }
  tell({ kind: 'measured', measured: await measure(job) });
}

async function measure(job: Extract<Job, { kind: 'measure' }>): Promise<Measured> {
  const script = await scriptOf(job);
  const listener: Listener = {
    began: () => tell({ kind: 'began' }),
    progress: (answers, errors) => tell({ kind: 'progress', answers, errors }),
    ended: () => tell({ kind: 'ended' }),
  };
  return await drive(script, job.stage.ports, job.plan, listener);
}

function tell(report: Report): void {
  process.send?.(report);
}
