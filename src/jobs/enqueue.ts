/** Puts work into the batch of an act, so that the work exists exactly if the act happened. */
import { NotNow } from '../protocol/not-now.ts';
import type { Sql } from '../storage/sql.ts';
import { hasJobs, insertJob } from '../storage/tables/jobs.ts';
import type { World } from '../world.ts';
import type { JobKind } from './kind.ts';

const LONGEST_PAYLOAD = 8192;

/**
 * The statement to be written with the act. The payload is read again by the kind's own `run`, possibly of a later
 * version; it names records by number, and holds no secret.
 */
export async function enqueue(world: World, kind: JobKind, payload: string): Promise<Sql> {
  if (Buffer.byteLength(payload) > LONGEST_PAYLOAD) throw new Error(`A job ${kind.name} has too long a payload.`);
  if (await hasJobs(world.database, kind.name, kind.mostWaiting))
    throw new NotNow('unavailable', `Too many jobs ${kind.name} are waiting.`, { shortage: 'jobs' });
  const now = world.now();
  return insertJob({ id: world.nextId(), kind: kind.name, payload, createdAt: now, dueAt: now });
}
