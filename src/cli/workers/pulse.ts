/**
 * Asks every worker each second whether it still answers, and ends one that does not: stopped, or caught in an endless turn. Its
 * connections wait for nothing, it may hold the lock of an SQLite file, and whoever asks for the health of the service is answered
 * by the others.
 */
import type { Log } from '../../log.ts';
import { type Slot, send } from './slot.ts';

interface Pulse {
  onAnswer(slot: Slot): void;
}

interface PulseOptions {
  readonly listSlots: () => readonly Slot[];
  readonly log: Log;
  /** A worker has become silent, or answers again. */
  readonly onChange: () => void;
}

const EVERY_MS = 1000;
/** Of so many questions none is missed by one that only waits for its turn. */
const SILENT_AFTER = 3;
/**
 * Counted by what the primary asked, not by time: a machine that was suspended asks once, and where it has no time for workers it has
 * little for the primary.
 */
const ENDED_AFTER = 20;

/** One that is silent is given no connections, and not waited for. */
export function isSilent({ missed }: Slot): boolean {
  return missed >= SILENT_AFTER;
}

export function watchPulse({ listSlots, log, onChange }: PulseOptions): Pulse {
  const look = (slot: Slot): void => {
    if (slot.missed === 0) send(slot, { kind: 'alive' });
    slot.missed += 1;
    if (slot.missed === SILENT_AFTER) {
      log.warn({ worker: slot.number, pid: slot.child.pid }, 'A worker does not answer.');
      onChange();
    }
    // Where none answers, what they share is at fault, such as the disk; whoever watches the service sees that.
    if (slot.missed >= ENDED_AFTER && listSlots().some((other) => other.state === 'serving' && !isSilent(other)))
      end(slot);
  };
  const end = (slot: Slot): void => {
    if (slot.child.killed) return;
    log.error({ worker: slot.number, pid: slot.child.pid, questions: slot.missed }, 'A worker is ended: it is silent.');
    slot.child.kill('SIGKILL');
  };
  setInterval(() => {
    for (const slot of listSlots()) if (slot.state === 'serving') look(slot);
  }, EVERY_MS).unref();
  return {
    onAnswer(slot) {
      const wasSilent = isSilent(slot);
      slot.missed = 0;
      if (!wasSilent) return;
      log.info({ worker: slot.number, pid: slot.child.pid }, 'A worker answers again.');
      onChange();
    },
  };
}
