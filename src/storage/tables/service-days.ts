/** The tables about the service as a whole: the figures of finished days, and the last backup. */
import type { Database } from '../database.ts';
import { insertRow, sql } from '../sql.ts';
import { DAY_SECONDS, type SweepByIndex } from './sweep.ts';

export interface ServiceDay {
  /** Days since the epoch, in UTC. */
  readonly day: number;
  readonly signIns: number;
  readonly failedSignIns: number;
  readonly newAccounts: number;
  readonly tokens: number;
  readonly refusals: number;
  /** Codes and refresh tokens that were used twice: somebody holds a copy. */
  readonly alarms: number;
}

/** Finished days from this one on, as far as somebody has asked for them. */
export function readServiceDays(database: Database, sinceDay: number): Promise<readonly ServiceDay[]> {
  return database.list<ServiceDay>(sql`select day, sign_ins as "signIns", failed_sign_ins as "failedSignIns",
      new_accounts as "newAccounts", tokens, refusals, alarms
    from service_days where day >= ${sinceDay} order by day`);
}

/** Of several who count the same day the first is kept; all of them have counted the same. */
export const insertServiceDay = insertRow('service_days', (day: ServiceDay) => ({
  day: day.day,
  sign_ins: day.signIns,
  failed_sign_ins: day.failedSignIns,
  new_accounts: day.newAccounts,
  tokens: day.tokens,
  refusals: day.refusals,
  alarms: day.alarms,
}));

export async function readLastBackup(database: Database): Promise<number | undefined> {
  const rows = await database.read<{ finishedAt: number }>(
    sql`select finished_at as "finishedAt" from backups where id = ${1}`,
  );
  return rows[0]?.finishedAt;
}

export const sweepServiceDays: SweepByIndex = {
  table: 'service_days',
  ends: 'when the events of their day do',
  step: ({ now, eventDays }, most) => sql`delete from service_days where day in
    (select day from service_days where day < ${Math.floor(now / DAY_SECONDS) - eventDays} order by day limit ${most})`,
};
