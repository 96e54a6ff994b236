/**
 * Deliveries of one subject stand in line, and only the first of a line may be sent. What stands behind it is set aside when
 * it is met and comes back when it is first, so that each costs two writes however long its line is.
 */
import type { Database } from '../../database.ts';
import { type Sql, sql } from '../../sql.ts';
import type { DueDelivery, HeldDelivery } from './deliveries.ts';

/** So many that are due are looked at in one statement; what is not first among them is set aside before the next look. */
const LOOKED_AT = 500;
/** Who is set aside and forgotten, such as one whose predecessor was swept, is found again after this time. */
const ASIDE_SECONDS = 900;

interface Look {
  readonly now: number;
  readonly most: number;
}

/** What may be sent now: of each subject the first alone, so that nothing overtakes what failed before it. */
export function listDue(database: Database, webhookId: number, { now, most }: Look): Promise<readonly DueDelivery[]> {
  return database.list<DueDelivery>(sql`
    select d.id, d.webhook_id as "webhookId", d.subject, d.noted, d.event_id as "eventId", d.kind,
      d.happened_at as "happenedAt", d.account_id as "accountId", c.public_id as "clientId", d.family_id as "familyId",
      d.detail, d.due_at as "dueAt", d.tries_since as "triesSince", d.attempts, d.lease,
      d.attempted_at as "attemptedAt", d.took_ms as "tookMs", d.status, d.answer, d.done_at as "doneAt", d.outcome,
      d.traceparent as "askedUnder", t.traceparent as "causedUnder"
    from (select * from deliveries where webhook_id = ${webhookId} and done_at is null and due_at <= ${now}
      order by due_at limit ${LOOKED_AT}) d left join clients c on c.id = d.client_id left join events t on t.id = d.event_id
    where not exists (select 1 from deliveries e where e.webhook_id = d.webhook_id and e.subject = d.subject
      and e.done_at is null and e.noted <= d.noted and (e.noted < d.noted or e.id < d.id))
    order by d.due_at limit ${most}`);
}

/**
 * Whether some of those that `listDue` looks at can be set aside: they stand behind one that is not tried before later, or
 * behind two. One that stands right behind a delivery under way is left, since it may be the first at any moment.
 */
export async function hasBlocked(database: Database, webhookId: number, now: number): Promise<boolean> {
  const rows = await database.list(sql`
    select d.id from (select id, webhook_id, subject, noted from deliveries
      where webhook_id = ${webhookId} and done_at is null and due_at <= ${now} order by due_at limit ${LOOKED_AT}) d
    where exists (select 1 from deliveries e where e.webhook_id = d.webhook_id and e.subject = d.subject
        and e.done_at is null and e.noted <= d.noted and (e.noted < d.noted or e.id < d.id)
        and e.lease is null and e.due_at > ${now})
      or (select count(*) from (select 1 from deliveries e where e.webhook_id = d.webhook_id and e.subject = d.subject
        and e.done_at is null and e.noted <= d.noted and (e.noted < d.noted or e.id < d.id) limit 2) as before) = 2
    limit 1`);
  return rows.length > 0;
}

/** Sets them aside. */
export function setBlockedAside(webhookId: number, now: number): Sql {
  return sql`update deliveries set due_at = ${now + ASIDE_SECONDS} where done_at is null and lease is null and id in (
    select d.id from (select id, webhook_id, subject, noted from deliveries
      where webhook_id = ${webhookId} and done_at is null and due_at <= ${now} order by due_at limit ${LOOKED_AT}) d
    where exists (select 1 from deliveries e where e.webhook_id = d.webhook_id and e.subject = d.subject
        and e.done_at is null and e.noted <= d.noted and (e.noted < d.noted or e.id < d.id)
        and e.lease is null and e.due_at > ${now})
      or (select count(*) from (select 1 from deliveries e where e.webhook_id = d.webhook_id and e.subject = d.subject
        and e.done_at is null and e.noted <= d.noted and (e.noted < d.noted or e.id < d.id) limit 2) as before) = 2)`;
}

/** The one behind it is the first now. Nobody depends on it. */
export function callNext({ id, webhookId, subject }: HeldDelivery, now: number): Sql {
  return sql`update deliveries set due_at = ${now} where lease is null and due_at > ${now} and id = (
    select e.id from deliveries e where e.webhook_id = ${webhookId} and e.subject = ${subject} and e.done_at is null
      and e.id <> ${id} order by e.noted, e.id limit 1)`;
}
