/**
 * The transaction discipline of the house: read, judge, write with guards; when a guard failed, start again.
 * What was judged is thereby what was true at the commit, on every engine, without a lock held between the two.
 */

import { NotNow } from '../protocol/not-now.ts';
import type { Database } from './database.ts';
import type { Sql } from './sql.ts';

/** Returned by an attempt whose write found the world changed. */
export const stale = Symbol('stale');

const MOST_ATTEMPTS = 12;

export async function attempt<T>(once: () => Promise<T | typeof stale>): Promise<T> {
  for (let tries = 0; tries < MOST_ATTEMPTS; tries += 1) {
    const outcome = await once();
    if (outcome !== stale) return outcome;
  }
  throw new NotNow('unavailable', 'Too many requests changed the same record at once.');
}

/**
 * Writes a batch without guards, which can fail only when another process took the number of one of its records. The
 * batch is made anew for each attempt, so that its records get new numbers.
 */
export async function writeUnguarded(database: Database, batch: () => readonly Sql[]): Promise<void> {
  await attempt(async () => ((await database.write(batch())) ? undefined : stale));
}
