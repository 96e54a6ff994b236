/** Every process that a test file starts ends with the file, however the file ends and however far the process came. */
import type { ChildProcess, ChildProcessWithoutNullStreams, SpawnOptionsWithoutStdio } from 'node:child_process';
import { spawn } from 'node:child_process';

/** Longer than a drain takes; what hangs after it is killed. */
const END_LIMIT_MS = 5_000;
const owned = new Set<ChildProcess>();
/** By which signal each is ended when there is no time left to ask. */
const lastSignals = new Map<ChildProcess, NodeJS.Signals>();
let isOver = false;

/** Starts a process that `endChildren` ends. */
export function spawnChild(
  program: string,
  words: readonly string[],
  options: SpawnOptionsWithoutStdio,
): ChildProcessWithoutNullStreams {
  // A hook that failed half way leaves its other half running: what that starts afterwards would belong to nobody.
  if (isOver) throw new Error(`${program} is not started, since the tests have ended`);
  const child = spawn(program, words, options);
  owned.add(child);
  whenGone(child, () => owned.delete(child));
  return killAtExit(child, 'SIGKILL');
}

/** For whoever ends a process in another way: registered in the turn of the spawn, it survives no exit of this process. */
export function killAtExit<Child extends ChildProcess>(child: Child, signal: NodeJS.Signals): Child {
  lastSignals.set(child, signal);
  whenGone(child, () => lastSignals.delete(child));
  return child;
}

/**
 * For an `after` hook: kills every process and lets nothing new be started. None is asked politely first: an orderly end takes
 * a second, there are a hundred files, and what it owes to clients and to the database has tests of its own.
 */
export async function endChildren(): Promise<void> {
  isOver = true;
  await Promise.all([...owned].map((child) => endChild(child, 'SIGKILL')));
}

/** Sends the signal, kills what has not ended within the limit, and answers the exit code. */
export async function endChild(
  child: ChildProcess,
  signal: NodeJS.Signals,
  limitMs = END_LIMIT_MS,
): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return child.exitCode;
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  child.kill(signal);
  const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
  const code = await exited;
  clearTimeout(limit);
  return code;
}

/** A program that could not be started has an error and no exit. */
function whenGone(child: ChildProcess, then: () => void): void {
  child.once('exit', then);
  child.once('error', then);
}

function killAll(): void {
  isOver = true;
  for (const [child, signal] of lastSignals) child.kill(signal);
}

process.once('exit', killAll);

/** The test runner ends a file that takes too long with SIGTERM, which by itself ends no child and calls no hook. */
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.once(signal, () => {
    killAll();
    process.kill(process.pid, signal);
  });
}
