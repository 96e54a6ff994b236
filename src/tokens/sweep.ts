/**
 * Removes what has ended, in small batches, so that tables do not grow without end.
 *
 * Nothing depends on it: expiry and revocation are judged at every use. Each step touches a bounded number of rows
 * along an index and yields to requests between two steps.
 */
import { RUN_SECONDS } from '../protocol/playground/run.ts';
import type { Database } from '../storage/database.ts';
import { MOST_REFUSED } from '../storage/later/refusal-queue.ts';
import type { Sql } from '../storage/sql.ts';
import { sweepRemovedSecrets } from '../storage/tables/clients/removed-secrets.ts';
import { sweepRefused, trimRefused } from '../storage/tables/events/refused-requests.ts';
import { sweepDeadJobs, trimDeadJobs } from '../storage/tables/jobs.ts';
import {
  closeEndedConsents,
  nextFamilies,
  nextPairs,
  nextScopeUses,
  type Slice,
  sweepCodes,
  sweepDays,
  sweepEvents,
  sweepFamilies,
  sweepLimits,
  sweepPairs,
  sweepScopeUses,
  sweepSessions,
  sweepSetupLinks,
  sweepUses,
} from '../storage/tables/sweep.ts';
import { sweepPlaygroundFamilies } from '../storage/tables/tokens/playground-families.ts';
import { firstIdOf, type World } from '../world.ts';

const BATCH_ROWS = 500;
const DAY_SECONDS = 86_400;
const REFUSED_REQUEST_DAYS = 7;
const REMOVED_SECRET_DAYS = 90;
const DEAD_JOB_DAYS = 30;
const MOST_DEAD_JOBS = 10_000;

export interface Swept {
  readonly table: string;
  readonly rows: number;
}

type Progress = (swept: Swept) => void | Promise<void>;

/** One full pass over every table. `onStep` hears of each batch and may make the sweep wait. */
export async function sweep(world: World, onStep: Progress = () => {}): Promise<number> {
  const now = world.now();
  const dayAgo = now - DAY_SECONDS;
  const keepFrom = firstIdOf(now - world.settings.eventDays * DAY_SECONDS);
  let total = 0;
  total += await repeat(world.database, 'sessions', () => sweepSessions(now, BATCH_ROWS), onStep);
  total += await repeat(world.database, 'limits', () => sweepLimits(now, BATCH_ROWS), onStep);
  total += await repeat(world.database, 'codes', () => sweepCodes(dayAgo, BATCH_ROWS), onStep);
  total += await repeat(world.database, 'events', () => sweepEvents(keepFrom, BATCH_ROWS), onStep);
  const firstDay = Math.floor(now / DAY_SECONDS) - world.settings.eventDays;
  total += await repeat(world.database, 'client_days', () => sweepDays(firstDay, BATCH_ROWS), onStep);
  total += await sweepRefusedRequests(world, onStep);
  total += await sweepJobs(world, onStep);
  const runsBefore = now - RUN_SECONDS;
  total += await repeat(
    world.database,
    'playground_families',
    () => sweepPlaygroundFamilies(runsBefore, BATCH_ROWS),
    onStep,
  );
  total += await repeat(world.database, 'consents', () => closeEndedConsents(now, BATCH_ROWS), onStep);
  total += await walk(world.database, { table: 'pairs', next: nextPairs, onStep }, (slice) => [
    sweepPairs(slice, now, dayAgo),
  ]);
  // The last uses of families that an earlier pass removed lie in the gaps between those that are left.
  total += await walk(world.database, { table: 'families', next: nextFamilies, onStep }, (slice) => [
    sweepFamilies(slice, dayAgo),
    sweepUses(slice),
  ]);
  total += await walk(world.database, { table: 'scope_uses', next: nextScopeUses, onStep }, (slice) => [
    sweepScopeUses(slice, now),
  ]);
  await world.database.write([sweepSetupLinks(now)]);
  return total;
}

/** By age, and by number, for rows that several instances wrote at once. */
async function sweepRefusedRequests({ database, now }: World, onStep: Progress): Promise<number> {
  const table = 'refused_requests';
  const keepFrom = firstIdOf(now() - REFUSED_REQUEST_DAYS * DAY_SECONDS);
  const secretsFrom = now() - REMOVED_SECRET_DAYS * DAY_SECONDS;
  return (
    (await repeat(database, table, () => sweepRefused(keepFrom, BATCH_ROWS), onStep)) +
    (await repeat(database, table, () => trimRefused(MOST_REFUSED, BATCH_ROWS), onStep)) +
    (await repeat(database, 'removed_secrets', () => sweepRemovedSecrets(secretsFrom, BATCH_ROWS), onStep))
  );
}

/** Jobs that were given up wait for the operator, by age and by number. */
async function sweepJobs({ database, now }: World, onStep: Progress): Promise<number> {
  const diedBefore = now() - DEAD_JOB_DAYS * DAY_SECONDS;
  return (
    (await repeat(database, 'jobs', () => sweepDeadJobs(diedBefore, BATCH_ROWS), onStep)) +
    (await repeat(database, 'jobs', () => trimDeadJobs(MOST_DEAD_JOBS, BATCH_ROWS), onStep))
  );
}

/** Deletes along an index of expiry until a batch comes back less than full. */
async function repeat(database: Database, table: string, step: () => Sql, onStep: Progress): Promise<number> {
  let total = 0;
  for (;;) {
    const [rows = 0] = (await database.write([step()])) ?? [];
    total += rows;
    if (rows > 0) await onStep({ table, rows });
    if (rows < BATCH_ROWS) return total;
  }
}

interface Walk {
  readonly table: string;
  readonly next: (database: Database, after: number, most: number) => Promise<Slice | undefined>;
  readonly onStep: Progress;
}

/** Walks a table by its record numbers and deletes the ended rows of each slice: no index on expiry to keep up. */
async function walk(database: Database, { table, next, onStep }: Walk, step: (slice: Slice) => Sql[]): Promise<number> {
  let total = 0;
  for (let slice = await next(database, 0, BATCH_ROWS); slice; slice = await next(database, slice.upTo, BATCH_ROWS)) {
    const rows = ((await database.write(step(slice))) ?? []).reduce((sum, count) => sum + count, 0);
    total += rows;
    await onStep({ table, rows });
  }
  return total;
}
