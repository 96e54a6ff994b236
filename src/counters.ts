/**
 * Rate limits counted in memory, for checks too frequent to be written to the database.
 *
 * Each instance counts for itself and a restart forgets, so the true bound is the limit times the instances; the workers
 * of one instance count together (counters/credit.ts). That is enough against guessing 256-bit secrets, where a limit
 * only saves work; passwords are guarded by spend.ts.
 */
import { ALLOWED, type Allowance, isOver, type Limit } from './protocol/limits.ts';

export interface Counters {
  /** Counts one, or refuses it: for all workers of this instance together, so the answer may have to be waited for. */
  spend(name: string, limit: Limit, now: number): Allowance | Promise<Allowance>;
  /** The same for this process alone, at once; of several workers each has its share of the limit, one at least. */
  spendHere(name: string, limit: Limit, now: number): Allowance;
}

interface LocalCounters extends Counters {
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
export function createCounters(isOff = false): LocalCounters {
  const counts = new Map<string, Count>();

  function spend(name: string, limit: Limit, now: number): Allowance {
    if (isOff) return ALLOWED;
    const count = counts.get(name);
    if (count === undefined || isOver(count.resetsAt, limit, now)) {
      makeRoom(counts, name);
      counts.set(name, { spent: 1, resetsAt: now + limit.windowSeconds, isReported: false });
      return ALLOWED;
    }
    if (count.spent >= limit.most) {
      const isFirst = !count.isReported;
      count.isReported = true;
      return { allowed: false, retryAfterSeconds: count.resetsAt - now, isFirst };
    }
    count.spent += 1;
    return ALLOWED;
  }

  return { spend, spendHere: spend };
}

/** Tells of every refusal of `spend`, by the name of its counter; those of `spendHere` cost nobody an answer. */
export function watchCounters(counters: Counters, onRefused: (name: string) => void): Counters {
  const watch = (allowance: Allowance, name: string): Allowance => {
    if (!allowance.allowed) onRefused(name);
    return allowance;
  };
  return {
    spend(name, limit, now) {
      const allowance = counters.spend(name, limit, now);
      return 'then' in allowance ? allowance.then((later) => watch(later, name)) : watch(allowance, name);
    },
    spendHere: counters.spendHere,
  };
}

/** Before a name is set: keeps a map in the order in which windows were opened, and as small as it may be. */
export function makeRoom(map: Map<string, unknown>, name: string): void {
  map.delete(name);
  if (map.size < MOST_NAMES) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
