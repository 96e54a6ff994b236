/** The terms of a consent: when it ends, from which device it was given, why it ended, and what was really used. */

/** `scope_uses` has the latest use of each permission of a consent, at the grain of a minute. */
export const consentTerms = `
alter table consents add column ends_at bigint;
alter table consents add column address text;
alter table consents add column user_agent text;
alter table consents add column revoked_because text;

create table scope_uses (
  consent_id bigint not null references consents (id),
  scope text not null,
  used_at bigint not null,
  primary key (consent_id, scope)
)
`;
