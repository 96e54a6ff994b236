/**
 * The line before a full house: whoever finds no place waits for one, in the order they came, and not for long.
 *
 * Turning away at once would be worse for everybody: a burst that is over in a moment would be refused, and a client
 * that asks again at once would make refusing the whole work of the house.
 */
export interface AdmissionQueue {
  readonly length: number;
  /** One of the two is called: `enter` when a place is free, `leave` when none was for too long. */
  join(enter: () => void, leave: () => void): void;
  /** Lets the first one in. */
  advance(): void;
}

interface Waiting {
  readonly until: number;
  readonly enter: () => void;
  readonly leave: () => void;
}

/** Nobody waits in it twice at once, so it is never longer than there are connections. */
export function createAdmissionQueue(patienceMs: number): AdmissionQueue {
  const waiting: Waiting[] = [];
  let isWatched = false;
  const watch = () => {
    isWatched = waiting.length > 0;
    if (isWatched) setTimeout(rejectExpired, Math.max(1, (waiting[0]?.until ?? 0) - performance.now())).unref();
  };
  const rejectExpired = () => {
    const now = performance.now();
    while ((waiting[0]?.until ?? Number.POSITIVE_INFINITY) <= now) waiting.shift()?.leave();
    watch();
  };
  return {
    get length() {
      return waiting.length;
    },
    join(enter, leave) {
      waiting.push({ until: performance.now() + patienceMs, enter, leave });
      if (!isWatched) watch();
    },
    advance: () => waiting.shift()?.enter(),
  };
}
