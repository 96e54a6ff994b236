/**
 * How many requests are begun in one turn of the event loop.
 *
 * As many as have arrived can be read in one turn, each on a connection of its own. If all of them were begun at once, those
 * that wait for the database meanwhile would wait for all of them.
 */
export interface Turns {
  /** Whether a request has to wait for the next turn: the time is over, or others wait already. */
  isOver(): boolean;
  /** In the order in which they came. */
  wait(begin: () => void): void;
}

/** A fourth of what one request may take: some hundred bearer checks, a dozen pages. */
const MOST_MS_IN_A_TURN = 5;

/** A connection has one request in it at most, so no more wait than there are connections. */
export function createTurns(): Turns {
  const late: (() => void)[] = [];
  /** 0 where no request has been begun in this turn. */
  let begunAt = 0;

  // Immediates that an immediate asks for run in the next turn, after what was read in it.
  const end = (): void => {
    begunAt = 0;
    if (late.length > 0) setImmediate(beginLate);
  };
  const beginLate = (): void => {
    const until = performance.now() + MOST_MS_IN_A_TURN;
    let begun = 0;
    while (begun < late.length && performance.now() < until) late[begun++]?.();
    late.splice(0, begun);
    if (late.length > 0) setImmediate(beginLate);
  };
  return {
    isOver() {
      if (late.length > 0) return true;
      const now = performance.now();
      if (begunAt !== 0) return now - begunAt >= MOST_MS_IN_A_TURN;
      begunAt = now;
      setImmediate(end);
      return false;
    },
    wait: (begin) => void late.push(begin),
  };
}
