/** The developer's portal: kinds of applications, secrets that end, logos, transfers, and counts for every day. */

/** One text for both engines, as in the first schema. */
export const portal = `
alter table clients add column kind text not null default 'web';
update clients set kind = 'native' where confidential_at is null;
alter table clients add column required_scope text not null default '';
alter table clients add column token_at bigint;

alter table client_secrets add column expires_at bigint;

create table logos (
  client_id bigint primary key references clients (id),
  content_type text not null,
  content text not null,
  digest text not null,
  created_at bigint not null
);
create index logos_by_digest on logos (digest);

create table transfers (
  client_id bigint primary key references clients (id),
  account_id bigint not null references accounts (id),
  offered_at bigint not null
);
create index transfers_by_account on transfers (account_id);

create table client_days (
  client_id bigint not null references clients (id),
  day bigint not null,
  tokens bigint not null,
  errors bigint not null,
  primary key (client_id, day)
);
create index client_days_by_day on client_days (day)
`;
