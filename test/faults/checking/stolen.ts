/** Tells what other guests of a shared host took of the processors: meanwhile nobody here could do anything. */
import { readFileSync } from 'node:fs';

/** Linux counts it in hundredths of a second. */
const UNIT_MS = 10;
const LOOK_EVERY_MS = 5;
/** A look comes late where its own thread was held up, and what is counted appears with the next tick of a processor. */
const ASIDE_MS = 20;

/** Since the machine started, of all processors; 0 where the system does not tell. */
export function readStolenMs(): number {
  try {
    // The eighth figure of the first line (proc_stat(5)).
    return Number(readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/ +/)[8] ?? 0) * UNIT_MS;
  } catch {
    return 0;
  }
}

export interface StolenWatch {
  /** The moments at which something had been taken since the look before, by `performance.now()`. */
  end(): readonly number[];
}

export function watchStolen(): StolenWatch {
  const moments: number[] = [];
  let before = readStolenMs();
  const look = () => {
    const now = readStolenMs();
    if (now > before) moments.push(performance.now());
    before = now;
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      look();
      return moments;
    },
  };
}

/** Whether nothing was taken from shortly before a time until shortly after it; moments in their order. */
export function isUndisturbed(moments: readonly number[], from: number, to: number): boolean {
  let low = 0;
  let high = moments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((moments[middle] ?? 0) < from - ASIDE_MS) low = middle + 1;
    else high = middle;
  }
  return (moments[low] ?? Infinity) > to + ASIDE_MS;
}
