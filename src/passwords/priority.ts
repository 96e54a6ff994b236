/** Lets password hashing yield to requests: a flood of sign-ins may use what is left of the machine, not more. */
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** About a tenth of the weight of a request's thread, where the system knows weights for threads. */
const NICENESS = 10;
const TASKS = '/proc/self/task';

/**
 * Answers a function to be called after a hash: the threads exist from the first one on, and are set back once. Linux counts priority by the thread; elsewhere there is no such folder, and nothing is changed.
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
