/**
 * How many requests that may write are at work at once when they have just begun, where the database is embedded.
 *
 * All of them wait for the one thread that writes, so with more of them none is answered sooner: they only lie in memory
 * longer, where the collector copies them again and again. What takes longer than a moment waits for something else, a
 * password or another service, and does not count any more, so that it holds up nobody.
 */
export interface FreshRequests {
  isFull(): boolean;
  /** Behind `isFull`. Answers what `end` has to be told. */
  begin(): number;
  end(span: number): void;
}

/** Two groups of writes that are under way, and a third that gathers. */
const MOST_FRESH = 160;
/** A request counts in the span in which it begins and in the next one. */
export const SPAN_MS = 10;

/** By the clock of performance.now(). */
export function createFreshRequests(): FreshRequests {
  let span = 0;
  let begun = 0;
  let begunBefore = 0;
  return {
    isFull() {
      const now = Math.floor(performance.now() / SPAN_MS);
      if (now !== span) {
        begunBefore = now === span + 1 ? begun : 0;
        begun = 0;
        span = now;
      }
      return begun + begunBefore >= MOST_FRESH;
    },
    begin() {
      begun += 1;
      return span;
    },
    end(begunIn) {
      if (begunIn === span) begun -= 1;
      else if (begunIn === span - 1) begunBefore -= 1;
    },
  };
}
