/** Who of several workers has how many connections, and the connections that are on their way from one to another. */
import type { BoundHandle } from '../../http/server/bound-port.ts';
import { type Slot, send } from './slot.ts';

interface ConnectionCounts {
  onCount(slot: Slot, open: number): void;
  /** Hands a connection on, to another worker that serves where the wished one does not. */
  pass(to: number, connection: BoundHandle): void;
  onTaken(id: number): void;
  onEnd(slot: Slot): void;
}

interface Passing {
  readonly to: Slot;
  readonly connection: BoundHandle;
}

/** What happens within this time is told at once. */
const TELL_AFTER_MS = 50;

export function createCounts(listSlots: () => readonly Slot[]): ConnectionCounts {
  const counts = new Map<number, number>();
  /** Held here until they have arrived: a worker may die before, and nobody would close them. */
  const passing = new Map<number, Passing>();
  let lastId = 0;
  let isToBeTold = false;

  const listServing = () => listSlots().filter(({ state }) => state === 'serving');
  const tellLater = (): void => {
    if (isToBeTold) return;
    isToBeTold = true;
    setTimeout(() => {
      isToBeTold = false;
      for (const slot of listServing()) send(slot, { kind: 'counts', counts });
    }, TELL_AFTER_MS);
  };
  const pass = (to: number, connection: BoundHandle): void => {
    // One that is about to leave the port still serves what it has.
    const takers = listSlots().filter(({ state }) => state === 'serving' || state === 'leaving');
    const taker = takers.find(({ number }) => number === to) ?? takers[0];
    // A bare handle: it closes as a server does. Without a worker there is nobody to serve it.
    if (taker === undefined) return void connection.close();
    lastId += 1;
    passing.set(lastId, { to: taker, connection });
    send(taker, { kind: 'take', id: lastId }, connection);
  };

  return {
    pass,
    onCount({ number }, open) {
      counts.set(number, open);
      tellLater();
    },
    onTaken(id) {
      passing.get(id)?.connection.close();
      passing.delete(id);
    },
    onEnd(slot) {
      counts.delete(slot.number);
      tellLater();
      // It answers for a connection in the turn in which it gets it, so it has not read from these.
      for (const [id, { to, connection }] of [...passing]) {
        if (to !== slot) continue;
        passing.delete(id);
        pass(0, connection);
      }
    },
  };
}
