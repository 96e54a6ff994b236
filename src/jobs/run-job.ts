/** Runs one job under its lease: does it, commits its end, or says when it is tried again. */
import { scrub } from '../log/redact.ts';
import { nextAttemptAt } from '../protocol/retry.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import {
  buryJob,
  finishJob,
  finishUntil,
  type Held,
  isHeld,
  postponeJob,
  releaseJob,
  renewLease,
  type WaitingJob,
} from '../storage/tables/jobs.ts';
import type { World } from '../world.ts';
import type { JobKind } from './kind.ts';

export interface LeasedJob extends WaitingJob, Held {}

const LONGEST_ERROR = 500;
/** Two renewals may fail before the lease ends. */
const RENEWALS_PER_LEASE = 3;

/** Resolves when the job is over for this instance; what went wrong is written down, never thrown. */
export async function runJob(world: World, kind: JobKind, job: LeasedJob, stopping: AbortSignal): Promise<void> {
  const lease = keepLease(world, kind, job);
  const signal = AbortSignal.any([stopping, lease.lost]);
  try {
    const failure = await perform(world, kind, { ...job, signal });
    if (failure !== undefined) await recordFailure(world, kind, job, failure);
  } catch (error) {
    try {
      if (stopping.aborted) await release(world, job);
      else await recordFailure(world, kind, job, error);
    } catch (trouble) {
      // The database is out of reach: the lease ends by itself, and the job is taken up again.
      world.log.warn({ err: trouble, kind: kind.name, job: job.id }, 'The end of a job could not be written down.');
    }
  } finally {
    lease.stop();
  }
}

/** Lets somebody else take a job that this instance has no time to finish. */
export async function release(world: World, job: LeasedJob): Promise<void> {
  await world.database.write([releaseJob(job, world.now())]);
}

/** Answers why the job has to be tried again; undefined when it is done, or in somebody else's hands. */
async function perform(
  world: World,
  kind: JobKind,
  job: LeasedJob & { readonly signal: AbortSignal },
): Promise<string | undefined> {
  return await attempt<string | undefined>(async () => {
    const began = performance.now();
    const outcome = await kind.run(world, job);
    if (!outcome.ok) return outcome.refusal;
    const end = endOf(world, kind, job, (performance.now() - began) / 1000);
    if (await world.database.write([end, ...outcome.value])) return undefined;
    if (await isHeld(world.database, job)) return stale;
    world.log.info({ kind: kind.name, job: job.id }, 'A job was taken over by another instance before its end.');
    return undefined;
  });
}

function endOf(world: World, { periodic }: JobKind, job: LeasedJob, tookSeconds: number): Sql {
  if (!periodic) return finishJob(job);
  const rest = Math.max(periodic.everySeconds(world.settings), Math.ceil(periodic.restFactor * tookSeconds));
  return finishUntil(job, world.now() + rest);
}

async function recordFailure(world: World, kind: JobKind, job: LeasedJob, failure: unknown): Promise<void> {
  const now = world.now();
  const words = wordsOf(failure);
  const details = { err: failure, kind: kind.name, job: job.id, attempt: job.attempts };
  const next = kind.periodic
    ? now + kind.periodic.everySeconds(world.settings)
    : nextAttemptAt({ ...job, now, chance: chanceOf(world) }, kind.retry);
  if (next === undefined) {
    world.log.error(details, 'A job failed and is not tried again: see latchkey jobs list.');
    await world.database.write([buryJob(job, now, words)]);
  } else {
    world.log.warn({ ...details, nextAt: next }, 'A job failed and is tried again.');
    await world.database.write([postponeJob(job, next, words)]);
  }
}

/** One line without secrets, for the operator's list. */
function wordsOf(failure: unknown): string {
  const text = failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure);
  return scrub(text.replace(/\p{Cc}+/gu, ' ')).slice(0, LONGEST_ERROR);
}

const CHANCES = 2 ** 32;

function chanceOf(world: World): number {
  return world.randomBytes(4).readUInt32BE() / CHANCES;
}

interface Lease {
  readonly lost: AbortSignal;
  stop(): void;
}

/** Renews the lease while the job runs. A renewal that fails is tried again; one that finds no row ends the job. */
function keepLease(world: World, kind: JobKind, job: LeasedJob): Lease {
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    const written = await world.database.write([renewLease(job, world.now() + kind.leaseSeconds)]);
    if (written?.[0] === 0) lost.abort();
  };
  const timer = setInterval(() => void renew().catch(() => {}), (kind.leaseSeconds * 1000) / RENEWALS_PER_LEASE);
  timer.unref();
  return { lost: lost.signal, stop: () => clearInterval(timer) };
}
