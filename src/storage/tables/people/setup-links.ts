/** The table of setup links: each lets one person become the first administrator, once. */
import type { Database } from '../../database.ts';
import { insertRow, must, type Sql, sql } from '../../sql.ts';
import type { SweepByIndex } from '../sweep.ts';

export async function isSetupLinkLive(database: Database, digest: string, now: number): Promise<boolean> {
  const rows = await database.read(
    sql`select digest from setup_links where digest = ${digest} and used_at is null and expires_at > ${now}`,
  );
  return rows.length > 0;
}

export function forgetUnusedSetupLinks(): Sql {
  return sql`delete from setup_links where used_at is null`;
}

export const insertSetupLink = insertRow('setup_links', (digest: string, now: number, expiresAt: number) => ({
  digest,
  created_at: now,
  expires_at: expiresAt,
}));

/**
 * A guard: uses up a link, and with it every other one. Two people with two links therefore write to the same rows, and
 * only the first of them finds any.
 */
export function useSetupLink(digest: string, now: number): Sql {
  return must(sql`update setup_links set used_at = ${now} where used_at is null and exists (select 1 from setup_links own
    where own.digest = ${digest} and own.used_at is null and own.expires_at > ${now})`);
}

/** A handful at most: each start of a service without an administrator writes one and removes the unused ones. */
export const sweepSetupLinks: SweepByIndex = {
  table: 'setup_links',
  ends: 'at their expiry',
  step: ({ now }) => sql`delete from setup_links where expires_at <= ${now}`,
};
