/** Waits for what only time brings, by looking again and again up to a limit. */
import { setTimeout } from 'node:timers/promises';

/** Each pause is twice as long as the one before it: most of what is waited for comes soon. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;
/** Long enough for a machine that does ten other things: what never comes is still told. */
const LIMIT_MS = 60_000;

export async function eventually(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const limit = Date.now() + LIMIT_MS;
  for (let pause = FIRST_PAUSE_MS; !(await isSo()); pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    if (Date.now() > limit) throw new Error(`waited in vain: ${what}`);
    await setTimeout(pause);
  }
}

/** For lifetimes that cannot be looked at without being used. The service counts whole seconds, hence one more. */
export function secondsPass(seconds: number): Promise<void> {
  const end = Date.now() + (seconds + 1) * 1000;
  return eventually(`${seconds} seconds`, () => Date.now() > end);
}
