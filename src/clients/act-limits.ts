/** How often an account may do what is dangerous, costly or kept for long, and how many applications it may have. */
import { spend } from '../limits/spend.ts';
import type { Allowance } from '../protocol/limits.ts';
import type { Sql } from '../storage/sql.ts';
import { giveBackOne, readSpent, spendOne, spendSeveral } from '../storage/tables/limits.ts';
import type { World } from '../world.ts';

const HOUR_SECONDS = 3600;

/** Far beyond what a person does by hand, and far below what would hurt. */
export const ACT_LIMITS = {
  /** Secrets added, rotated and removed; tokens revoked. */
  secrets: { most: 60, windowSeconds: HOUR_SECONDS },
  /** Each is decoded and encoded here. */
  logos: { most: 30, windowSeconds: HOUR_SECONDS },
  /** The same, of people. */
  pictures: { most: 30, windowSeconds: HOUR_SECONDS },
  /** Each tells whether a nickname exists, and notifies that account. */
  transfers: { most: 20, windowSeconds: HOUR_SECONDS },
  /** Names, addresses and permissions, and how long access lasts: each change is an event that is kept. */
  changes: { most: 120, windowSeconds: HOUR_SECONDS },
  /** Steps in the playground, of which some are events. */
  steps: { most: 1200, windowSeconds: HOUR_SECONDS },
  /** Test events of webhooks, and deliveries that are sent again: each is a call to another host. */
  sends: { most: 120, windowSeconds: HOUR_SECONDS },
  /** A deleted application gives its place in the quota back and leaves a row behind. */
  registrations: { most: 20, windowSeconds: HOUR_SECONDS },
} as const;

export type ActLimit = keyof typeof ACT_LIMITS;

export function spendAct(world: World, act: ActLimit, accountId: number): Promise<Allowance> {
  return spend(world, `portal/${act}/${accountId}`, ACT_LIMITS[act]);
}

export const MOST_CLIENTS = 50;

/** The quota is given back when an application is deleted, never by time. */
const CENTURY_SECONDS = 3_155_760_000;

/**
 * A guard: takes one application from the owner's quota, or touches no row when it is used up.
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

/** The same for several at once, taken (above zero) or given back: a batch touches the row of an owner once. */
export function changeQuota(ownerId: number, by: number, now: number): Sql {
  return spendSeveral({ name: quotaOf(ownerId), most: MOST_CLIENTS, windowSeconds: CENTURY_SECONDS }, by, now);
}

/** How many applications an account may still have; the guards above decide. */
export async function readQuotaLeft(world: World, ownerId: number): Promise<number> {
  return MOST_CLIENTS - ((await readSpent(world.database, quotaOf(ownerId)))?.spent ?? 0);
}

function quotaOf(ownerId: number): string {
  return `applications/${ownerId}`;
}
