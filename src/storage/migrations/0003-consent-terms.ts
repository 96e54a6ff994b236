/** The terms of a consent: when it ends, from which device it was given, why it ended, and what was really used. */

/**
 * `removed_scope` has what the user took out of a family: a client that still asks for it gets the rest.
 * `scope_uses` has the latest use of each permission of a consent, at the grain of a minute.
 */
export const consentTerms = `
alter table consents add column ends_at bigint;
alter table consents add column address text;
alter table consents add column user_agent text;
alter table consents add column revoked_because text;

create index consents_by_end on consents (ends_at) where ends_at is not null and revoked_at is null;

alter table families add column removed_scope text not null default '';

create table scope_uses (
  consent_id bigint not null references consents (id),
  scope text not null,
  used_at bigint not null,
  primary key (consent_id, scope)
)
`;
