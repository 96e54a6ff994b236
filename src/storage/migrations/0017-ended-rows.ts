/** What has ended can be swept and is not counted: consents, deleted clients; and who came and left is kept by the day. */

/**
 * Live consents of a client are a range of one index, with and without an end. Whoever deletes a client's row looks for what
 * refers to it, so these indexes hold all rows. On PostgreSQL the newest pairs of a family are found without sorting; on
 * SQLite an index has the record number by itself.
 */
export const endedRows = {
  text: `
drop index consents_by_client;
create index consents_by_client on consents (client_id, revoked_at, ends_at);
create index consents_ended on consents (revoked_at) where revoked_at is not null;
drop index families_by_client;
create index families_by_client on families (client_id, consent_id);
create index clients_deleted on clients (id) where deleted_at is not null;

alter table client_days add column arrived bigint not null default 0;
alter table client_days add column departed bigint not null default 0;
insert into client_days (client_id, day, tokens, errors, arrived)
  select client_id, granted_at / 86400, 0, 0, count(*) from consents where granted_at > 0
    group by client_id, granted_at / 86400
  on conflict (client_id, day) do update set arrived = excluded.arrived;
insert into client_days (client_id, day, tokens, errors, departed)
  select client_id, revoked_at / 86400, 0, 0, count(*) from consents where revoked_at is not null
    group by client_id, revoked_at / 86400
  on conflict (client_id, day) do update set departed = excluded.departed
`,
  postgres: ['drop index pairs_by_family', 'create index pairs_by_family on pairs (family_id, id)'],
};
