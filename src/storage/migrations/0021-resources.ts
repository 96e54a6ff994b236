/** Resources: the APIs that tokens are for (RFC 8707), with credentials of their own, and whom a token is for. */

/**
 * One text for both engines. `identifier_key` is the identifier as requests are compared with it; a deleted resource keeps
 * its row, so that nothing of it is revived by one that is made again under the same identifier. `plain_at` is set where it
 * also answers for tokens without a resource, `configured_at` where the configuration describes it.
 *
 * A consent is for one resource, or for none. A pair says whom its access token is for; pairs of a code and of a refresh
 * have the resource of their consent. `whole_profile_at` is set where the request named no scope and nobody decided about
 * the profile: whoami then tells it, as it did for every token so far (SPEC S5).
 */
const text = `
create table resources (
  id bigint primary key,
  public_id text not null unique,
  identifier text not null,
  identifier_key text not null,
  name text not null,
  scope text not null,
  seconds bigint,
  plain_at bigint,
  configured_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint
);
create unique index resources_live on resources (identifier_key) where deleted_at is null;

create table resource_secrets (
  id bigint primary key,
  resource_id bigint not null references resources (id),
  digest text not null,
  suffix text not null,
  created_at bigint not null,
  used_at bigint,
  expires_at bigint,
  added_by bigint
);
create index resource_secrets_by_resource on resource_secrets (resource_id);

alter table consents add column resource_id bigint references resources (id);
drop index consents_live;
create unique index consents_live on consents (account_id, client_id, coalesce(resource_id, 0)) where revoked_at is null;
create index consents_by_resource on consents (resource_id) where resource_id is not null;

alter table codes add column whole_profile_at bigint;
alter table families add column whole_profile_at bigint;
update families set whole_profile_at = created_at where consent_id is not null
  and ' ' || scope || ' ' || removed_scope || ' ' not like '% profile %';
alter table pairs add column resource_id bigint
`;

const COUNTED = ['resources', 'resource_secrets'];

export const resources = {
  text,
  sqlite: [
    ...COUNTED.map((table) => `insert into revisions (name, number) values ('${table}', 0)`),
    ...COUNTED.flatMap((table) =>
      ['insert', 'update', 'delete'].map(
        (act) => `create trigger ${table}_${act}_counted after ${act} on ${table} begin
        update revisions set number = number + 1 where name = '${table}';
      end`,
      ),
    ),
  ],
};
