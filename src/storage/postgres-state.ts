/**
 * Tells whether anything was committed to PostgreSQL between two moments.
 *
 * The server's snapshot names the transactions that are over and those that run. While its text is the same, no commit
 * has become visible to anybody, whichever instance made it; so what was read before is what would be read now.
 */
import type { Client } from './postgres-reads.ts';

/** A server that was started anew, or took over from another, may count other transactions under the same numbers. */
const STATE = 'select pg_postmaster_start_time()::text || pg_current_snapshot()::text';

/** One at a time: sending costs more than the answer is worth, and whoever waits for the next one shares it. */
const MOST_UNDER_WAY = 1;

/** While others write all the time, looking whether somebody did is wasted; this often we find out whether they still do. */
const WONDER_MILLISECONDS = 50;

export interface StateWatch {
  /** The state last seen, or nothing when it has moved since. Only good for guessing whether a look is worthwhile. */
  readonly latest: string | undefined;
  /** The state at a moment after the call. All who ask in one turn share one question. */
  look(): Promise<string>;
  /** Says that knowing the latest state would be worth something. */
  wonder(): void;
}

export function watchState(client: Client): StateWatch {
  let latest: string | undefined;
  let next: PromiseWithResolvers<string> | undefined;
  let underWay = 0;
  let wonderedAt = Number.NEGATIVE_INFINITY;

  function send(): void {
    if (next === undefined || underWay >= MOST_UNDER_WAY) return;
    const { resolve, reject } = next;
    next = undefined;
    underWay += 1;
    askState(client)
      .then((state) => {
        if (state !== latest) latest = undefined;
        resolve(state);
      }, reject)
      .finally(() => {
        underWay -= 1;
        send();
      });
  }

  function look(): Promise<string> {
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
    look,
    wonder() {
      const now = performance.now();
      if (now - wonderedAt < WONDER_MILLISECONDS) return;
      wonderedAt = now;
      look().then(
        (state) => {
          latest = state;
        },
        // Whoever reads next will hear of the trouble.
        () => {},
      );
    },
  };
}

async function askState(client: Client): Promise<string> {
  const [row] = await client.unsafe(STATE, [], { prepare: true }).values();
  return String(row?.[0]);
}
