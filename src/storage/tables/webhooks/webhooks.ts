/** The table of webhooks: addresses that are told of events, for one application or for the whole service. */
import type { KeptSecrets } from '../../../protocol/webhooks/former-secrets.ts';
import type { Database } from '../../database.ts';
import { changeRow, insertRow, must, type Sql, set, sql, where } from '../../sql.ts';

/** The key of webhooks that are told of everything. */
export const OF_ALL_EVENTS = 0;

export interface WebhookRow {
  readonly id: number;
  /** The record number of its application; OF_ALL_EVENTS for those of administrators. */
  readonly clientKey: number;
  readonly slot: number;
  readonly url: string;
  /** Words with a space before and after each. */
  readonly groups: string;
  readonly secretMadeAt: number;
  /** Until when the secret before it is signed with, too. */
  readonly formerUntil: number | null;
  readonly createdAt: number;
  /** Also the version of the record: every change by people makes it greater. */
  readonly updatedAt: number;
  readonly offAt: number | null;
  readonly offBecause: string | null;
  readonly failingSince: number | null;
  readonly deliveredAt: number | null;
  /** How many deliveries were dropped because too many waited. */
  readonly dropped: number;
  /** Since when `latchkey apply` takes care of it; null where it does not. */
  readonly appliedAt: number | null;
}

/** A handful: their number is bounded by their slots. */
export function listWebhooks(database: Database, clientKey: number): Promise<readonly WebhookRow[]> {
  return database.list<WebhookRow>(sql`
    select id, client_key as "clientKey", slot, url, groups, secret_made_at as "secretMadeAt",
      former_until as "formerUntil", created_at as "createdAt", updated_at as "updatedAt", off_at as "offAt",
      off_because as "offBecause", failing_since as "failingSince", delivered_at as "deliveredAt", dropped, applied_at as "appliedAt"
    from webhooks where client_key = ${clientKey} order by slot`);
}

export async function findWebhookRow(database: Database, id: number): Promise<WebhookRow | undefined> {
  const rows = await database.read<WebhookRow>(sql`
    select id, client_key as "clientKey", slot, url, groups, secret_made_at as "secretMadeAt",
      former_until as "formerUntil", created_at as "createdAt", updated_at as "updatedAt", off_at as "offAt",
      off_because as "offBecause", failing_since as "failingSince", delivered_at as "deliveredAt", dropped, applied_at as "appliedAt"
    from webhooks where id = ${id}`);
  return rows[0];
}

/** Every webhook of what is not deleted, in the order of their numbers, for the operator. */
export function listEveryWebhook(database: Database, after: number, most: number): Promise<readonly WebhookRow[]> {
  return database.list<WebhookRow>(sql`
    select id, client_key as "clientKey", slot, url, groups, secret_made_at as "secretMadeAt",
      former_until as "formerUntil", created_at as "createdAt", updated_at as "updatedAt", off_at as "offAt",
      off_because as "offBecause", failing_since as "failingSince", delivered_at as "deliveredAt", dropped, applied_at as "appliedAt"
    from webhooks where id > ${after} and (off_because is null or off_because <> 'deleted') order by id limit ${most}`);
}

export interface SwitchedOff {
  readonly id: number;
  readonly clientId: string;
  readonly clientName: string;
  readonly url: string;
}

/** What `latchkey apply` takes care of. */
export function listAppliedWebhooks(database: Database, most: number): Promise<readonly WebhookRow[]> {
  return database.list<WebhookRow>(sql`
    select id, client_key as "clientKey", slot, url, groups, secret_made_at as "secretMadeAt",
      former_until as "formerUntil", created_at as "createdAt", updated_at as "updatedAt", off_at as "offAt",
      off_because as "offBecause", failing_since as "failingSince", delivered_at as "deliveredAt", dropped, applied_at as "appliedAt"
    from webhooks where applied_at > 0 order by applied_at limit ${most}`);
}

/** Those of an owner's applications that the service has switched off. */
export function listSwitchedOff(database: Database, ownerId: number, most: number): Promise<readonly SwitchedOff[]> {
  return database.list<SwitchedOff>(sql`
    select w.id, c.public_id as "clientId", c.name as "clientName", w.url
    from clients c join webhooks w on w.client_key = c.id
    where c.owner_id = ${ownerId} and c.deleted_at is null and w.off_because in ('gone', 'failing')
    order by w.id limit ${most}`);
}

interface NewWebhook {
  readonly id: number;
  readonly clientKey: number;
  readonly slot: number;
  readonly url: string;
  readonly groups: string;
  readonly secret: string;
  readonly appliedAt: number | null;
  readonly createdAt: number;
}

/** Where the slot is taken, the unique index undoes the batch. */
export const insertWebhook = insertRow('webhooks', (webhook: NewWebhook) => ({
  id: webhook.id,
  client_key: webhook.clientKey,
  slot: webhook.slot,
  url: webhook.url,
  groups: webhook.groups,
  secret: webhook.secret,
  secret_made_at: webhook.createdAt,
  applied_at: webhook.appliedAt,
  created_at: webhook.createdAt,
  updated_at: webhook.createdAt,
}));

type Seen = Pick<WebhookRow, 'id' | 'updatedAt'>;

/**
 * A guard: nothing happens to a webhook that was changed since it was read. Null leaves the mark of `apply` as it is. A new
 * address has not failed yet.
 */
export function changeWebhook(
  seen: Seen,
  { url, groups, appliedAt }: Pick<WebhookRow, 'url' | 'groups' | 'appliedAt'>,
  now: number,
): Sql {
  return must(
    changeRow(
      'webhooks',
      seen.id,
      set`failing_since = case when url = ${url} then failing_since else null end, url = ${url}, groups = ${groups}, applied_at = coalesce(applied_at, cast(${appliedAt} as bigint)),
        updated_at = ${Math.max(now, seen.updatedAt + 1)}`,
      where`updated_at = ${seen.updatedAt}`,
    ),
  );
}

export async function readSecrets(database: Database, id: number): Promise<KeptSecrets | undefined> {
  const rows = await database.list<KeptSecrets>(
    sql`select secret, former_secret as "formerSecret", former_until as "formerUntil" from webhooks where id = ${id}`,
  );
  return rows[0];
}

interface Replacement {
  readonly secret: string;
  readonly now: number;
  /** All that are signed with beside it, and until when the newest of them. */
  readonly former: string;
  readonly until: number;
}

/** A guard: the secrets are those of the version that was read. */
export function replaceSecret(seen: Seen, { secret, now, former, until }: Replacement): Sql {
  return must(
    changeRow(
      'webhooks',
      seen.id,
      set`former_secret = ${former}, former_until = ${until}, secret = ${secret}, secret_made_at = ${now},
        updated_at = ${Math.max(now, seen.updatedAt + 1)}`,
      where`updated_at = ${seen.updatedAt}`,
    ),
  );
}

/** A guard: what is off already, is not switched off again, and what was changed since it was read stays on. */
export function switchOff(seen: Seen, because: string, now: number): Sql {
  return must(
    changeRow(
      'webhooks',
      seen.id,
      set`off_at = ${now}, off_because = ${because}, updated_at = updated_at + 1`,
      where`off_at is null and updated_at = ${seen.updatedAt}`,
    ),
  );
}

/** The same for an address that failed for days; nothing happens where something was delivered meanwhile. */
export function switchFailingOff(seen: Seen & Pick<WebhookRow, 'failingSince'>, now: number): Sql {
  return must(
    changeRow(
      'webhooks',
      seen.id,
      set`off_at = ${now}, off_because = 'failing', updated_at = updated_at + 1`,
      where`off_at is null and updated_at = ${seen.updatedAt} and failing_since = ${seen.failingSince}`,
    ),
  );
}

export function switchOn(seen: Seen, now: number): Sql {
  return must(
    changeRow(
      'webhooks',
      seen.id,
      set`off_at = null, off_because = null, failing_since = null, updated_at = ${Math.max(now, seen.updatedAt + 1)}`,
      where`updated_at = ${seen.updatedAt} and off_at is not null`,
    ),
  );
}

export function deleteWebhook(seen: Seen): Sql {
  return must(sql`delete from webhooks where id = ${seen.id} and updated_at = ${seen.updatedAt}`);
}

/**
 * Written only where it says something new, so that not every delivery changes the row; and of what the attempt was made
 * with: an answer of a former address, or to a former secret, says nothing of the new one.
 */
export function noteDelivered({ id, updatedAt }: Seen, now: number): Sql {
  return changeRow(
    'webhooks',
    id,
    set`failing_since = null, delivered_at = ${now}`,
    where`updated_at = ${updatedAt} and (failing_since is not null or delivered_at is null or delivered_at < ${now - 60})`,
  );
}

export function noteFailed({ id, updatedAt }: Seen, now: number): Sql {
  return changeRow(
    'webhooks',
    id,
    set`failing_since = ${now}`,
    where`failing_since is null and updated_at = ${updatedAt}`,
  );
}
