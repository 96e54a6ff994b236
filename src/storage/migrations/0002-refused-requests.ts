/** Refused requests for the owners of applications, and removed secrets, so that one that is still used is recognised. */

/** `facts` are lines of name and value (protocol/refusals/facts.ts); `error` is what was sent, `reason` what was found. */
export const refusedRequests = `
create table refused_requests (
  id bigint primary key,
  trace_id text not null unique,
  client_id bigint,
  account_id bigint,
  endpoint text not null,
  reason text not null,
  error text not null,
  happened_at bigint not null,
  address text,
  user_agent text,
  facts text not null
);
create index refused_requests_by_client on refused_requests (client_id, id);

create table removed_secrets (
  id bigint primary key,
  client_id bigint not null references clients (id),
  digest text not null,
  suffix text not null,
  removed_at bigint not null
);
create index removed_secrets_by_client on removed_secrets (client_id);
create index removed_secrets_by_end on removed_secrets (removed_at)
`;
