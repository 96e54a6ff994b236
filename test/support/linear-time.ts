/**
 * Finds what takes more than linear time, by what twice as much costs.
 *
 * A bound in milliseconds fails on a busy machine for nothing, and holds on a quick one for too much. So half an input and
 * the whole are measured in processor time of this thread, and the whole must not cost four times as much.
 */
import assert from 'node:assert/strict';

const MEASUREMENTS = 7;
/** What a clock cannot tell apart is no finding: what takes the square of these lengths needs whole seconds. */
const UNMEASURABLE_MS = 20;

/** `inputOf` makes an input of about so many characters. */
export function assertLinear<Input>(
  call: (input: Input) => unknown,
  inputOf: (length: number) => Input,
  length = 65_536,
): void {
  const [half, whole] = [inputOf(length / 2), inputOf(length)];
  let [leastHalf, leastWhole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let measurement = 0; measurement < MEASUREMENTS; measurement += 1) {
    leastHalf = Math.min(
      leastHalf,
      processorMs(() => call(half)),
    );
    leastWhole = Math.min(
      leastWhole,
      processorMs(() => call(whole)),
    );
    if (leastWhole < 3 * leastHalf + UNMEASURABLE_MS) return;
  }
  assert.fail(`half of it took ${leastHalf} ms, and all of it ${leastWhole} ms`);
}

function processorMs(call: () => unknown): number {
  const begun = process.threadCpuUsage();
  call();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}
