/** What the sweep keeps with its job, for its next run and for the figures of every instance. */
import { findPeriodic } from '../storage/tables/jobs.ts';
import type { LivePairs } from '../storage/tables/tokens/pairs.ts';
import type { World } from '../world.ts';

export const SWEEP = 'sweep';

interface SweepNotes {
  /** Nothing is removed before this moment. */
  readonly pausedUntil?: number;
  /** About the last pass that went over all tables. */
  readonly finishedAt?: number;
  readonly tookSeconds?: number;
  /** What it left behind that was live, where the instance that swept shows figures. */
  readonly live?: LivePairs;
}

/** Empty before the first pass. A bare number is the end of a pause, as earlier versions have written it. */
export function readNotes(payload: string): SweepNotes {
  if (payload === '') return {};
  if (/^\d+$/.test(payload)) return { pausedUntil: Number(payload) };
  // Written by ourselves.
  return JSON.parse(payload) as SweepNotes;
}

export function formatNotes(notes: SweepNotes): string {
  const text = JSON.stringify(notes);
  return text === '{}' ? '' : text;
}

interface SweepState extends SweepNotes {
  /** Whether some instance is at it. */
  readonly isRunning: boolean;
}

/** Of the service as a whole, whichever instance sweeps. Undefined where none ever did. */
export async function readSweepState({ database, now }: World): Promise<SweepState | undefined> {
  const job = await findPeriodic(database, SWEEP);
  return job && { ...readNotes(job.payload), isRunning: job.lease !== null && job.dueAt > now() };
}
