/**
 * How many requests are begun in one turn of the event loop.
 *
 * As many as have arrived can be read in one turn, each on a connection of its own. If all of them were begun at once, those
 * that wait for the database meanwhile would wait for all of them.
 */
export interface Turns {
  /** Begins a request now, or in a later turn where the time is over or others wait already, in the order in which they came. */
  begin(request: () => void): void;
}

/** A fourth of what one request may take: some hundred bearer checks, a dozen pages. */
const MOST_MS_IN_A_TURN = 5;

/** A connection has one request in it at most, so no more wait than there are connections. */
export function createTurns(): Turns {
  const late: (() => void)[] = [];
  /** 0 where no request has been begun in this turn. */
  let begunAt = 0;

  const isOver = (): boolean => {
    if (late.length > 0) return true;
    const now = performance.now();
    if (begunAt !== 0) return now - begunAt >= MOST_MS_IN_A_TURN;
    begunAt = now;
    setImmediate(end);
    return false;
  };
  // Immediates that an immediate asks for run in the next turn, after what was read in it.
  const end = (): void => {
    begunAt = 0;
    if (late.length > 0) setImmediate(beginLate);
  };
  const beginLate = (): void => beginUntil(performance.now() + MOST_MS_IN_A_TURN);
  const beginUntil = (until: number): void => {
    late.shift()?.();
    if (late.length === 0) return;
    // Most of a request runs in promises, which a loop would leave for its end: a thousand pages would be made then. A tick
    // that a promise asks for comes after all promises, and the time is looked at after what this one took.
    queueMicrotask(() =>
      process.nextTick(() => {
        if (performance.now() < until) beginUntil(until);
        else setImmediate(beginLate);
      }),
    );
  };
  return {
    begin(request) {
      if (isOver()) late.push(request);
      else request();
    },
  };
}
