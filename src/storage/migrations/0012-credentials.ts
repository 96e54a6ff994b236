/** Credentials in a table of their own, so that an account may have several or no password; how sessions were opened. */

/**
 * One text for both engines. Every credential so far is a password, and an account has at most one. The row of an
 * account's password takes the account's number: record numbers made since (world.ts) are greater than any of them.
 * Every session so far was opened with a password, at the time that was called `confirmed_at`.
 */
export const credentials = `
create table credentials (
  id bigint primary key,
  account_id bigint not null references accounts (id),
  kind text not null,
  secret text not null,
  created_at bigint not null,
  used_at bigint
);
create index credentials_by_account on credentials (account_id);
create unique index credentials_password on credentials (account_id) where kind = 'password';
insert into credentials (id, account_id, kind, secret, created_at)
  select id, id, 'password', password_hash, created_at from accounts where deleted_at is null;
alter table accounts drop column password_hash;

alter table sessions add column amr text not null default 'pwd';
alter table sessions rename column confirmed_at to auth_time
`;
