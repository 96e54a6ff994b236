/**
 * Measures what a call costs this thread, as a share of what one request may cost.
 *
 * The bound is 20 ms on the machine that docs/performance.md describes. A slower machine needs longer for everything, so a
 * bound in milliseconds would fail there for nothing. The unit is therefore a loop that takes 20 ms on that machine: the
 * cost of a call is its processor time divided by the processor time of the loop, both the least of several runs, and 1
 * is the most that a request may cost.
 */

/** Chosen so that the loop takes 20 ms of processor time on the machine of docs/performance.md. */
const ROUNDS = 18_000_000;
const MEASUREMENTS = 5;
/** Of what may cost too much: other guests of a shared host may disturb several one after the other. */
const COSTLY_MEASUREMENTS = 25;

let loopMs: number | undefined;

/** How long 20 ms of the described machine take on this one. */
export function mostMsForARequest(): number {
  loopMs ??= leastMs(countRounds, MEASUREMENTS);
  return loopMs;
}

/** 1 is what a request may cost at most. Once a run costs no more than `enough`, nothing is run again. */
export function costOf(call: () => unknown, measurements = COSTLY_MEASUREMENTS, enough = 0.5): number {
  return leastMs(call, measurements, mostMsForARequest() * enough) / mostMsForARequest();
}

/** The longest turn of the event loop while something runs that takes several. */
export async function costOfTurns(call: () => Promise<unknown>, measurements = COSTLY_MEASUREMENTS): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let measurement = 0; measurement < measurements && least > mostMsForARequest() / 2; measurement += 1)
    least = Math.min(least, await longestTurn(call));
  return least / mostMsForARequest();
}

async function longestTurn(call: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  let begun = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(begun);
    longest = Math.max(longest, (user + system) / 1000);
    begun = process.threadCpuUsage();
    if (!isDone) setImmediate(look);
  };
  const running = call().finally(() => {
    isDone = true;
  });
  setImmediate(look);
  await running;
  look();
  return longest;
}

/** Everything else that runs on the machine adds to a measurement and nothing takes away from it: the least is nearest. */
function leastMs(call: () => unknown, measurements: number, enoughMs = 0): number {
  let least = Number.POSITIVE_INFINITY;
  for (let measurement = 0; measurement < measurements && least > enoughMs; measurement += 1) {
    // Of this thread alone: the collector and the compiler work on others.
    const begun = process.threadCpuUsage();
    call();
    const { user, system } = process.threadCpuUsage(begun);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

function countRounds(): number {
  let sum = 1;
  for (let round = 0; round < ROUNDS; round += 1) sum = (Math.imul(sum, 31) + (round ^ (sum >>> 3))) | 0;
  return sum;
}
