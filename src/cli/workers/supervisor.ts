/** Starts the workers of an instance, restarts those that die, and ends them together. */

import type { BoundPort } from '../../http/server/bound-port.ts';
import type { Log } from '../../log.ts';
import type { Configured } from './messages.ts';
import { isSilent } from './pulse.ts';
import { createSlot, type Exit, isAlive, restart, type Slot, type SlotEvents, send } from './slot.ts';

export interface Supervisor {
  readonly slots: readonly Slot[];
  readonly restarts: number;
  /** The database is ready: every worker opens it. Resolves when all serve. */
  serve(configured: Configured, port: BoundPort): Promise<void>;
  /** Resolves with an exit code when a worker cannot be kept alive. */
  readonly failed: Promise<number>;
  /** Every worker finishes its requests; resolves with 0, or the code of one that failed at that. */
  drain(): Promise<number>;
}

interface SupervisorOptions {
  readonly workers: number;
  readonly log: Log;
  readonly writeLog: SlotEvents['writeLog'];
  /** What is about connections, counting and figures. */
  readonly onMessage: SlotEvents['onMessage'];
  readonly onEnd: (slot: Slot) => void;
}

/** Whoever has served so long did not die of its start. */
const SETTLED_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** After pauses of 3 s in all. */
const MOST_EARLY_DEATHS = 6;

interface State extends SupervisorOptions {
  slots: readonly Slot[];
  restarts: number;
  /** Undefined until the database is ready. */
  served: { readonly configured: Configured; readonly port: BoundPort } | undefined;
  hasServed: boolean;
  isDraining: boolean;
  readonly whole: PromiseWithResolvers<void>;
  readonly failed: PromiseWithResolvers<number>;
  readonly drained: PromiseWithResolvers<number>;
  worstCode: number;
}

export function superviseWorkers(options: SupervisorOptions): Supervisor {
  const state: State = {
    ...options,
    slots: [],
    restarts: 0,
    served: undefined,
    hasServed: false,
    isDraining: false,
    whole: Promise.withResolvers(),
    failed: Promise.withResolvers(),
    drained: Promise.withResolvers(),
    worstCode: 0,
  };
  const events = eventsOf(state);
  state.slots = Array.from({ length: options.workers }, (_, index) => createSlot(index + 1, events));
  for (const slot of state.slots) sayStarted(state, slot);
  return {
    get slots() {
      return state.slots;
    },
    get restarts() {
      return state.restarts;
    },
    failed: state.failed.promise,
    serve(configured, port) {
      state.served = { configured, port };
      for (const slot of state.slots) begin(state, slot);
      return state.whole.promise;
    },
    drain: () => drain(state),
  };
}

function eventsOf(state: State): SlotEvents {
  const events: SlotEvents = {
    writeLog: state.writeLog,
    onMessage(slot, message, handle) {
      if (message.kind === 'prepared') {
        slot.state = 'prepared';
        openPort(state);
      } else if (message.kind === 'serving') {
        slot.state = 'serving';
        slot.since = performance.now();
        state.log.info({ worker: slot.number, pid: slot.child.pid }, 'A worker serves.');
        tellWhole(state);
      } else if (message.kind === 'may-leave' || message.kind === 'left') {
        slot.state = message.kind === 'left' ? 'left' : 'leaving';
        giveTurns(state);
      } else state.onMessage(slot, message, handle);
    },
    onEnd(slot, exit) {
      state.onEnd(slot);
      if (state.isDraining) endOne(state, exit);
      else if (!state.hasServed) state.failed.resolve(exit.code === 0 ? 1 : exit.code);
      else replace(state, slot, exit, events);
    },
  };
  return events;
}

function begin({ served, workers }: State, slot: Slot): void {
  if (served) send(slot, { kind: 'begin', number: slot.number, workers, ...served.configured });
}

/** At the start, once for all: none takes connections before every one can. */
function openPort({ slots, served, hasServed }: State): void {
  const ready = slots.filter(({ state }) => state === 'prepared');
  if (!served || (!hasServed && ready.length < slots.length)) return;
  for (const slot of ready) {
    slot.state = 'starting';
    send(slot, { kind: 'listen' }, served.port.handle);
  }
}

function tellWhole(state: State): void {
  const isWhole = state.slots.every((slot) => slot.state === 'serving');
  for (const slot of state.slots) if (slot.state === 'serving') send(slot, { kind: 'whole', isWhole });
  if (!isWhole) return;
  state.hasServed = true;
  state.whole.resolve();
}

function replace(state: State, slot: Slot, { code, signal }: Exit, events: SlotEvents): void {
  tellWhole(state);
  if (performance.now() - slot.since > SETTLED_MS) slot.earlyDeaths = 0;
  slot.earlyDeaths += 1;
  const facts = { worker: slot.number, code, signal };
  if (slot.earlyDeaths >= MOST_EARLY_DEATHS) {
    state.log.fatal(facts, 'A worker has died at once again and again: the service ends.');
    state.failed.resolve(code === 0 ? 1 : code);
    return;
  }
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (slot.earlyDeaths - 1));
  state.log.error({ ...facts, pauseMs }, 'A worker has died: it is started again.');
  setTimeout(() => {
    if (state.isDraining) return;
    state.restarts += 1;
    restart(slot, events);
    sayStarted(state, slot);
    begin(state, slot);
  }, pauseMs);
}

function sayStarted({ log }: State, { number, child }: Slot): void {
  log.debug({ worker: number, pid: child.pid }, 'A worker is being started.');
}

function drain(state: State): Promise<number> {
  state.isDraining = true;
  // Who closes the port last has to be the last to hold it.
  state.served?.port.close();
  for (const slot of state.slots.filter(isAlive)) {
    if (slot.state === 'serving' && !isSilent(slot)) send(slot, { kind: 'drain' });
    // It has served nothing, or is about to, or answers nobody.
    else slot.child.kill('SIGKILL');
  }
  if (!state.slots.some(isAlive)) state.drained.resolve(state.worstCode);
  return state.drained.promise;
}

/**
 * All but one leave the queue of the port to the others. The last one serves whoever is in it, and closes it when it is
 * empty (http/server/closing.ts).
 */
function giveTurns({ slots }: State): void {
  const alive = slots.filter(isAlive);
  if (alive.some(({ state }) => state !== 'leaving' && state !== 'left')) return;
  const [last, ...others] = alive.filter(({ state }) => state === 'leaving');
  if (last === undefined) return;
  if (others.length === 0) send(last, { kind: 'turn', isLast: true });
  else for (const slot of others) send(slot, { kind: 'turn', isLast: false });
}

function endOne(state: State, { code, signal }: Exit): void {
  if (signal === null) state.worstCode = Math.max(state.worstCode, code);
  giveTurns(state);
  if (!state.slots.some(isAlive)) state.drained.resolve(state.worstCode);
}
