/** For what may happen thousands of times a second and deserves a line: the first time, then once a minute with a count. */

const TELL_EVERY_MS = 60_000;

/** `tell` learns how many there were since it was last called, the present one included. */
export function onceAMinute<Facts>(tell: (facts: Facts, times: number) => void): (facts: Facts) => void {
  let nextAt = Number.NEGATIVE_INFINITY;
  let times = 0;
  return (facts) => {
    times += 1;
    const now = performance.now();
    if (now < nextAt) return;
    nextAt = now + TELL_EVERY_MS;
    tell(facts, times);
    times = 0;
  };
}
