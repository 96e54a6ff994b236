/** Rate limits of a worker: it spends credit that its primary gave it, and asks for more when that is used up. */

import { type Counters, createCounters, makeRoom } from '../counters.ts';
import { ALLOWED, type Allowance, isOver, type Limit } from '../protocol/limits.ts';
import type { Credit, CreditRequest } from './ledger.ts';

interface Held {
  left: number;
  /** The limit that the primary was asked about: where it is another number now, what it said holds no more. */
  readonly most: number;
  readonly resetsAt: number;
  /** The primary has said that nothing is left: what comes until then costs no message. */
  isSpent: boolean;
}

interface CreditOptions {
  readonly isOff: boolean;
  readonly workers: number;
  /** Asks the primary. */
  readonly ask: (request: CreditRequest) => Promise<Credit>;
}

export function createCreditCounters({ isOff, workers, ask }: CreditOptions): Counters {
  const local = createCounters(isOff);
  const held = new Map<string, Held>();
  const asking = new Map<string, number>();

  function note(name: string, most: number, { granted, resetsAt }: Credit): void {
    const known = held.get(name);
    if (known === undefined || known.resetsAt < resetsAt || known.most !== most) {
      makeRoom(held, name);
      held.set(name, { left: Math.max(0, granted - 1), most, resetsAt, isSpent: granted === 0 });
    } else if (known.resetsAt === resetsAt) {
      known.left += Math.max(0, granted - 1);
      known.isSpent = granted === 0;
    }
  }

  async function askFor(name: string, limit: Limit, now: number): Promise<Allowance> {
    const others = asking.get(name) ?? 0;
    asking.set(name, others + 1);
    try {
      const { most, windowSeconds } = limit;
      const credit = await ask({ name, most, windowSeconds, now, isAlone: others === 0 });
      note(name, most, credit);
      if (credit.granted > 0) return ALLOWED;
      return { allowed: false, retryAfterSeconds: credit.resetsAt - now, isFirst: credit.isFirst };
    } finally {
      const left = (asking.get(name) ?? 1) - 1;
      if (left > 0) asking.set(name, left);
      else asking.delete(name);
    }
  }

  return {
    spend(name, limit, now) {
      if (isOff) return ALLOWED;
      const known = held.get(name);
      if (known === undefined || known.most !== limit.most || isOver(known.resetsAt, limit, now)) {
        held.delete(name);
        return askFor(name, limit, now);
      }
      if (known.left > 0) {
        known.left -= 1;
        return ALLOWED;
      }
      if (known.isSpent) return { allowed: false, retryAfterSeconds: known.resetsAt - now, isFirst: false };
      return askFor(name, limit, now);
    },
    spendHere: (name, limit, now) =>
      local.spendHere(name, { ...limit, most: Math.max(1, Math.floor(limit.most / workers)) }, now),
  };
}
