/**
 * The table of consents: which account allows which client what. A revoked one stays revoked; a new one is a new row.
 */

import { MOST_COUNTED } from '../../../protocol/counting.ts';
import type { Source } from '../../../protocol/event.ts';
import type { ConsentEnd } from '../../../protocol/tokens/family-history.ts';
import type { Database } from '../../database.ts';
import { changeRow, insertRow, leading, must, type Sql, set, sql, where } from '../../sql.ts';
import { DAY_SECONDS } from '../sweep.ts';

export interface ConsentRow {
  readonly id: number;
  /** The resource that its tokens are for; null for none in particular. */
  readonly resourceId: number | null;
  readonly scope: string;
  readonly grantedAt: number;
  /** The end that the user chose; null until it is removed. */
  readonly endsAt: number | null;
}

/** There is at most one: the unique index consents_live sees to it. It may have reached its end: look at `endsAt`. */
export async function findLiveConsent(
  database: Database,
  { accountId, clientId, resourceId }: ConsentKey,
): Promise<(ConsentRow & { readonly updatedAt: number }) | undefined> {
  const rows = await database.read<ConsentRow & { updatedAt: number }>(sql`
    select id, resource_id as "resourceId", scope, granted_at as "grantedAt",
      updated_at as "updatedAt", ends_at as "endsAt" from consents
    where account_id = ${accountId} and client_id = ${clientId} and coalesce(resource_id, 0) = ${resourceId ?? 0}
      and revoked_at is null`);
  return rows[0];
}

/** Whether this account has ended the access of this client before, or let it come to the end that it had chosen. */
export async function wasEnded(database: Database, accountId: number, clientId: number): Promise<boolean> {
  const rows = await database.read(sql`select id from consents
    where account_id = ${accountId} and client_id = ${clientId} and revoked_at is not null
      and revoked_because in ('removed', 'removed_with_all', 'ended')
    order by id limit 1`);
  if (rows.length > 0) return true;
  // What is kept of consents that have been swept (consent-sweeps.ts).
  const kept = await database.read(sql`select ended_at as "endedAt" from ended_access
    where account_id = ${accountId} and client_id = ${clientId}`);
  return kept.length > 0;
}

export function forgetEndedAccess(accountId: number): Sql {
  return sql`delete from ended_access where account_id = ${accountId}`;
}

/** Who allows whom what for: of each there is one live consent. */
interface ConsentKey {
  readonly accountId: number;
  readonly clientId: number;
  readonly resourceId: number | null;
}

/** What acts on the consents of one account to one client are called that are done one after the other. */
export function consentLine({ accountId, clientPublicId }: { accountId: number; clientPublicId: string }): string {
  return `consent ${accountId} ${clientPublicId}`;
}

/** Every live consent to a client, by its public id, for what people send from a page. */
export function findLiveConsentsFor(
  database: Database,
  accountId: number,
  clientPublicId: string,
): Promise<readonly (ConsentRow & { readonly clientId: number })[]> {
  return database.read<ConsentRow & { clientId: number }>(sql`
    select k.id, k.client_id as "clientId", k.resource_id as "resourceId", k.scope, k.granted_at as "grantedAt",
      k.ends_at as "endsAt"
    from consents k join clients c on c.id = k.client_id
    where k.account_id = ${accountId} and c.public_id = ${clientPublicId} and k.revoked_at is null`);
}

interface NewConsent {
  readonly id: number;
  readonly accountId: number;
  readonly clientId: number;
  readonly resourceId?: number | null;
  readonly scope: string;
  readonly grantedAt: number;
  readonly endsAt?: number | null;
  /** The device on which it was given. */
  readonly source?: Source;
}

/** When a live consent exists already, the unique index undoes the batch, and the act reads it and widens it. */
export const insertConsent = insertRow('consents', (consent: NewConsent) => ({
  id: consent.id,
  account_id: consent.accountId,
  client_id: consent.clientId,
  resource_id: consent.resourceId ?? null,
  scope: consent.scope,
  granted_at: consent.grantedAt,
  updated_at: consent.grantedAt,
  ends_at: consent.endsAt ?? null,
  address: consent.source?.address ?? null,
  user_agent: consent.source?.userAgent ?? null,
}));

/** A guard: gives a live consent another scope and end, unless it was revoked or narrowed since it was read. */
export function renewConsent(
  seen: Pick<ConsentRow, 'id' | 'scope'>,
  terms: { readonly scope: string; readonly endsAt: number | null },
  now: number,
): Sql {
  return must(
    changeRow(
      'consents',
      seen.id,
      set`scope = ${terms.scope}, ends_at = ${terms.endsAt}, updated_at = ${now}`,
      where`scope = ${seen.scope} and revoked_at is null`,
    ),
  );
}

/** The writes that take one permission out of a consent, and out of what came of it; the first is a guard. */
export function narrowConsent(seen: Pick<ConsentRow, 'id' | 'scope'>, removed: string, now: number): readonly Sql[] {
  const name = ` ${removed} `;
  return [
    must(
      changeRow(
        'consents',
        seen.id,
        set`scope = trim(replace(' ' || scope || ' ', ${name}, ' ')), updated_at = ${now}`,
        where`scope = ${seen.scope} and revoked_at is null`,
      ),
    ),
    ...narrowGrants(seen.id, removed),
  ];
}

/**
 * The families and the open codes of a consent lose a permission that it loses, so that a later consent to the same
 * permission does not give it back to what was issued before. The codes come first: an exchange of one that is about to commit
 * is waited for, and the family that it makes is found.
 */
export function narrowGrants(consentId: number, removed: string): readonly Sql[] {
  const name = ` ${removed} `;
  return [
    sql`update families set scope = trim(replace(' ' || scope || ' ', ${name}, ' ')),
        removed_scope = trim(removed_scope || ' ' || ${removed})
      where consent_id = ${consentId} and replace(' ' || scope || ' ', ${name}, ' ') <> ' ' || scope || ' '`,
    leading(sql`update codes set scope = trim(replace(' ' || scope || ' ', ${name}, ' '))
      where consent_id = ${consentId} and redeemed_at is null
        and replace(' ' || scope || ' ', ${name}, ' ') <> ' ' || scope || ' '`),
  ];
}

/**
 * A guard: of several revocations one touches the row. Ends every code, family and token that came from it. The device on
 * which it was given is shown while it is live, and forgotten with every end.
 */
export function revokeConsent(id: number, because: ConsentEnd, now: number): Sql {
  return must(
    changeRow(
      'consents',
      id,
      set`revoked_at = ${now}, revoked_because = ${because}, address = null, user_agent = null`,
      where`revoked_at is null`,
    ),
  );
}

/** Where in what `endConsentsOfAccount` writes the number of applications is told. */
export const APPLICATIONS_ENDED = 0;

/** With whom each client loses thereby, for its figures: one person, however many APIs the consents were for. */
export function endConsentsOfAccount(accountId: number, because: ConsentEnd, now: number): readonly Sql[] {
  return [
    sql`insert into client_days (client_id, day, tokens, errors, departed)
      select client_id, cast(${Math.floor(now / DAY_SECONDS)} as bigint), 0, 0, 1 from consents
        where account_id = ${accountId} and revoked_at is null group by client_id order by client_id
      on conflict (client_id, day) do update set departed = client_days.departed + excluded.departed`,
    sql`update consents set revoked_at = ${now}, revoked_because = ${because}, address = null, user_agent = null
      where account_id = ${accountId} and revoked_at is null`,
  ];
}

/** So many of them at a time that requests can be served in between; to be repeated until less are left. */
export function revokeConsentsOfClient(
  client: { readonly id: number; readonly ownerId: number },
  because: ConsentEnd,
  { now, most }: { readonly now: number; readonly most: number },
): Sql {
  return sql`update consents set revoked_at = ${now}, revoked_because = ${because}, address = null, user_agent = null
    where id in (select k.id from clients c join consents k on k.client_id = c.id and k.revoked_at is null
      where c.id = ${client.id} and c.owner_id = ${client.ownerId} and c.deleted_at is null limit ${most})`;
}

/** Remembers when a permission was last really used; two instances may note in any order. */
export function noteScopeUse(consentId: number, scope: string, now: number): Sql {
  return sql`insert into scope_uses (consent_id, scope, used_at) values (${consentId}, ${scope}, ${now})
    on conflict (consent_id, scope) do update set used_at = excluded.used_at
      where excluded.used_at > scope_uses.used_at`;
}

export interface ScopeUse {
  readonly scope: string;
  readonly usedAt: number;
}

export function readScopeUses(database: Database, consentId: number): Promise<readonly ScopeUse[]> {
  return database.read<ScopeUse>(
    sql`select scope, used_at as "usedAt" from scope_uses where consent_id = ${consentId}`,
  );
}

/** How many accounts a client may act for now, counted up to MOST_COUNTED: two bounded ranges of one index. */
export async function countUsers(database: Database, clientId: number, now: number): Promise<number> {
  const rows = await database.list<{ count: number }>(sql`select
      (select count(*) from (select 1 as one from consents where client_id = ${clientId} and revoked_at is null
        and ends_at is null limit ${MOST_COUNTED}) as lasting) +
      (select count(*) from (select 1 as one from consents where client_id = ${clientId} and revoked_at is null
        and ends_at > ${now} limit ${MOST_COUNTED}) as ending) as "count"`);
  return Math.min(rows[0]?.count ?? 0, MOST_COUNTED);
}

/** Whether a client may act for anybody now. */
export async function hasUsers(database: Database, clientId: number, now: number): Promise<boolean> {
  const rows = await database.read<{ one: number }>(sql`
    select one from (select 1 as one from consents where client_id = ${clientId} and revoked_at is null
      and ends_at is null limit 1) as lasting
    union all select one from (select 1 as one from consents where client_id = ${clientId} and revoked_at is null
      and ends_at > ${now} limit 1) as ending limit 1`);
  return rows.length > 0;
}
