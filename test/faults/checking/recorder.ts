/** Writes a worker's history: a line before each call and one after it, each handed to the system before going on. */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Completion, type Invocation, type Line, type Operation, readLines } from './history.ts';

export interface Recorder {
  /** Records the call, makes it, records what came of it. */
  record(
    call: Omit<Invocation, 'id' | 'invokedAt'>,
    make: () => Promise<Omit<Completion, 'completedAt'>>,
  ): Promise<Operation>;
  close(): void;
}

/**
 * The recorder's own process is never the victim, so a line that the system has taken is safe; it need not reach the
 * disk before the call is made.
 */
export function openRecorder(directory: string, worker: string): Recorder {
  mkdirSync(directory, { recursive: true });
  const file = openSync(join(directory, `${worker}.jsonl`), 'a');
  let count = 0;
  const write = (line: Line) => writeSync(file, `${JSON.stringify(line)}\n`);
  return {
    async record(call, make) {
      count += 1;
      const invocation = { ...call, id: `${worker}-${count}`, invokedAt: nowMs() };
      write({ call: invocation });
      const made = await make();
      const completion = { ...made, completedAt: nowMs() };
      write({ answer: { id: invocation.id, ...completion } });
      return { ...invocation, ...completion };
    },
    close: () => closeSync(file),
  };
}

/** Everything the workers wrote, read back from their files. */
export function readHistory(directory: string): readonly Operation[] {
  return readdirSync(directory).flatMap((name) => {
    const lines = readFileSync(join(directory, name), 'utf8').split('\n').filter(Boolean);
    return readLines(lines.map((line): Line => JSON.parse(line)));
  });
}

/** The machine's monotonic clock, which all processes on it read alike. */
export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
