/** Sets the wall clocks of running instances, and remembers when which clock said what. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { nowMs } from '../checking/recorder.ts';
import type { Instance } from './instance.ts';

export interface Clocks {
  /** For the processes. */
  readonly env: Readonly<Record<string, string>>;
  /** Lets the clock of an instance jump by some seconds, and waits until it has. */
  jump(instance: Instance, seconds: number): Promise<void>;
}

/** An instance looks every 10 ms. */
const SETTLED_MS = 60;

export function openClocks(directory: string): Clocks {
  const folder = join(directory, 'clocks');
  mkdirSync(folder, { recursive: true });
  const offsets = new Map<string, number>();
  const preload = pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href;
  return {
    env: { NODE_OPTIONS: `--import=${preload}`, LATCHKEY_TEST_CLOCKS: folder },
    async jump(instance, seconds) {
      const port = new URL(instance.target()?.url ?? '').port;
      const offset = (offsets.get(port) ?? 0) + seconds;
      offsets.set(port, offset);
      const path = join(folder, port);
      // Renamed into place: nobody reads half a number.
      writeFileSync(`${path}.new`, String(offset * 1000));
      renameSync(`${path}.new`, path);
      await pause(SETTLED_MS);
    },
  };
}

/** The offset of one clock over time, on the monotonic clock of the recorder. */
export interface Timeline {
  jumped(seconds: number): void;
  /** What the clock said at a moment, in seconds since the first one. */
  at(ms: number): number;
}

export function openTimeline(): Timeline {
  const jumps: { readonly at: number; readonly seconds: number }[] = [];
  return {
    jumped: (seconds) => void jumps.push({ at: nowMs(), seconds }),
    at: (ms) => ms / 1000 + jumps.filter(({ at }) => at <= ms).reduce((sum, { seconds }) => sum + seconds, 0),
  };
}
