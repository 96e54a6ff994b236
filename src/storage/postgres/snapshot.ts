/**
 * Tells whether anything was committed to PostgreSQL between two moments.
 *
 * The server's snapshot names the transactions that are over and those that run. While its text is the same, no commit
 * has become visible, of whichever instance; so what was read before is what would be read now.
 */
import type { Query } from './pool.ts';

/** A server that was started anew, or took over from another, may count other transactions under the same numbers. */
const STATE = 'select pg_postmaster_start_time()::text || pg_current_snapshot()::text';

/**
 * While others commit all the time, comparing snapshots is wasted work; this often it is tried whether they still do.
 */
const POLL_MILLISECONDS = 50;

export interface SnapshotWatch {
  /**
   * The snapshot last seen; undefined when it has moved since. A hint whether asking for the current one is worthwhile.
   */
  readonly latest: string | undefined;
  /** The snapshot at a moment after the call. One query at a time: all calls made meanwhile share the next one. */
  current(): Promise<string>;
  /** Asks for the latest snapshot, at most once in POLL_MILLISECONDS. */
  pollSoon(): void;
}

export function watchSnapshot(query: Query): SnapshotWatch {
  let latest: string | undefined;
  let next: PromiseWithResolvers<string> | undefined;
  let isUnderWay = false;
  let polledAt = Number.NEGATIVE_INFINITY;

  function send(): void {
    if (next === undefined || isUnderWay) return;
    const { resolve, reject } = next;
    next = undefined;
    isUnderWay = true;
    askState(query).then(
      (state) => {
        if (state !== latest) latest = undefined;
        passOn(() => resolve(state));
      },
      (error) => passOn(() => reject(error)),
    );
  }

  /**
   * The next query is sent before this one's answer is handed on, so that the server works while requests are answered.
   */
  function passOn(answer: () => void): void {
    isUnderWay = false;
    if (next === undefined) answer();
    else {
      send();
      // The driver writes to its socket at the end of this turn; the answer has to be queued behind that.
      process.nextTick(() => setImmediate(answer));
    }
  }

  function current(): Promise<string> {
    if (next === undefined) {
      next = Promise.withResolvers<string>();
      setImmediate(send);
    }
    return next.promise;
  }

  return {
    get latest() {
      return latest;
    },
    current,
    pollSoon() {
      const now = performance.now();
      if (now - polledAt < POLL_MILLISECONDS) return;
      polledAt = now;
      current().then(
        (state) => {
          latest = state;
        },
        // The next read meets the same trouble and reports it.
        () => {},
      );
    },
  };
}

async function askState(query: Query): Promise<string> {
  const [row] = await query(STATE, []);
  return String(row?.[0]);
}
