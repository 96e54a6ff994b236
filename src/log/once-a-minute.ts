/**
 * For what may happen thousands of times a second and deserves a line: the first time at once, and those that follow within a
 * minute together at its end.
 */

const MINUTE_MS = 60_000;

/** `tell` learns the facts of the latest time, and how many times there were since it was last called. */
export function onceAMinute<Facts>(tell: (facts: Facts, times: number) => void): (facts: Facts) => void {
  let untold: { readonly facts: Facts; readonly times: number } | undefined;
  let isWaiting = false;

  function tellUntold(): void {
    isWaiting = untold !== undefined;
    if (!untold) return;
    const { facts, times } = untold;
    untold = undefined;
    tell(facts, times);
    setTimeout(tellUntold, MINUTE_MS).unref();
  }

  return (facts) => {
    untold = { facts, times: (untold?.times ?? 0) + 1 };
    if (!isWaiting) tellUntold();
  };
}
