/** The table of deliveries, which the database fills by itself (migration 25): who holds one, and what became of it. */
import type { Source } from '../../../protocol/event.ts';
import type { KeptSecrets } from '../../../protocol/webhooks/former-secrets.ts';
import type { Database } from '../../database.ts';
import { insertRow, must, type Sql, sql } from '../../sql.ts';

export interface DeliveryRow {
  readonly id: string;
  readonly webhookId: number;
  readonly subject: string;
  readonly noted: number;
  /** Null for a test, which is no event. */
  readonly eventId: number | null;
  readonly kind: string;
  readonly happenedAt: number;
  readonly accountId: number | null;
  /** The public id of the application. */
  readonly clientId: string | null;
  readonly familyId: number | null;
  readonly detail: string | null;
  readonly dueAt: number;
  readonly triesSince: number;
  readonly attempts: number;
  readonly lease: string | null;
  readonly attemptedAt: number | null;
  readonly tookMs: number | null;
  readonly status: number | null;
  /** The first bytes of the answer, or why there was none. */
  readonly answer: string | null;
  readonly doneAt: number | null;
  readonly outcome: 'delivered' | 'failed' | null;
}

/** Where the deliveries of one webhook are sent, and with what they are signed. */
export interface Destination extends KeptSecrets {
  readonly id: number;
  readonly clientKey: number;
  readonly url: string;
  readonly failingSince: number | null;
  /** Since when the application keeps a secret. */
  readonly confidentialSince: number | null;
  /** The version of the record. */
  readonly updatedAt: number;
  /** The account that owns the application; null for a webhook of administrators. */
  readonly ownerId: number | null;
}

/** Whether anything waits at all; most of the time, that is all there is to ask. */
export async function hasWaiting(database: Database): Promise<boolean> {
  const rows = await database.read(sql`select webhook_id from deliveries where webhook_id > 0 and done_at is null
    order by webhook_id limit 1`);
  return rows.length > 0;
}

/** Webhooks that are on and for which something waits, from one number on. */
export function listBusy(database: Database, after: number, most: number): Promise<readonly Destination[]> {
  return database.list<Destination>(sql`
    with recursive busy (id) as (
      select (select min(webhook_id) from deliveries where done_at is null and webhook_id > ${after})
      union all
      select (select min(d.webhook_id) from deliveries d where d.done_at is null and d.webhook_id > busy.id)
      from busy where busy.id is not null)
    select w.id, w.client_key as "clientKey", w.url, w.secret, w.former_secret as "formerSecret",
      w.former_until as "formerUntil", w.failing_since as "failingSince", w.updated_at as "updatedAt",
      c.owner_id as "ownerId", c.confidential_at as "confidentialSince"
    from busy join webhooks w on w.id = busy.id left join clients c on c.id = w.client_key
    where w.off_at is null limit ${most}`);
}

export interface ListedDelivery extends DeliveryRow {
  /** The first in its line, where that is another one; nothing is sent before it. */
  readonly behind: number | null;
}

/** Newest first. */
export function listDeliveries(
  database: Database,
  webhookId: number,
  { below, most }: { readonly below: number; readonly most: number },
): Promise<readonly ListedDelivery[]> {
  return database.list<ListedDelivery>(sql`
    select d.id, d.webhook_id as "webhookId", d.subject, d.noted, d.event_id as "eventId", d.kind,
      d.happened_at as "happenedAt", d.account_id as "accountId", c.public_id as "clientId", d.family_id as "familyId",
      d.detail, d.due_at as "dueAt", d.tries_since as "triesSince", d.attempts, d.lease,
      d.attempted_at as "attemptedAt", d.took_ms as "tookMs", d.status, d.answer, d.done_at as "doneAt", d.outcome,
      (select e.noted from deliveries e where e.webhook_id = d.webhook_id and e.subject = d.subject and e.done_at is null
        and e.noted <= d.noted and (e.noted < d.noted or e.id < d.id) order by e.noted limit 1) as "behind"
    from deliveries d left join clients c on c.id = d.client_id
    where d.webhook_id = ${webhookId} and d.noted < ${below} order by d.noted desc limit ${most}`);
}

export async function findDelivery(
  database: Database,
  webhookId: number,
  id: string,
): Promise<ListedDelivery | undefined> {
  const rows = await database.read<ListedDelivery>(sql`
    select d.id, d.webhook_id as "webhookId", d.subject, d.noted, d.event_id as "eventId", d.kind,
      d.happened_at as "happenedAt", d.account_id as "accountId", c.public_id as "clientId", d.family_id as "familyId",
      d.detail, d.due_at as "dueAt", d.tries_since as "triesSince", d.attempts, d.lease,
      d.attempted_at as "attemptedAt", d.took_ms as "tookMs", d.status, d.answer, d.done_at as "doneAt", d.outcome,
      (select e.noted from deliveries e where e.webhook_id = d.webhook_id and e.subject = d.subject and e.done_at is null
        and e.noted <= d.noted and (e.noted < d.noted or e.id < d.id) order by e.noted limit 1) as "behind"
    from deliveries d left join clients c on c.id = d.client_id
    where d.id = ${id} and d.webhook_id = ${webhookId}`);
  return rows[0];
}

interface NewTest {
  readonly id: string;
  readonly webhookId: number;
  readonly clientId: number | null;
  readonly noted: number;
  readonly now: number;
  readonly source: Source;
}

/** A delivery that tells of nothing, made by hand; it waits behind nobody. */
export const insertTest = insertRow('deliveries', ({ id, webhookId, clientId, noted, now, source }: NewTest) => ({
  id,
  webhook_id: webhookId,
  subject: `test ${id}`,
  noted,
  kind: 'webhook.test',
  happened_at: now,
  client_id: clientId,
  due_at: now,
  tries_since: now,
  traceparent: source.traceparent ?? null,
}));

/** The greatest mark of order, behind which a test comes; the two engines count differently. */
export async function lastNoted(database: Database, webhookId: number): Promise<number> {
  const rows = await database.list<{ noted: number | null }>(
    sql`select max(noted) as "noted" from deliveries where webhook_id = ${webhookId}`,
  );
  return rows[0]?.noted ?? 0;
}

type Seen = Pick<DeliveryRow, 'id' | 'attempts'>;

interface Taking {
  readonly lease: string;
  readonly now: number;
  readonly until: number;
}

/**
 * A guard: of all who try to take a delivery that is due, one does. Nobody does who knows the webhook as it was before it
 * was switched off or changed: what is held is sent, and the former address must not get it.
 */
export function takeDelivery({ id, attempts }: Seen, to: Pick<Destination, 'updatedAt'>, taking: Taking): Sql {
  const { lease, now, until } = taking;
  return must(sql`update deliveries set lease = ${lease}, due_at = ${until}, attempts = attempts + 1
    where id = ${id} and attempts = ${attempts} and due_at <= ${now} and done_at is null
      and exists (select 1 from webhooks w where w.id = deliveries.webhook_id and w.off_at is null
        and w.updated_at = ${to.updatedAt})`);
}

export interface DueDelivery extends DeliveryRow {
  /** `traceparent` of the request that asked for it by hand. */
  readonly askedUnder: string | null;
  /** That of the request that caused the event; null also once the event is swept. */
  readonly causedUnder: string | null;
}

export interface HeldDelivery extends DueDelivery {
  readonly lease: string;
}

/** Gives one back that was not tried: the attempt does not count. */
export function releaseDelivery({ id, lease }: Pick<HeldDelivery, 'id' | 'lease'>, dueAt: number): Sql {
  return sql`update deliveries set lease = null, due_at = ${dueAt}, attempts = attempts - 1
    where id = ${id} and lease = ${lease}`;
}

export interface Answered {
  readonly at: number;
  readonly tookMs: number;
  readonly status: number | null;
  readonly answer: string;
}

/** A guard: whatever a holder writes counts only while the lease is its own. */
export function endDelivery(held: HeldDelivery, outcome: 'delivered' | 'failed', { at, ...answered }: Answered): Sql {
  return must(sql`update deliveries set lease = null, done_at = ${at}, outcome = ${outcome}, attempted_at = ${at},
      took_ms = ${answered.tookMs}, status = ${answered.status}, answer = ${answered.answer}
    where id = ${held.id} and lease = ${held.lease}`);
}

export function postponeDelivery(held: HeldDelivery, dueAt: number, { at, ...answered }: Answered): Sql {
  return must(sql`update deliveries set lease = null, due_at = ${dueAt}, attempted_at = ${at},
      took_ms = ${answered.tookMs}, status = ${answered.status}, answer = ${answered.answer}
    where id = ${held.id} and lease = ${held.lease}`);
}

/** By hand: due at once, with three days before it. Once in so many seconds, and never while somebody holds it. */
export function sendAgain(
  { id, attempts }: Seen,
  { now, notSince, source }: { readonly now: number; readonly notSince: number; readonly source: Source },
): Sql {
  return must(sql`update deliveries set due_at = ${now}, tries_since = ${now}, done_at = null, outcome = null,
      traceparent = ${source.traceparent ?? null}
    where id = ${id} and attempts = ${attempts} and lease is null and (done_at is not null or due_at > ${now})
      and (attempted_at is null or attempted_at <= ${notSince})`);
}

/** What was kept while the webhook was off has three days from now. */
export function reviveWaiting(webhookId: number, now: number): Sql {
  return sql`update deliveries set due_at = ${now}, tries_since = ${now}
    where webhook_id = ${webhookId} and done_at is null and lease is null`;
}

/** Thousands in one batch would keep every other write waiting, so they go in steps. */
export function dropDeliveries(webhookId: number, step: number): Sql {
  return sql`delete from deliveries where id in
    (select id from deliveries where webhook_id = ${webhookId} limit ${step})`;
}

/** Those of the deleted applications of one owner. */
export function dropDeliveriesOfDeleted(ownerId: number, step: number): Sql {
  return sql`delete from deliveries where id in
    (select d.id from clients c join webhooks w on w.client_key = c.id join deliveries d on d.webhook_id = w.id
      where c.owner_id = ${ownerId} and c.deleted_at is not null limit ${step})`;
}
