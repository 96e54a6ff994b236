/** Waits for what only time brings, by looking again and again up to a limit. */
import { setTimeout } from 'node:timers/promises';

const PAUSE_MS = 100;
const LIMIT_MS = 15_000;

export async function eventually(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const limit = Date.now() + LIMIT_MS;
  while (!(await isSo())) {
    if (Date.now() > limit) throw new Error(`waited in vain: ${what}`);
    await setTimeout(PAUSE_MS);
  }
}

/** For lifetimes that cannot be looked at without being used. The service counts whole seconds, hence one more. */
export function secondsPass(seconds: number): Promise<void> {
  const end = Date.now() + (seconds + 1) * 1000;
  return eventually(`${seconds} seconds`, () => Date.now() > end);
}
