/** What is left of clients that were deleted, and when their rows go. */
import type { Database } from '../../database.ts';
import { sql } from '../../sql.ts';
import { DAY_SECONDS, type Slice, type SweepByNumber, sliceOf } from '../sweep.ts';

/** Whose a deleted client was; undefined for one that is there, or that nobody knows any more. */
export async function findDeletedOwner(database: Database, publicId: string): Promise<number | undefined> {
  const rows = await database.read<{ ownerId: number }>(sql`select owner_id as "ownerId" from clients
    where public_id = ${publicId} and deleted_at is not null`);
  return rows[0]?.ownerId;
}

/** The next slice of deleted clients, by their record numbers. */
export async function nextDeleted(database: Database, after: number, most: number): Promise<Slice | undefined> {
  return sliceOf(
    after,
    await database.list(sql`select max(id) as "upTo" from
      (select id from clients where deleted_at is not null and id > ${after} order by id limit ${most}) as slice`),
  );
}

/** Most goes in the batch of the deletion itself (erase.ts); this is what was written at the same moment, or before that. */
export const eraseDeleted: SweepByNumber = {
  table: 'client_uses',
  ends: 'go with their client, and so do its secrets, redirect URIs, logo and offer, and who had ended its access',
  next: nextDeleted,
  stepIn: ({ after, upTo }) => [
    sql`delete from client_secrets where client_id in
      (select id from clients where deleted_at is not null and id > ${after} and id <= ${upTo})`,
    sql`delete from removed_secrets where client_id in
      (select id from clients where deleted_at is not null and id > ${after} and id <= ${upTo})`,
    sql`delete from redirect_uris where client_id in
      (select id from clients where deleted_at is not null and id > ${after} and id <= ${upTo})`,
    sql`delete from logos where client_id in
      (select id from clients where deleted_at is not null and id > ${after} and id <= ${upTo})`,
    sql`delete from transfers where client_id in
      (select id from clients where deleted_at is not null and id > ${after} and id <= ${upTo})`,
    sql`delete from ended_access where client_id in
      (select id from clients where deleted_at is not null and id > ${after} and id <= ${upTo})`,
    sql`delete from client_uses where client_id in
      (select id from clients where deleted_at is not null and id > ${after} and id <= ${upTo})`,
  ],
};

/** Until then events tell of it by its name, and its client_id is given to no other one. */
export const sweepClients: SweepByNumber = {
  table: 'clients',
  ends: 'go as long after they were deleted as events are kept, when nothing refers to them any more',
  next: nextDeleted,
  stepIn: ({ after, upTo }, { now, eventDays }) => sql`delete from clients
    where deleted_at is not null and id > ${after} and id <= ${upTo} and deleted_at <= ${now - eventDays * DAY_SECONDS}
      and not exists (select 1 from consents where consents.client_id = clients.id)
      and not exists (select 1 from families where families.client_id = clients.id)
      and not exists (select 1 from client_days where client_days.client_id = clients.id)
      and not exists (select 1 from client_secrets where client_secrets.client_id = clients.id)
      and not exists (select 1 from removed_secrets where removed_secrets.client_id = clients.id)
      and not exists (select 1 from redirect_uris where redirect_uris.client_id = clients.id)
      and not exists (select 1 from logos where logos.client_id = clients.id)
      and not exists (select 1 from transfers where transfers.client_id = clients.id)
      and not exists (select 1 from ended_access where ended_access.client_id = clients.id)
      and not exists (select 1 from client_uses where client_uses.client_id = clients.id)`,
};
