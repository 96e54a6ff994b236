/** How many deliveries wait, and for how long: for the operator's figures. */
import type { Database } from '../../database.ts';
import { sql } from '../../sql.ts';

interface DeliveryCounts {
  /** To be sent now, and begun by nobody. */
  readonly due: number;
  /** When the oldest of them happened; null where there is none. */
  readonly dueSince: number | null;
  /** Under way, to be tried again later, or behind another one in line. */
  readonly later: number;
  readonly laterSince: number | null;
  /** Webhooks whose last attempt failed. */
  readonly failing: number;
}

/**
 * What waits for webhooks that are on. No more than `most` of each are counted or looked at. SQLite keeps the order of a cross
 * join, and so looks for the deliveries of each webhook.
 */
export async function countWaiting(database: Database, now: number, most: number): Promise<DeliveryCounts | undefined> {
  const rows = await database.list<DeliveryCounts>(sql`
    with recursive busy (id) as (
      select (select min(webhook_id) from deliveries where done_at is null and webhook_id > 0)
      union all
      select (select min(d.webhook_id) from deliveries d where d.done_at is null and d.webhook_id > busy.id)
      from busy where busy.id is not null),
    live as (select w.id, w.failing_since from busy join webhooks w on w.id = busy.id where w.off_at is null limit ${most})
    select due.count as "due", due.since as "dueSince", later.count as "later", later.since as "laterSince",
      (select count(*) from live where failing_since is not null) as "failing"
    from (select count(*) as count, min(happened_at) as since from (select d.happened_at from live
        cross join deliveries d where d.webhook_id = live.id and d.done_at is null and d.due_at <= ${now} limit ${most}) as counted) as due,
      (select count(*) as count, min(happened_at) as since from (select d.happened_at from live
        cross join deliveries d where d.webhook_id = live.id and d.done_at is null and d.due_at > ${now} limit ${most}) as counted) as later`);
  return rows[0];
}
