/** One process that is watched, or not, by a signal: what it costs to be watched without what two processes differ by. */
import { setTimeout } from 'node:timers/promises';
import { preloaded } from './preload.ts';

/** The observer of requests twice: as the settings have it, and as if figures and access log were off. */
export const SWITCH = preloaded(
  'createObserver',
  `const [world] = given;
  const all = original(world);
  const none = original({ ...world, settings: { ...world.settings, metricsPort: 0, accessLog: false } });
  let current = all;
  process.on('SIGUSR2', () => { current = current === all ? none : all; });
  return {
    note(observed, status, reply) { current.note(observed, status, reply); },
    settle() { all.settle(); none.settle(); },
  };`,
);

const watched = new Map<number, boolean>();
/** For the signal to be heard, and for what was answered before it to be told. */
const HEARD_MS = 20;

export async function switchTo(pids: readonly number[], isWatched: boolean): Promise<void> {
  for (const pid of pids) {
    if ((watched.get(pid) ?? true) === isWatched) continue;
    watched.set(pid, isWatched);
    process.kill(pid, 'SIGUSR2');
  }
  await setTimeout(HEARD_MS);
}
