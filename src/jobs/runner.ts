/** Takes due jobs, as many at once as each kind allows, and stops without leaving one behind. */

import { setTimeout as pause } from 'node:timers/promises';
import { NotNow } from '../protocol/not-now.ts';
import { buryAbandoned, nextJobs, scheduleAtLatest, takeJob, type WaitingJob } from '../storage/tables/jobs.ts';
import type { World } from '../world.ts';
import type { JobKind } from './kind.ts';
import { type LeasedJob, release, runJob } from './run-job.ts';

interface Runner {
  /** Looks for due jobs every second from now on. */
  start(): void;
  /** Runs everything that is due now, and resolves when it is over. */
  runDue(): Promise<void>;
  /** Takes nothing more; gives running jobs so long to end, and the rest back. */
  stop(limitMs: number): Promise<void>;
}

const LOOK_EVERY_MS = 1000;
/** Where other instances were quicker, so often it looks again before the next second. */
const MOST_LOOKS = 4;
const LEASE_BYTES = 16;
/** A clock that was wrong for a while and is set right leaves work that comes again due in a far future. */
const SCHEDULE_EVERY_MS = 600_000;

export function createRunner(world: World, kinds: readonly JobKind[]): Runner {
  const stopping = new AbortController();
  const lines = kinds.filter((kind) => isRunHere(world, kind)).map((kind) => createLine(world, kind, stopping.signal));
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    await Promise.all(lines.map((line) => line.look()));
  };
  return {
    start() {
      timer ??= setInterval(() => void look(), LOOK_EVERY_MS).unref();
    },
    async runDue() {
      await look();
      await Promise.all(lines.map((line) => line.ended()));
    },
    async stop(limitMs) {
      clearInterval(timer);
      stopping.abort();
      const limit = new AbortController();
      const ended = Promise.all(lines.map((line) => line.ended()));
      // A promise that is cut short must not keep the process from ending.
      const late = pause(limitMs, undefined, { signal: limit.signal }).catch(() => {});
      await Promise.race([ended, late]);
      limit.abort();
      await Promise.all(lines.map((line) => line.giveBack()));
    },
  };
}

/** An instance can leave work that comes again to others. */
function isRunHere(world: World, { periodic }: JobKind): boolean {
  return periodic === undefined || periodic.everySeconds(world.settings) > 0;
}

/** All jobs of one kind in this instance. */
interface Line {
  look(): Promise<void>;
  ended(): Promise<void>;
  giveBack(): Promise<void>;
}

function createLine(world: World, kind: JobKind, stopping: AbortSignal): Line {
  const running = new Map<LeasedJob, Promise<void>>();
  let looking: Promise<void> | undefined;
  let scheduledAt = Number.NEGATIVE_INFINITY;
  let isTroubled = false;

  function look(): Promise<void> {
    looking ??= takeDue().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function takeDue(): Promise<void> {
    try {
      if (kind.periodic && performance.now() - scheduledAt > SCHEDULE_EVERY_MS) {
        await schedule(world, kind);
        scheduledAt = performance.now();
      }
      for (let looks = 0; looks < MOST_LOOKS && !stopping.aborted && running.size < kind.concurrency; looks += 1) {
        const due = await dueJobs(world, kind, kind.concurrency - running.size);
        if (due.length === 0) break;
        const taken = await Promise.all(due.map((job) => take(world, kind, job)));
        for (const job of taken) if (job) begin(job);
      }
      isTroubled = false;
    } catch (error) {
      // Said once; that the database is out of reach is told for all kinds by who opened it.
      const level = error instanceof NotNow ? 'debug' : 'warn';
      if (!isTroubled) world.log[level]({ err: error, kind: kind.name }, 'Jobs could not be looked for.');
      isTroubled = true;
    }
  }

  function begin(job: LeasedJob): void {
    const over = runJob(world, kind, job, stopping).finally(() => {
      running.delete(job);
      if (!stopping.aborted) void look();
    });
    running.set(job, over);
  }

  return {
    look,
    async ended() {
      while (looking || running.size > 0) await Promise.all([looking, ...running.values()]);
    },
    async giveBack() {
      await Promise.all([...running.keys()].map((job) => release(world, job).catch(() => {})));
    },
  };
}

async function schedule(world: World, { name, periodic }: JobKind): Promise<void> {
  const now = world.now();
  const dueAt = now + (periodic?.everySeconds(world.settings) ?? 0);
  await world.database.write([
    scheduleAtLatest({ id: world.nextId(), kind: name, payload: '', createdAt: now, dueAt }),
  ]);
}

async function dueJobs(world: World, kind: JobKind, most: number): Promise<readonly WaitingJob[]> {
  const jobs = await nextJobs(world.database, kind.name, most);
  const now = world.now();
  return jobs.filter(({ dueAt }) => dueAt <= now);
}

/** Undefined when another instance was quicker, or the job has used up its attempts. */
async function take(world: World, kind: JobKind, job: WaitingJob): Promise<LeasedJob | undefined> {
  const now = world.now();
  if (kind.periodic === undefined && job.attempts >= kind.retry.attempts) {
    world.log.error({ kind: kind.name, job: job.id }, 'A job was begun often and never ended: see latchkey jobs list.');
    await world.database.write([buryAbandoned(job, now, 'The instances that ran it never came back.')]);
    return undefined;
  }
  const lease = world.randomBytes(LEASE_BYTES).toString('base64url');
  const taken = await world.database.write([takeJob(job, lease, { now, until: now + kind.leaseSeconds })]);
  return taken ? { ...job, attempts: job.attempts + 1, lease } : undefined;
}
