/** How many applications an account may have, counted so that parallel requests cannot exceed it. */

import type { Sql } from '../storage/sql.ts';
import { giveBackOne, spendOne } from '../storage/tables/limits.ts';

export const MOST_CLIENTS = 50;

/** A place is given back when its application is deleted, never by time. */
const CENTURY_SECONDS = 3_155_760_000;

/**
 * A guard: takes one of the owner's places, or touches no row when all are taken.
 *
 * Counting the applications inside the insert would not do: two PostgreSQL statements that run at once do not see each
 * other's rows, so both would count 49. A counter in one row does: the second writer waits for the first, and then
 * judges its condition by the row as the first left it. SQLite runs one writer at a time in any case.
 */
export function takeQuota(ownerId: number, now: number): Sql {
  return spendOne({ name: quotaOf(ownerId), most: MOST_CLIENTS, windowSeconds: CENTURY_SECONDS }, now);
}

/** Belongs into the batch that deletes an application, whose own guard lets only one of several deletions happen. */
export function giveQuotaBack(ownerId: number, now: number): Sql {
  return giveBackOne(quotaOf(ownerId), now);
}

function quotaOf(ownerId: number): string {
  return `applications/${ownerId}`;
}
