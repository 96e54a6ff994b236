/**
 * Keeps memory small. V8 looks through old objects for the first time when there are some hundred megabytes of them, then when
 * they have grown by several times, and it keeps the nursery as large as its busiest moment made it: without this a service
 * holds for good what its busiest minute needed.
 *
 * V8 is told here and not by its command line. Compiled code is bound to what was set when it was compiled, and that of the
 * parts of Node.js comes with it: with these set at the start each thread compiles them anew, a fifth of the time of a start.
 */
import { eventLoopUtilization } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Log } from '../../log.ts';
import { createRestWatch } from './burst.ts';

const LOOK_EVERY_MS = 5_000;

/** For a service whose threads have started. Answers how to stop. */
export function keepMemorySmall(log: Log): () => void {
  // From the second look on, in all threads: when half as many have come.
  setFlagsFromString('--heap-growing-percent=50');
  const isTime = createRestWatch();
  let before = eventLoopUtilization();
  let looked = false;
  const looks = setInterval(() => {
    if (!looked) collector()({ type: 'major', execution: 'sync' });
    looked = true;
    const now = eventLoopUtilization();
    const { utilization } = eventLoopUtilization(now, before);
    before = now;
    if (!isTime(utilization)) return;
    const held = megabytes();
    const began = performance.now();
    // The only kind that makes the nursery small again.
    collector()({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    log.debug({ held, holds: megabytes(), ms: Math.round(performance.now() - began) }, 'Gave memory back.');
    // What the collection took is no burst.
    before = eventLoopUtilization();
  }, LOOK_EVERY_MS);
  looks.unref();
  return () => clearInterval(looks);
}

/** It exists in contexts that are made while this is set. */
function collector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return collect;
}

function megabytes(): number {
  return Math.round(process.memoryUsage.rss() / 1_000_000);
}
