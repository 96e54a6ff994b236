/**
 * When requests are begun that have arrived: how many in one turn of the event loop, and which of them together.
 *
 * As many as have arrived can be read in one turn, each on a connection of its own. If all of them were begun at once, those
 * that wait for the database meanwhile would wait for all of them.
 */
import type { Look } from '../../storage/database.ts';

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

/**
 * Begins the requests of one turn together, so that one look at the database serves all of them, and whoever is answered from
 * memory is answered without a promise. A turn that answered each request as soon as it was read would have few requests: the
 * next ones would come while it answers, each with a look of its own.
 */
export interface Gathering {
  /** Begins a request at the end of this turn, or in a later one where too many came, in the order in which they came. */
  begin(request: () => void): void;
}

interface GatheringOptions {
  look(): Look;
  /** Requests that came in and are not answered yet. */
  open(): number;
  /** Called when some have been begun. */
  begun(): void;
}

/** With two thousand connections a turn has two thousand requests, and the collector would copy them again and again. */
const MOST_TOGETHER = 64;

/** As above, no more wait than there are connections. */
export function createGathering({ look, open, begun }: GatheringOptions): Gathering {
  const waiting: (() => void)[] = [];
  /** By the clock of performance.now(); 0 where none has come in this turn. */
  let firstCameAt = 0;

  function endTurn(): void {
    firstCameAt = 0;
    beginSome(performance.now() + MOST_MS_IN_A_TURN);
  }

  function endTurnLater(): void {
    firstCameAt = performance.now();
    setImmediate(endTurn);
  }

  function beginSome(until: number): void {
    if (waiting.length === 0) return;
    let left = Math.min(waiting.length, MOST_TOGETHER);
    const seen = look();
    const isOver = () => left === 0 || performance.now() >= until;
    const beginNext = () => {
      do left -= 1;
      while (isAnswered(waiting.shift(), open) && !isOver());
    };
    // One of them in any case: the look may have taken all of the time.
    const goOn = () => {
      seen.during(beginNext);
      if (isOver()) end(seen, until);
      // Most of a page is made in promises. A tick that a promise asks for comes after all of them, and the time is looked at
      // after what they took.
      else queueMicrotask(() => process.nextTick(() => (isOver() ? end(seen, until) : goOn())));
    };
    goOn();
  }

  function end(seen: Look, until: number): void {
    seen.end();
    begun();
    if (waiting.length >= MOST_TOGETHER && performance.now() < until) beginSome(until);
    // Immediates that an immediate asks for run in the next turn, after what was read in it.
    else if (waiting.length > 0 && firstCameAt === 0) endTurnLater();
  }

  return {
    begin(request) {
      waiting.push(request);
      if (firstCameAt === 0) endTurnLater();
      else if (waiting.length >= MOST_TOGETHER && performance.now() < firstCameAt + MOST_MS_IN_A_TURN)
        beginSome(firstCameAt + MOST_MS_IN_A_TURN);
    },
  };
}

/** False for a request that goes on in promises. */
function isAnswered(request: (() => void) | undefined, open: () => number): boolean {
  const before = open();
  request?.();
  return open() < before;
}
