/** One place among the workers of an instance: the process that has it now, and how those before it ended. */
import { type ChildProcess, fork } from 'node:child_process';
import { constants } from 'node:os';
import type { BoundHandle } from '../../http/server/bound-port.ts';
import { type ToPrimary, type ToWorker, WORKER_WORD } from './messages.ts';
import { passWholeLines } from './whole-lines.ts';

export interface Slot {
  readonly number: number;
  child: ChildProcess;
  state: 'starting' | 'prepared' | 'serving' | 'leaving' | 'left' | 'ended';
  /** Of the monotonic clock; where it never served, when it was started. */
  since: number;
  /** Deaths one after the other, each soon after its start. */
  earlyDeaths: number;
  /** How often it was asked in vain whether it answers. */
  missed: number;
}

export interface SlotEvents {
  /** `handle` came with the message. */
  onMessage(slot: Slot, message: ToPrimary, handle: BoundHandle): void;
  onEnd(slot: Slot, exit: Exit): void;
  /** Whole lines for the log. */
  writeLog(lines: string): void;
}

export interface Exit {
  /** As a shell would say it: 128 and its number for a signal. */
  readonly code: number;
  readonly signal: NodeJS.Signals | null;
}

const SHELL_SIGNAL = 128;

export function createSlot(number: number, events: SlotEvents): Slot {
  const slot: Slot = {
    ...{ number, child: startChild(), state: 'starting', since: performance.now() },
    ...{ earlyDeaths: 0, missed: 0 },
  };
  listen(slot, events);
  return slot;
}

export function restart(slot: Slot, events: SlotEvents): void {
  slot.child = startChild();
  slot.state = 'starting';
  slot.since = performance.now();
  slot.missed = 0;
  listen(slot, events);
}

export function send({ child }: Slot, message: ToWorker, handle?: BoundHandle): void {
  // One that has just died is restarted or done with; its messages are lost with it.
  if (child.connected) child.send(message, handle, () => {});
}

export function isAlive({ state }: Slot): boolean {
  return state !== 'ended';
}

/** The same program with the same options of Node.js; settings come by the channel, so that no secret stands in its environment. */
function startChild(): ChildProcess {
  return fork(process.argv[1] ?? '', [WORKER_WORD], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'],
  });
}

function listen(slot: Slot, { onMessage, onEnd, writeLog }: SlotEvents): void {
  const { child } = slot;
  const lines = child.stdio[4];
  if (lines && 'setEncoding' in lines) passWholeLines(lines, writeLog);
  child.on('error', () => child.kill('SIGKILL'));
  // Sent by our own program, by the types of the same file.
  child.on('message', (message, handle) => onMessage(slot, message as ToPrimary, handle as BoundHandle));
  child.once('exit', (code, signal) => {
    slot.state = 'ended';
    onEnd(slot, { code: code ?? SHELL_SIGNAL + (signal === null ? 0 : constants.signals[signal]), signal });
  });
}
