/** What runs beside requests: deferred writes, jobs, webhooks, and memory that is given back. */
import { JOB_KINDS } from '../../job-kinds.ts';
import { createRunner } from '../../jobs/runner.ts';
import { createPump } from '../../webhooks/pump.ts';
import type { World } from '../../world.ts';
import { keepMemorySmall } from './rest.ts';

const NOTES_EVERY_MS = 15_000;
/** Jobs that take longer than this to stop are given back, for another instance or the next start. */
const JOBS_LIMIT_MS = 5000;

export interface Background {
  stop(): Promise<void>;
}

/** Together: every commit makes readers look at their rows again. */
async function flush(world: World): Promise<void> {
  await Promise.all([world.deferred.flush(), world.activity.flush()]);
}

export function startBackground(world: World): Background {
  const notes = setInterval(() => void flush(world), NOTES_EVERY_MS);
  notes.unref();
  const runner = createRunner(world, JOB_KINDS);
  runner.start();
  const pump = createPump(world);
  pump.start();
  const letMemoryGrow = keepMemorySmall(world.log);
  return {
    async stop() {
      clearInterval(notes);
      letMemoryGrow();
      await Promise.all([runner.stop(JOBS_LIMIT_MS), pump.stop(JOBS_LIMIT_MS)]);
    },
  };
}
