/** The work that runs beside requests: deferred writes and sweeping, paced so that requests are not slowed down. */
import { setTimeout as pause } from 'node:timers/promises';
import { sweep } from '../tokens/sweep.ts';
import type { World } from '../world.ts';

const NOTES_EVERY_MS = 15_000;
const PAUSE_BETWEEN_BATCHES_MS = 20;
/** A pass over large tables takes long; the rest that follows it is at least this many times as long. */
const REST_FACTOR = 10;

export interface Background {
  stop(): Promise<void>;
}

export function startBackground(world: World): Background {
  const stopping = new AbortController();
  const notes = setInterval(() => void world.deferred.flush(), NOTES_EVERY_MS);
  notes.unref();
  const sweeping = world.settings.sweepSeconds > 0 ? sweepForever(world, stopping.signal) : Promise.resolve();
  return {
    async stop() {
      clearInterval(notes);
      stopping.abort();
      await sweeping;
    },
  };
}

async function sweepForever(world: World, signal: AbortSignal): Promise<void> {
  let restMs = world.settings.sweepSeconds * 1000;
  while (!signal.aborted) {
    try {
      await pause(restMs, undefined, { signal, ref: false });
      restMs = Math.max(world.settings.sweepSeconds * 1000, REST_FACTOR * (await timedSweep(world, signal)));
    } catch (error) {
      if (signal.aborted) return;
      // The database may be out of reach for a while; the next pass finds what this one left.
      world.log.warn({ err: error }, 'The sweep did not finish.');
    }
  }
}

async function timedSweep(world: World, signal: AbortSignal): Promise<number> {
  const began = performance.now();
  const rows = await sweep(world, () => pause(PAUSE_BETWEEN_BATCHES_MS, undefined, { signal, ref: false }));
  if (rows > 0) world.log.info({ rows }, 'Swept what has ended.');
  return performance.now() - began;
}
