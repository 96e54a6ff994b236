/** Who of several workers has how many connections, and the connections that are on their way from one to another. */
import type { BoundHandle } from '../../http/server/bound-port.ts';
import { isSilent } from './pulse.ts';
import { type Slot, send } from './slot.ts';

interface ConnectionCounts {
  onCount(slot: Slot, open: number): void;
  /** Hands a connection on, to another worker that serves where the wished one does not. */
  pass(to: number, connection: BoundHandle): void;
  onTaken(id: number): void;
  onEnd(slot: Slot): void;
  /** A worker is silent, or answers again: those that are silent are given nothing. */
  onPulse(): void;
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
      const serving = listServing();
      const silent = serving.filter(isSilent).map(({ number }) => number);
      const told = new Map([...counts].filter(([number]) => !silent.includes(number)));
      for (const slot of serving) send(slot, { kind: 'counts', counts: told });
    }, TELL_AFTER_MS);
  };
  const pass = (to: number, connection: BoundHandle): void => {
    // One that is about to leave the port still serves what it has.
    const takers = listSlots().filter(({ state }) => state === 'serving' || state === 'leaving');
    const awake = takers.filter((slot) => !isSilent(slot));
    const taker = awake.find(({ number }) => number === to) ?? awake[0] ?? takers[0];
    // A bare handle: it closes as a server does. Without a worker there is nobody to serve it.
    if (taker === undefined) return void connection.close();
    lastId += 1;
    passing.set(lastId, { to: taker, connection });
    send(taker, { kind: 'take', id: lastId }, connection);
  };

  return {
    pass,
    onPulse: tellLater,
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
