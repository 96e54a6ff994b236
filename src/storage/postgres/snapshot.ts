/**
 * Tells whether anything was committed to PostgreSQL between two moments.
 *
 * The server's snapshot names the transactions that are over and those that run. While its text is the same, no commit
 * has become visible to anybody, whichever instance made it; so what was read before is what would be read now.
 */
import type { QueryClient } from './pool.ts';

/** A server that was started anew, or took over from another, may count other transactions under the same numbers. */
const STATE = 'select pg_postmaster_start_time()::text || pg_current_snapshot()::text';

/** While others write all the time, looking whether somebody did is wasted; this often we find out whether they still do. */
const POLL_MILLISECONDS = 50;

export interface SnapshotWatch {
  /** The state last seen, or nothing when it has moved since. Only good for guessing whether a look is worthwhile. */
  readonly latest: string | undefined;
  /** The state at a moment after the call. One question at a time: whoever comes meanwhile shares the next one. */
  current(): Promise<string>;
  /** Says that knowing the latest state would be worth something. */
  pollSoon(): void;
}

export function watchSnapshot(client: QueryClient): SnapshotWatch {
  let latest: string | undefined;
  let next: PromiseWithResolvers<string> | undefined;
  let isUnderWay = false;
  let polledAt = Number.NEGATIVE_INFINITY;

  function send(): void {
    if (next === undefined || isUnderWay) return;
    const { resolve, reject } = next;
    next = undefined;
    isUnderWay = true;
    askState(client).then(
      (state) => {
        if (state !== latest) latest = undefined;
        passOn(() => resolve(state));
      },
      (error) => passOn(() => reject(error)),
    );
  }

  /** The next question goes before the answer to this one, so that the server works while requests are answered here. */
  function passOn(answer: () => void): void {
    isUnderWay = false;
    if (next === undefined) answer();
    else {
      send();
      // The driver writes at the end of this turn; whoever wants to come after it has to queue up after it.
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
        // Whoever reads next will hear of the trouble.
        () => {},
      );
    },
  };
}

async function askState(client: QueryClient): Promise<string> {
  const [row] = await client.unsafe(STATE, [], { prepare: true }).values();
  return String(row?.[0]);
}
