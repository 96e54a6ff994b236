/** The counts of all workers of an instance, kept by their primary: it hands out credit, never more than a limit allows. */

import { makeRoom } from '../counters.ts';
import { isOver, type Limit } from '../protocol/limits.ts';

export interface CreditRequest extends Limit {
  readonly name: string;
  /** By the clock of the worker that asks. */
  readonly now: number;
  /** False while the worker waits for another answer about this name: then one is enough. */
  readonly isAlone: boolean;
}

export interface Credit {
  /** How many may be let through; 0 until the window ends. */
  readonly granted: number;
  readonly resetsAt: number;
  /** True for the first refusal of the window. */
  readonly isFirst: boolean;
}

interface Ledger {
  grant(request: CreditRequest): Credit;
}

interface Window {
  given: number;
  readonly resetsAt: number;
  isReported: boolean;
}

/**
 * What a worker has and does not use is missing at the others until the window ends: so it gets a part of what is left
 * that shrinks with it, and never more than this.
 */
const MOST_AT_ONCE = 32;
const PARTS_PER_WORKER = 4;

export function createLedger(workers: number): Ledger {
  const windows = new Map<string, Window>();
  return {
    grant({ name, most, windowSeconds, now, isAlone }) {
      let window = windows.get(name);
      if (window === undefined || isOver(window.resetsAt, { windowSeconds }, now)) {
        window = { given: 0, resetsAt: now + windowSeconds, isReported: false };
        makeRoom(windows, name);
        windows.set(name, window);
      }
      const { resetsAt } = window;
      const left = most - window.given;
      if (left <= 0) {
        const isFirst = !window.isReported;
        window.isReported = true;
        return { granted: 0, resetsAt, isFirst };
      }
      const part = Math.min(MOST_AT_ONCE, Math.floor(left / (PARTS_PER_WORKER * workers)));
      const granted = isAlone ? Math.max(1, part) : 1;
      window.given += granted;
      return { granted, resetsAt, isFirst: false };
    },
  };
}
