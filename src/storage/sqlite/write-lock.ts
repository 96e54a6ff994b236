/**
 * Begins transactions that write, waiting for other processes in short steps.
 *
 * SQLite itself looks again after 1, 2, 5, 10, 15, 20 and more milliseconds. A commit takes less than one, so of two processes that both
 * write all the time the one that waits was overtaken dozens of times: one of a hundred refreshes took 36 ms with two workers.
 */
import { type Connection, isBusy, LOCK_WAIT_MS, type Statement } from './connection.ts';

/** Between two looks at first: less than a commit takes, and still a small part of a processor. */
const SHORTEST_PAUSE_MS = 0.25;
/** Of the time that has been waited already, so that nobody is asked often who holds the lock for long, such as an import. */
const PAUSE_SHARE = 1 / 20;
const LONGEST_PAUSE_MS = 10;

/** Throws what SQLite does, if the lock was not to be had in `LOCK_WAIT_MS`. */
export function createBegin(connection: Connection): () => void {
  connection.exec('pragma busy_timeout = 0');
  const statement: Statement = connection.prepare('begin immediate');
  const neverWoken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  return () => {
    const since = performance.now();
    for (;;) {
      try {
        statement.run();
        return;
      } catch (error) {
        const waitedMs = performance.now() - since;
        if (!isBusy(error) || waitedMs > LOCK_WAIT_MS) throw error;
        Atomics.wait(neverWoken, 0, 0, Math.min(Math.max(SHORTEST_PAUSE_MS, waitedMs * PAUSE_SHARE), LONGEST_PAUSE_MS));
      }
    }
  };
}
