/**
 * Loaded into the service by `--import`: writes down how much processor time the longest turns of its event loop took.
 *
 * A timer of a few milliseconds fires in every turn of a loop that is free. When a turn takes long, the timer comes late,
 * and the thread has used the processor in between. Time during which the machine did something else does not count, but for
 * what other guests of a shared host took: a thread seems to run then. So that is told beside it.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { readStolenMs } from './stolen.ts';

export interface Turns {
  /** Processor milliseconds of the longest turn since the last line. */
  readonly longestMs: number;
  /** What other guests of the host took of all processors meanwhile, in milliseconds; 0 where that is not known. */
  readonly stolenMs: number;
}

const TICK_MS = 5;
const WRITE_EVERY_MS = 250;
const file = process.env.LATCHKEY_TEST_TURNS;

if (file !== undefined && isMainThread) {
  let begun = process.threadCpuUsage();
  let longestMs = 0;
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(begun);
    longestMs = Math.max(longestMs, (user + system) / 1000);
    begun = process.threadCpuUsage();
  }, TICK_MS).unref();
  let stolen = readStolenMs();
  setInterval(() => {
    const before = stolen;
    stolen = readStolenMs();
    appendFileSync(file, `${JSON.stringify({ longestMs, stolenMs: stolen - before } satisfies Turns)}\n`);
    longestMs = 0;
    begun = process.threadCpuUsage();
  }, WRITE_EVERY_MS).unref();
}
