/** Deliveries that are removed: beyond the number that is kept for one webhook, and beyond the days. */
import { type Sql, sql } from '../../sql.ts';
import { DAY_SECONDS, type SweepByIndex } from '../sweep.ts';

/** So many wait for one webhook, and so many that are done are kept. */
export const MOST_WAITING = 10_000;
export const MOST_DONE = 1000;

/** Of those that wait the oldest go, and are counted; of those that are done, the oldest. */
export function trimDeliveries(webhookId: number, most: number): readonly Sql[] {
  return [
    sql`update webhooks set dropped = dropped + (select count(*) from (select id from deliveries
        where webhook_id = ${webhookId} and done_at is null and noted >= 0
        order by noted desc limit ${most} offset ${MOST_WAITING}) as surplus)
      where id = ${webhookId}`,
    sql`delete from deliveries where id in (select id from deliveries
      where webhook_id = ${webhookId} and done_at is not null and noted >= 0
      order by noted desc limit ${most} offset ${MOST_DONE})`,
    sql`delete from deliveries where id in (select id from deliveries
      where webhook_id = ${webhookId} and done_at is null and noted >= 0
      order by noted desc limit ${most} offset ${MOST_WAITING})`,
  ];
}

const KEPT_DAYS = 30;

export const sweepDeliveries: SweepByIndex = {
  table: 'deliveries',
  ends: 'thirty days after their event, whatever became of them',
  step: ({ now }, most) => sql`delete from deliveries where id in (select id from deliveries
    where happened_at <= ${now - KEPT_DAYS * DAY_SECONDS} order by happened_at limit ${most})`,
};
