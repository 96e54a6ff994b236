/** The first schema: people, applications, consents, codes, token families and pairs, events, limits. */

/** One text for both engines. `bigint primary key` is the record number; migrate.ts names SQLite's type for it. */
export const foundation = `
create table accounts (
  id bigint primary key,
  nickname text not null,
  nickname_key text not null unique,
  email text not null,
  email_key text not null unique,
  email_verified_at bigint,
  password_hash text not null,
  name text not null,
  website text not null,
  avatar_url text not null,
  locale text not null,
  admin_at bigint,
  created_at bigint not null,
  online_at bigint not null,
  disabled_at bigint,
  deleted_at bigint
);

create index accounts_admin on accounts (admin_at) where admin_at is not null;

create table sessions (
  digest text primary key,
  account_id bigint not null references accounts (id),
  created_at bigint not null,
  seen_at bigint not null,
  confirmed_at bigint not null,
  expires_at bigint not null,
  address text,
  user_agent text
);
create index sessions_by_account on sessions (account_id);
create index sessions_by_expiry on sessions (expires_at);

create table setup_links (
  digest text primary key,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);

create table clients (
  id bigint primary key,
  public_id text not null unique,
  owner_id bigint not null references accounts (id),
  name text not null,
  description text not null,
  homepage_url text not null,
  logo_url text not null,
  scope text not null,
  confidential_at bigint,
  iss_off_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint
);
create index clients_by_owner on clients (owner_id);

create table redirect_uris (
  client_id bigint not null references clients (id),
  position bigint not null,
  uri text not null,
  primary key (client_id, position)
);

create table client_secrets (
  id bigint primary key,
  client_id bigint not null references clients (id),
  digest text not null,
  suffix text not null,
  created_at bigint not null,
  used_at bigint
);
create index client_secrets_by_client on client_secrets (client_id);

create table consents (
  id bigint primary key,
  account_id bigint not null references accounts (id),
  client_id bigint not null references clients (id),
  scope text not null,
  granted_at bigint not null,
  updated_at bigint not null,
  revoked_at bigint
);
create unique index consents_live on consents (account_id, client_id) where revoked_at is null;
create index consents_by_client on consents (client_id);

create table families (
  id bigint primary key,
  consent_id bigint references consents (id),
  client_id bigint not null references clients (id),
  scope text not null,
  created_at bigint not null,
  ends_at bigint,
  revoked_at bigint,
  revoked_because text
);
create index families_by_consent on families (consent_id);
create index families_by_client on families (client_id) where consent_id is null;

create table codes (
  id bigint primary key,
  digest text not null,
  consent_id bigint not null references consents (id),
  redirect_uri text not null,
  scope text not null,
  challenge text,
  issued_at bigint not null,
  expires_at bigint not null,
  redeemed_at bigint,
  family_id bigint
);
create index codes_by_consent on codes (consent_id);
create index codes_by_expiry on codes (expires_at);

create table pairs (
  id bigint primary key,
  family_id bigint not null,
  parent_id bigint,
  access_digest text not null,
  refresh_digest text,
  scope text,
  issued_at bigint not null,
  access_expires_at bigint not null,
  refresh_expires_at bigint,
  used_at bigint,
  renewed_at bigint,
  superseded_at bigint,
  revoked_at bigint
);
create index pairs_by_family on pairs (family_id);

create table uses (
  family_id bigint primary key,
  used_at bigint not null,
  address text,
  user_agent text
);

create table events (
  id bigint primary key,
  happened_at bigint not null,
  kind text not null,
  account_id bigint,
  client_id bigint,
  family_id bigint,
  address text,
  user_agent text,
  detail text
);
create index events_by_account on events (account_id, id) where account_id is not null;
create index events_by_client on events (client_id, id) where client_id is not null;

create table limits (
  name text primary key,
  spent bigint not null,
  resets_at bigint not null
);
create index limits_by_reset on limits (resets_at);
create index limits_by_path on limits (name collate "binary")
`;
