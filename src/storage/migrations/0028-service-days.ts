/** What the whole service did on each finished day, counted once; and when the embedded database was last backed up. */

/**
 * A finished day does not change, so its figures are counted when somebody first asks for them and kept here. `backups`
 * has one row, which the command that copies the file writes.
 */
export const serviceDays = `
create table service_days (
  day bigint primary key,
  sign_ins bigint not null,
  failed_sign_ins bigint not null,
  new_accounts bigint not null,
  tokens bigint not null,
  refusals bigint not null,
  alarms bigint not null
);

create table backups (
  id bigint primary key,
  finished_at bigint not null
);

create index accounts_disabled on accounts (id) where disabled_at is not null and deleted_at is null
`;
