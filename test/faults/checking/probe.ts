/** Loaded into the service by `--import` for a soak: writes down, now and then, what it holds after a full collection. */
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

export interface Sample {
  /** Seconds since the start. */
  readonly at: number;
  readonly heapBytes: number;
  readonly residentBytes: number;
  /** Sockets, timers and other things that keep the process alive. */
  readonly resources: number;
  readonly delayP99Ms: number;
}

const file = process.env.LATCHKEY_TEST_PROBE;
const everyMs = Number(process.env.LATCHKEY_TEST_PROBE_MS ?? 10_000);

if (file !== undefined && isMainThread) {
  setFlagsFromString('--expose-gc');
  // The function exists in contexts made after the flag was set.
  const collect = runInNewContext('gc') as () => void;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  setInterval(() => {
    const delayP99Ms = delay.percentile(99) / 1e6;
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    const sample: Sample = {
      at: performance.now() / 1000,
      heapBytes: heapUsed + external,
      residentBytes: rss,
      resources: process.getActiveResourcesInfo().length,
      delayP99Ms,
    };
    appendFileSync(file, `${JSON.stringify(sample)}\n`);
    delay.reset();
  }, everyMs).unref();
}
