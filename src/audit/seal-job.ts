/** Sealing as a job: of all instances together one seals at a time, every half minute. */
import { setTimeout as pause } from 'node:timers/promises';
import type { JobKind } from '../jobs/kind.ts';
import { accept } from '../protocol/result.ts';
import { sealEvents } from './seal.ts';

const PAUSE_BETWEEN_BLOCKS_MS = 5;

export const sealJob: JobKind = {
  name: 'seal-events',
  retry: { attempts: 1, longestAgeSeconds: 0, firstPauseSeconds: 1, longestPauseSeconds: 1 },
  leaseSeconds: 60,
  concurrency: 1,
  mostWaiting: 1,
  // The first run over a large log takes long.
  periodic: { everySeconds: () => 30, restFactor: 1 },
  run: async (world, { signal }) => {
    await sealEvents(world, () => pause(PAUSE_BETWEEN_BLOCKS_MS, undefined, { signal, ref: false }));
    return accept([]);
  },
};
