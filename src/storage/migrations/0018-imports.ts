/** What was brought over from another service: runs, people, applications, and the tokens that work as they are. */

/**
 * `imports` has one row for each kind of source, with the lease of a run under way. `digest` of an account and of an
 * application is that of what was written here, so that a later run knows whether it was changed here since.
 * `imported_tokens` finds the record behind a string that this service did not make, by its SHA-256 digest; `kind` says
 * whether the record is a pair (`access`, `refresh`) or a code (`code`). The number of its rows grows with time, so that
 * it can be swept by number.
 */
export const imports = `
create table imports (
  id bigint primary key,
  kind text not null unique,
  started_at bigint not null,
  finished_at bigint,
  lease text,
  lease_ends_at bigint,
  undoing_at bigint
);

create table imported_accounts (
  account_id bigint primary key,
  import_id bigint not null,
  digest text not null
);

create table imported_clients (
  client_id bigint primary key,
  import_id bigint not null,
  digest text not null
);

create table imported_tokens (
  id bigint primary key,
  digest text not null unique,
  kind text not null,
  record_id bigint not null
);

alter table families add column imported_at bigint;
create index families_imported on families (id) where imported_at is not null
`;
