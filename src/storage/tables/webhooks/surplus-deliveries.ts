/** Deliveries that are removed: beyond the number that is kept for one webhook, and beyond the days. */
import { type Sql, sql } from '../../sql.ts';
import { DAY_SECONDS, type SweepByIndex } from '../sweep.ts';

/** So many wait for one webhook, and so many that are done are kept. */
export const MOST_WAITING = 10_000;
export const MOST_DONE = 1000;

/**
 * Of those that wait, the longest lines give way, the oldest of each first, so that nobody who causes many events displaces
 * what somebody else caused; they are counted. Of those that are done, the oldest go. Lines are measured only where there are
 * too many, which is asked first.
 */
export function trimDeliveries(webhookId: number, most: number): readonly Sql[] {
  return [
    sql`update webhooks set dropped = dropped + (select count(*) from (select id
        from (select id, noted, row_number() over (partition by subject order by noted desc, id desc) as place
          from deliveries where webhook_id = ${webhookId} and done_at is null and noted >= 0
            and exists (select 1 from deliveries where webhook_id = ${webhookId} and done_at is null and noted >= 0
              limit 1 offset ${MOST_WAITING})) as waiting
        order by place, noted desc, id desc limit ${most} offset ${MOST_WAITING}) as surplus)
      where id = ${webhookId}`,
    sql`delete from deliveries where id in (select id from deliveries
      where webhook_id = ${webhookId} and done_at is not null and noted >= 0
      order by noted desc limit ${most} offset ${MOST_DONE})`,
    sql`delete from deliveries where id in (select id
      from (select id, noted, row_number() over (partition by subject order by noted desc, id desc) as place
        from deliveries where webhook_id = ${webhookId} and done_at is null and noted >= 0
          and exists (select 1 from deliveries where webhook_id = ${webhookId} and done_at is null and noted >= 0
            limit 1 offset ${MOST_WAITING})) as waiting
      order by place, noted desc, id desc limit ${most} offset ${MOST_WAITING})`,
  ];
}

const KEPT_DAYS = 30;

export const sweepDeliveries: SweepByIndex = {
  table: 'deliveries',
  ends: 'thirty days after their event, whatever became of them',
  step: ({ now }, most) => sql`delete from deliveries where id in (select id from deliveries
    where happened_at <= ${now - KEPT_DAYS * DAY_SECONDS} order by happened_at limit ${most})`,
};
