/**
 * Rate limits counted in this process, for checks too frequent to be written to the database.
 *
 * Each instance counts for itself and a restart forgets, so the true bound is the limit times the instances. That
 * is enough against guessing 256-bit secrets, where a limit only saves work; passwords are guarded by spend.ts.
 */
import { ALLOWED, type Allowance, type Limit } from './protocol/limits.ts';

export interface Counters {
  /** Counts one, or refuses it. */
  spend(name: string, limit: Limit, now: number): Allowance;
}

interface Count {
  spent: number;
  resetsAt: number;
  isReported: boolean;
}

/** Some 8 MiB. When more names are active, the window that was opened first is forgotten. */
export const MOST_NAMES = 50_000;

/** `isOff` is settings.dangerNoRateLimits. */
export function createCounters(isOff = false): Counters {
  const counts = new Map<string, Count>();

  return {
    spend(name, { most, windowSeconds }, now) {
      if (isOff) return ALLOWED;
      const count = counts.get(name);
      if (!count || count.resetsAt <= now) {
        // Deleted first, so that the map stays in the order in which windows were opened.
        counts.delete(name);
        if (counts.size >= MOST_NAMES) forgetOldest(counts);
        counts.set(name, { spent: 1, resetsAt: now + windowSeconds, isReported: false });
        return ALLOWED;
      }
      if (count.spent < most) {
        count.spent += 1;
        return ALLOWED;
      }
      const isFirst = !count.isReported;
      count.isReported = true;
      return { allowed: false, retryAfterSeconds: count.resetsAt - now, isFirst };
    },
  };
}

function forgetOldest(counts: Map<string, Count>): void {
  const [oldest] = counts.keys();
  if (oldest !== undefined) counts.delete(oldest);
}
