/** The table of transfers: applications that were offered to another account and not yet accepted. */
import type { ClientKind } from '../../../protocol/clients/kind.ts';
import { MOST_COUNTED } from '../../../protocol/counting.ts';
import type { Database } from '../../database.ts';
import { must, type Sql, sql } from '../../sql.ts';

/** One for each client at most: a new offer takes the place of the one before. */
export interface TransferRow {
  readonly clientId: number;
  readonly accountId: number;
  readonly nickname: string;
  readonly offeredAt: number;
}

/**
 * Undefined also where the account it was offered to has been disabled or deleted since, or the owner disabled: an offer
 * that was made later is an administrator's.
 */
export async function findTransfer(
  database: Database,
  clientId: number,
  since: number,
): Promise<TransferRow | undefined> {
  const rows = await database.read<TransferRow>(sql`select t.client_id as "clientId", t.account_id as "accountId",
      a.nickname, t.offered_at as "offeredAt"
    from transfers t join accounts a on a.id = t.account_id
      join clients c on c.id = t.client_id join accounts o on o.id = c.owner_id
    where t.client_id = ${clientId} and t.offered_at > ${since} and a.deleted_at is null and a.disabled_at is null
      and (o.disabled_at is null or t.offered_at >= o.disabled_at)`);
  return rows[0];
}

export interface OfferedClient {
  readonly publicId: string;
  readonly name: string;
  readonly description: string;
  readonly kind: ClientKind;
  readonly ownerId: number;
  readonly ownerNickname: string;
  readonly logoDigest: string | null;
  readonly suspendedAt: number | null;
  /** Counted up to MOST_COUNTED. */
  readonly userCount: number;
  readonly offeredAt: number;
}

/** What one account has been offered, newest first. */
export function listOffers(
  database: Database,
  accountId: number,
  { since, most, now }: { readonly since: number; readonly most: number; readonly now: number },
): Promise<readonly OfferedClient[]> {
  return database.list<OfferedClient>(sql`select c.public_id as "publicId", c.name, c.description, c.kind,
      o.id as "ownerId", o.nickname as "ownerNickname", l.digest as "logoDigest", c.suspended_at as "suspendedAt",
      (select count(*) from (select one from (select 1 as one from consents k where k.client_id = c.id
          and k.revoked_at is null and k.ends_at is null limit ${MOST_COUNTED}) as lasting
        union all select one from (select 1 as one from consents k where k.client_id = c.id
          and k.revoked_at is null and k.ends_at > ${now} limit ${MOST_COUNTED}) as ending
        limit ${MOST_COUNTED}) as counted) as "userCount",
      t.offered_at as "offeredAt"
    from transfers t join clients c on c.id = t.client_id join accounts o on o.id = c.owner_id
      left join logos l on l.client_id = c.id
    where t.account_id = ${accountId} and t.offered_at > ${since} and c.deleted_at is null
      and (o.disabled_at is null or t.offered_at >= o.disabled_at)
    order by t.offered_at desc, c.id desc limit ${most}`);
}

export function putTransfer(offer: Omit<TransferRow, 'nickname'>): Sql {
  return sql`insert into transfers (client_id, account_id, offered_at)
    values (${offer.clientId}, ${offer.accountId}, ${offer.offeredAt})
    on conflict (client_id) do update set account_id = excluded.account_id, offered_at = excluded.offered_at`;
}

/** A guard: of an acceptance, a refusal and a withdrawal of the same offer only one happens. */
export function endTransfer({ clientId, accountId, offeredAt }: Omit<TransferRow, 'nickname'>): Sql {
  return must(sql`delete from transfers
    where client_id = ${clientId} and account_id = ${accountId} and offered_at = ${offeredAt}`);
}

/** The same for an acceptance, which takes over so many webhooks and no other. */
export function acceptOffer({ clientId, accountId, offeredAt }: Omit<TransferRow, 'nickname'>, webhooks: number): Sql {
  return must(sql`delete from transfers
    where client_id = ${clientId} and account_id = ${accountId} and offered_at = ${offeredAt}
      and (select count(*) from webhooks where client_key = ${clientId}) = ${webhooks}`);
}

/** For a client that is deleted. */
export function dropTransfer(clientId: number): Sql {
  return sql`delete from transfers where client_id = ${clientId}`;
}

/** Beyond this number of applications no account gets. */
const MOST_OFFERED = 1000;

/** The applications that an account has offered since. */
export function listOffered(
  database: Database,
  ownerId: number,
  since: number,
): Promise<readonly { readonly clientId: number }[]> {
  return database.list(sql`select t.client_id as "clientId" from clients c join transfers t on t.client_id = c.id
    where c.owner_id = ${ownerId} and c.deleted_at is null and t.offered_at > ${since} limit ${MOST_OFFERED}`);
}

/** What an account that is disabled or recovered has offered: nobody accepts what an intruder may have offered. */
export function dropTransfersFrom(ownerId: number): Sql {
  return sql`delete from transfers where client_id in (select id from clients where owner_id = ${ownerId})`;
}

/** What was offered to an account that is deleted. */
export function dropTransfersTo(accountId: number): Sql {
  return sql`delete from transfers where account_id = ${accountId}`;
}

interface GivenClient {
  readonly publicId: string;
  readonly name: string;
  readonly at: number;
  /** As the event says it: `to 42`. */
  readonly detail: string | null;
}

/** What one account gave away, by its events from a number on, newest first; `clientId` null for any application. */
export function listGiven(
  database: Database,
  accountId: number,
  { clientId, from, most }: { readonly clientId: number | null; readonly from: number; readonly most: number },
): Promise<readonly GivenClient[]> {
  // With the condition of the index events_of_note.
  return database.list<GivenClient>(sql`select c.public_id as "publicId", c.name, e.happened_at as "at", e.detail
    from events e join clients c on c.id = e.client_id
    where e.kind <> 'code.issued' and e.kind <> 'code.exchanged' and e.kind <> 'token.issued' and e.kind <> 'token.refreshed'
      and e.kind = 'application.transferred' and e.id >= ${from} and e.account_id = ${accountId} and c.deleted_at is null
      and (cast(${clientId} as bigint) is null or e.client_id = ${clientId})
    order by e.id desc limit ${most}`);
}
