/** Who of several workers has how many connections: told by each, passed on to all, so that they can share evenly. */
import type { BoundHandle } from '../../http/server/bound-port.ts';
import { type Slot, send } from './slot.ts';

interface ConnectionCounts {
  onCount(slot: Slot, open: number): void;
  onEnd(slot: Slot): void;
  /** Hands a connection on, to another worker that serves where the wished one does not. */
  pass(slots: readonly Slot[], to: number, connection: BoundHandle): void;
}

/** What happens within this time is told at once. */
const TELL_AFTER_MS = 50;

export function keepCounts(listSlots: () => readonly Slot[]): ConnectionCounts {
  const counts = new Map<number, number>();
  let isToBeTold = false;
  const tellLater = (): void => {
    if (isToBeTold) return;
    isToBeTold = true;
    setTimeout(() => {
      isToBeTold = false;
      for (const slot of listSlots()) if (slot.state === 'serving') send(slot, { kind: 'counts', counts });
    }, TELL_AFTER_MS);
  };
  return {
    onCount({ number }, open) {
      counts.set(number, open);
      tellLater();
    },
    onEnd({ number }) {
      counts.delete(number);
      tellLater();
    },
    pass(slots, to, connection) {
      const serving = slots.filter(({ state }) => state === 'serving');
      const taker = serving.find(({ number }) => number === to) ?? serving[0];
      // A bare handle, which has no type of its own: it closes as a server does.
      const close = () => void connection.close();
      if (taker) send(taker, { kind: 'take' }, connection, close);
      else close();
    },
  };
}
