/** Says when a burst of work is over. */

/** Shares of the time between two looks in which this process worked. */
const BURST = 0.2;
const REST = 0.02;
/** So many in a row: a pause between two requests of a busy day is no rest. */
const LOOKS_AT_REST = 2;

/** Answers true once after each burst, when nothing is left to do that a collection would hold up. */
export function createRestWatch(): (utilization: number) => boolean {
  let wasBusy = false;
  let atRest = 0;
  return (utilization) => {
    if (utilization >= BURST) wasBusy = true;
    atRest = utilization < REST ? atRest + 1 : 0;
    if (!wasBusy || atRest < LOOKS_AT_REST) return false;
    wasBusy = false;
    return true;
  };
}
