/**
 * Gives memory back once a burst of work is over. V8 keeps the nursery as large as the burst has made it, and looks through old
 * objects only when more is allocated: without this a service at rest holds what its busiest minute needed.
 */
import { eventLoopUtilization } from 'node:perf_hooks';
import type { Log } from '../../log.ts';
import { createRestWatch } from './burst.ts';

const LOOK_EVERY_MS = 5_000;

/** Answers how to stop. Where the program was started without `--expose-gc` (bin/latchkey has it), memory is kept. */
export function giveBackAtRest(log: Log): () => void {
  const { gc } = globalThis;
  if (gc === undefined) return () => {};
  const isTime = createRestWatch();
  let before = eventLoopUtilization();
  const looks = setInterval(() => {
    const now = eventLoopUtilization();
    const { utilization } = eventLoopUtilization(now, before);
    before = now;
    if (!isTime(utilization)) return;
    const held = megabytes();
    const began = performance.now();
    // The only kind that makes the nursery small again.
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    log.debug({ held, holds: megabytes(), ms: Math.round(performance.now() - began) }, 'Gave memory back.');
    // What the collection took is no burst.
    before = eventLoopUtilization();
  }, LOOK_EVERY_MS);
  looks.unref();
  return () => clearInterval(looks);
}

function megabytes(): number {
  return Math.round(process.memoryUsage.rss() / 1_000_000);
}
