/** Waits until every instance says that it is ready again, and answers how long that took. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Crew } from '../scenarios/storm.ts';
import { nowMs } from './recorder.ts';

const LONGEST_WAIT_MS = 20_000;
const LOOK_EVERY_MS = 10;

export async function untilReady(crew: Crew): Promise<number> {
  const began = nowMs();
  for (const instance of crew.instances) {
    const url = instance.target()?.url;
    while (nowMs() - began < LONGEST_WAIT_MS) {
      const { status } = await fetch(`${url}/health/ready`);
      if (status === 200) break;
      await pause(LOOK_EVERY_MS);
    }
  }
  return nowMs() - began;
}
