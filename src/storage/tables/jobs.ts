/** The jobs table: work that was enqueued with an act, who holds it, and what was given up. */
import type { Database } from '../database.ts';
import { changeRow, insertRow, must, type Sql, set, sql, where } from '../sql.ts';
import { DAY_SECONDS, type SweepByIndex } from './sweep.ts';

interface NewJob {
  readonly id: number;
  readonly kind: string;
  readonly payload: string;
  readonly createdAt: number;
  readonly dueAt: number;
}

export interface WaitingJob extends NewJob {
  /** How often it was taken. */
  readonly attempts: number;
}

/** A job in somebody's hands: whatever its holder writes about it counts only while the lease is this one. */
export interface Held {
  readonly id: number;
  readonly lease: string;
}

export interface JobRow extends WaitingJob {
  readonly key: string | null;
  readonly lease: string | null;
  readonly lastError: string | null;
  readonly deadAt: number | null;
}

export const insertJob = insertRow('jobs', (job: NewJob) => ({
  id: job.id,
  kind: job.kind,
  payload: job.payload,
  created_at: job.createdAt,
  due_at: job.dueAt,
}));

/** The one job of a kind that runs again and again: made if there is none, brought forward if it waits for longer. */
export function scheduleAtLatest({ id, kind, payload, createdAt, dueAt }: NewJob): Sql {
  return sql`insert into jobs (id, kind, key, payload, created_at, due_at)
    values (${id}, ${kind}, 'only', ${payload}, ${createdAt}, ${dueAt})
    on conflict (kind, key) do update set due_at = excluded.due_at
    where jobs.lease is null and jobs.due_at > excluded.due_at`;
}

/** The jobs of a kind, the most urgent first; asked without the time, so that drivers can remember the answer. */
export async function nextJobs(database: Database, kind: string, most: number): Promise<readonly WaitingJob[]> {
  return await database.read<WaitingJob>(sql`
    select id as "id", kind as "kind", payload as "payload", created_at as "createdAt", due_at as "dueAt",
      attempts as "attempts"
    from jobs where kind = ${kind} and dead_at is null order by due_at limit ${most}`);
}

/** The one job of a kind that runs again and again. */
export async function findPeriodic(
  database: Database,
  kind: string,
): Promise<Pick<JobRow, 'payload' | 'lease' | 'dueAt'> | undefined> {
  const rows = await database.read<Pick<JobRow, 'payload' | 'lease' | 'dueAt'>>(
    sql`select payload as "payload", lease as "lease", due_at as "dueAt" from jobs where kind = ${kind} and key = 'only'`,
  );
  return rows[0];
}

/** Whether as many jobs of a kind are waiting, or more. */
export async function hasJobs(database: Database, kind: string, count: number): Promise<boolean> {
  const rows = await database.read(sql`
    select id from jobs where kind = ${kind} and dead_at is null order by due_at limit 1 offset ${count - 1}`);
  return rows.length > 0;
}

/** A guard: of all who try to take a due job, one does. */
export function takeJob(
  { id, attempts }: WaitingJob,
  lease: string,
  { now, until }: { now: number; until: number },
): Sql {
  return must(
    changeRow(
      'jobs',
      id,
      set`lease = ${lease}, due_at = ${until}, attempts = attempts + 1`,
      where`attempts = ${attempts} and due_at <= ${now} and dead_at is null`,
    ),
  );
}

/** Keeps something for the next runs of a job that comes again. */
export function keepInPayload(id: number, payload: string): Sql {
  return changeRow('jobs', id, set`payload = ${payload}`);
}

/** Touches no row once somebody else has taken the job. */
export function renewLease({ id, lease }: Held, until: number): Sql {
  return changeRow('jobs', id, set`due_at = ${until}`, where`lease = ${lease}`);
}

export async function isHeld(database: Database, { id, lease }: Held): Promise<boolean> {
  const rows = await database.read(sql`select id from jobs where id = ${id} and lease = ${lease}`);
  return rows.length > 0;
}

/** A guard: the batch it is in happens only while the lease holds, and so only once. */
export function finishJob({ id, lease }: Held): Sql {
  return must(sql`delete from jobs where id = ${id} and lease = ${lease}`);
}

/** The same for a job that comes again. */
export function finishUntil({ id, lease }: Held, dueAt: number): Sql {
  return must(
    changeRow(
      'jobs',
      id,
      set`lease = null, due_at = ${dueAt}, attempts = 0, last_error = null`,
      where`lease = ${lease}`,
    ),
  );
}

export function postponeJob({ id, lease }: Held, dueAt: number, error: string): Sql {
  return changeRow('jobs', id, set`lease = null, due_at = ${dueAt}, last_error = ${error}`, where`lease = ${lease}`);
}

/** Gives a job back that was not finished and did not fail: the attempt does not count. */
export function releaseJob({ id, lease }: Held, now: number): Sql {
  return changeRow('jobs', id, set`lease = null, due_at = ${now}, attempts = attempts - 1`, where`lease = ${lease}`);
}

export function buryJob({ id, lease }: Held, now: number, error: string): Sql {
  return changeRow('jobs', id, set`lease = null, dead_at = ${now}, last_error = ${error}`, where`lease = ${lease}`);
}

/** For a job whose holders never came back: its attempts are over, and nobody holds it any more. */
export function buryAbandoned({ id, attempts }: WaitingJob, now: number, error: string): Sql {
  return changeRow(
    'jobs',
    id,
    set`lease = null, dead_at = ${now}, last_error = ${error}`,
    where`attempts = ${attempts} and due_at <= ${now} and dead_at is null`,
  );
}

/** Newest first. */
export async function listDeadJobs(database: Database, most: number): Promise<readonly JobRow[]> {
  return await database.list<JobRow>(sql`
    select id as "id", kind as "kind", key as "key", payload as "payload", created_at as "createdAt", due_at as "dueAt",
      attempts as "attempts", lease as "lease", last_error as "lastError", dead_at as "deadAt"
    from jobs where dead_at is not null and dead_at > ${0} order by dead_at desc limit ${most}`);
}

/** Oldest first. */
export async function listLiveJobs(database: Database, most: number): Promise<readonly JobRow[]> {
  return await database.list<JobRow>(sql`
    select id as "id", kind as "kind", key as "key", payload as "payload", created_at as "createdAt", due_at as "dueAt",
      attempts as "attempts", lease as "lease", last_error as "lastError", dead_at as "deadAt"
    from jobs where id > ${0} and dead_at is null order by id limit ${most}`);
}

/**
 * By the operator: due at once, with all its attempts before it, and of no age, or an old one would be given up after the
 * first. Touches nothing that somebody holds.
 */
export function reviveJob(id: number, now: number): Sql {
  return sql`update jobs set dead_at = null, created_at = ${now}, due_at = ${now}, attempts = ${0}
    where id = ${id} and lease is null`;
}

/** By the operator. What somebody holds stays, and so does a job that comes again. */
export function dropJob(id: number): Sql {
  return sql`delete from jobs where id = ${id} and lease is null and key is null`;
}

const DEAD_DAYS = 30;
export const MOST_DEAD = 10_000;

export const sweepOldJobs: SweepByIndex = {
  table: 'jobs',
  ends: 'thirty days after they were given up, until when the operator may try them again',
  step: ({ now }, most) => sql`delete from jobs where id in (select id from jobs
    where dead_at is not null and dead_at <= ${now - DEAD_DAYS * DAY_SECONDS} order by dead_at limit ${most})`,
};

export const sweepSurplusJobs: SweepByIndex = {
  table: 'jobs',
  ends: 'beyond ten thousand that were given up, the oldest first',
  step: (_, most) => sql`delete from jobs where id in (select id from jobs where dead_at is not null and dead_at > ${0}
    order by dead_at desc limit ${most} offset ${MOST_DEAD})`,
};
