/** The sweep as a job: of all instances together one sweeps at a time, paced so that requests never feel it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { JobKind } from '../jobs/kind.ts';
import { accept } from '../protocol/result.ts';
import { sweep } from './sweep.ts';

const PAUSE_BETWEEN_BATCHES_MS = 20;

export const sweepJob: JobKind = {
  name: 'sweep',
  // Work that comes again is never given up; what one run left, the next one finds.
  retry: { attempts: 1, longestAgeSeconds: 0, firstPauseSeconds: 1, longestPauseSeconds: 1 },
  leaseSeconds: 60,
  concurrency: 1,
  mostWaiting: 1,
  // A run over large tables takes long.
  periodic: { everySeconds: ({ sweepSeconds }) => sweepSeconds, restFactor: 10 },
  run: async (world, { signal }) => {
    const rows = await sweep(world, () => pause(PAUSE_BETWEEN_BATCHES_MS, undefined, { signal, ref: false }));
    if (rows > 0) world.log.info({ rows }, 'Swept what has ended.');
    return accept([]);
  },
};
