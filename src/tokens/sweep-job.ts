/** The sweep as a job: of all instances together one sweeps at a time, paced so that requests never feel it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { JobKind } from '../jobs/kind.ts';
import { accept } from '../protocol/result.ts';
import { keepInPayload } from '../storage/tables/jobs.ts';
import type { LivePairs } from '../storage/tables/tokens/pairs.ts';
import type { World } from '../world.ts';
import { formatNotes, readNotes, SWEEP } from './last-pass.ts';
import { sweep } from './sweep.ts';
import { BESIDE_REQUESTS, createSweepPace } from './sweep-pace.ts';

/** A run is late by seconds. One that is later than this comes after a clock that jumped, or after a long standstill. */
const SUSPICIOUS_SECONDS = 86_400;
/** Time to set the clock right, before what seems to have ended is removed for good. */
const WAIT_SECONDS = 86_400;

export const sweepJob: JobKind = {
  name: SWEEP,
  // Work that comes again is never given up; what one run left, the next one finds.
  retry: { attempts: 1, longestAgeSeconds: 0, firstPauseSeconds: 1, longestPauseSeconds: 1 },
  leaseSeconds: 60,
  concurrency: 1,
  mostWaiting: 1,
  // A run over large tables takes long, though most of it is rest.
  periodic: { everySeconds: ({ sweepSeconds }) => sweepSeconds, restFactor: 2 },
  run: async (world, job) => {
    if (await isPaused(world, job)) return accept([]);
    const began = performance.now();
    const { rows, live } = await sweepPaced(world, job.signal);
    if (rows > 0) world.log.info({ rows }, 'Swept what has ended.');
    const tookSeconds = Math.round((performance.now() - began) / 1000);
    const notes = { finishedAt: world.now(), tookSeconds, ...(live && { live }) };
    // Alone: the end of the job is another change of the same row.
    await world.database.write([keepInPayload(job.id, formatNotes(notes))]);
    return accept([]);
  },
};

interface Pass {
  readonly rows: number;
  /** Undefined where this instance shows no figures: counting costs a read for each step. */
  readonly live: LivePairs | undefined;
}

async function sweepPaced(world: World, signal: AbortSignal): Promise<Pass> {
  const { metrics, settings } = world;
  const pace = createSweepPace(BESIDE_REQUESTS);
  let live = settings.metricsPort === 0 ? undefined : { access: 0, refresh: 0 };
  const onLive = ({ access, refresh }: LivePairs) => {
    live = { access: (live?.access ?? 0) + access, refresh: (live?.refresh ?? 0) + refresh };
  };
  const rows = await sweep(world, {
    rows: pace.rows,
    async onStep(step) {
      metrics.countSwept(step.table, step.rows);
      await pause(pace.restAfter(step.ms), undefined, { signal, ref: false });
    },
    ...(live && { onLive }),
  });
  return { rows, live };
}

interface Run {
  readonly id: number;
  readonly payload: string;
  readonly dueAt: number;
}

/** The end of the pause is kept with the job, so that neither a restart nor another instance forgets it. */
async function isPaused({ now, database, log }: World, { id, payload, dueAt }: Run): Promise<boolean> {
  const { pausedUntil = 0, ...notes } = readNotes(payload);
  const left = pausedUntil - now();
  // A pause that would last longer than any was set by a clock that has been set back since.
  if (left > 0 && left <= WAIT_SECONDS) return true;
  const lateSeconds = now() - dueAt;
  const isLate = lateSeconds > SUSPICIOUS_SECONDS;
  if (isLate)
    log.warn(
      { lateSeconds, pauseSeconds: WAIT_SECONDS },
      'The last sweep was days ago by the clock, which may have jumped: nothing is removed for a day. To remove it now: latchkey sweep.',
    );
  const begun = isLate ? { pausedUntil: now() + WAIT_SECONDS } : {};
  if (isLate || pausedUntil !== 0) await database.write([keepInPayload(id, formatNotes({ ...notes, ...begun }))]);
  return isLate;
}
