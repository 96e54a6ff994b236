/** The management API and `apply`: who may manage all, what a description manages, and creations that happen once. */

/**
 * One text for both engines. `admin_at` is set where an administrator lets an application manage everything, `applied_at`
 * where `latchkey apply` takes care of the record. A row of `creations` is a request with an Idempotency-Key: `digest` is
 * that of its sender and key, `request` that of what was asked, `answer` what was answered, without any secret.
 */
export const management = `
alter table clients add column admin_at bigint;
alter table clients add column applied_at bigint;
alter table resources add column applied_at bigint;
create table creations (
  digest text primary key,
  request text not null,
  status bigint not null,
  location text not null,
  answer text not null,
  expires_at bigint not null
);
create index creations_by_end on creations (expires_at);
create index clients_applied on clients (applied_at) where applied_at is not null
`;
