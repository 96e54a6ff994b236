/** Links of applications to their terms, whose secrets are whose, short traces of refused requests, and last uses. */

/**
 * `short_trace` is what `error_uri` carries (protocol/refusals/short-trace.ts); requests that were kept before have none. The last
 * use that is known already is taken over without its address, which belonged to one of many uses.
 */
export const linksAndTraces = `
alter table clients add column policy_url text not null default '';
alter table clients add column terms_url text not null default '';

alter table client_secrets add column added_by bigint;

alter table refused_requests add column short_trace text;
create index refused_requests_by_short_trace on refused_requests (short_trace, id) where short_trace is not null;

create table client_uses (
  client_id bigint primary key references clients (id),
  used_at bigint not null,
  address text,
  user_agent text
);
insert into client_uses (client_id, used_at)
  select families.client_id, max(uses.used_at) from uses join families on families.id = uses.family_id
  group by families.client_id
`;
