/** What an operator sees of jobs and does about them. */
import { dropJob, type JobRow, listDeadJobs, listLiveJobs, reviveJob } from '../storage/tables/jobs.ts';
import type { World } from '../world.ts';

export const JOB_STATES = ['dead', 'running', 'waiting'] as const;
type JobState = (typeof JOB_STATES)[number];

/** Without the payload, which is the business of the kind alone. */
export interface ListedJob extends Omit<JobRow, 'payload' | 'lease' | 'key'> {
  readonly state: JobState;
}

/** Dead ones first, the newest of them first; then the others, the oldest first. */
export async function listJobs(world: World, most: number): Promise<readonly ListedJob[]> {
  const [dead, live] = await Promise.all([listDeadJobs(world.database, most), listLiveJobs(world.database, most)]);
  const now = world.now();
  return [...dead, ...live].slice(0, most).map(({ payload: _, lease, key: __, ...job }) => ({
    ...job,
    state: job.deadAt !== null ? 'dead' : lease !== null && job.dueAt > now ? 'running' : 'waiting',
  }));
}

/** Makes a dead or waiting job due at once. False when there is no such job, or it runs. */
export async function retryJob(world: World, id: number): Promise<boolean> {
  return ((await world.database.write([reviveJob(id, world.now())]))?.[0] ?? 0) > 0;
}

/** Removes a dead or waiting job. False when there is no such job, it runs, or it comes again by itself. */
export async function removeJob(world: World, id: number): Promise<boolean> {
  return ((await world.database.write([dropJob(id)]))?.[0] ?? 0) > 0;
}
