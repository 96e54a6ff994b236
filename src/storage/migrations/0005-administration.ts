/** Administration: suspended applications, and the orders in which people, applications and events are looked for. */

/**
 * `collate "binary"` is SQLite's name for comparing bytes; postgres.ts teaches it to PostgreSQL, whose usual order
 * depends on its language and could not be searched by the beginnings of words. Names that were kept before are folded
 * as far as the database can; each is folded wholly (protocol/people/text-rules.ts) when it is next saved. The events that
 * every token leaves behind are not indexed by kind: they are the many.
 */
export const administration = `
alter table clients add column suspended_at bigint;
alter table clients add column suspended_because text;
alter table clients add column name_key text not null default '';
update clients set name_key = lower(name);
create index clients_by_name on clients (name_key collate "binary", id) where deleted_at is null;
create index clients_suspended on clients (id) where suspended_at is not null;

create index accounts_by_nickname on accounts (nickname_key collate "binary") where deleted_at is null;
create index accounts_by_email on accounts (email_key collate "binary") where deleted_at is null;
create index accounts_by_creation on accounts (created_at, id) where deleted_at is null;

create index events_of_note on events (kind, id)
  where kind not in ('code.issued', 'code.exchanged', 'token.issued', 'token.refreshed')
`;
