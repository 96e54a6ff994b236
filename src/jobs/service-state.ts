/** What a running service knows about itself, for administrators: version, age, database, backup, work that waits. */
import { VERSION } from '../config/version.ts';
import { databaseSize } from '../storage/size.ts';
import { readLastBackup } from '../storage/tables/service-days.ts';
import type { World } from '../world.ts';
import { type JOB_STATES, listJobs } from './operate.ts';

interface ServiceState {
  readonly version: string;
  readonly runtime: string;
  readonly startedAt: number;
  readonly engine: 'sqlite' | 'postgres';
  readonly databaseBytes: number;
  /** Null where none is known: PostgreSQL is backed up by its own tools. */
  readonly backedUpAt: number | null;
  readonly jobs: { readonly dead: number; readonly running: number; readonly waiting: number };
  /** Last uses and refused requests that this process still has to write down. */
  readonly unwritten: number;
}

/** Further ones are not counted: an alarm has long been raised. */
export const MOST_JOBS = 1000;

export async function describeService(world: World): Promise<ServiceState> {
  const { database } = world;
  const [databaseBytes, backup, jobs] = await Promise.all([
    databaseSize(database),
    database.engine === 'sqlite' ? readLastBackup(database) : undefined,
    listJobs(world, MOST_JOBS),
  ]);
  const count = (state: (typeof JOB_STATES)[number]) => jobs.filter((job) => job.state === state).length;
  return {
    version: VERSION,
    runtime: process.version,
    startedAt: Math.floor(world.now() - process.uptime()),
    engine: database.engine,
    databaseBytes,
    backedUpAt: backup ?? null,
    jobs: { dead: count('dead'), running: count('running'), waiting: count('waiting') },
    unwritten: world.deferred.waiting + world.refusals.waiting,
  };
}
