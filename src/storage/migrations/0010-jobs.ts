/** Durable work after the answer: one row for each job that waits, runs, or was given up. */

/**
 * `due_at` is when somebody may take the job: the moment it is to run, or, while somebody holds it, the end of the lease.
 * So one index serves both, and the job of an instance that was killed becomes due by itself. `key` names a job of which
 * there is only one.
 */
export const jobs = `
create table jobs (
  id bigint primary key,
  kind text not null,
  key text,
  payload text not null,
  created_at bigint not null,
  due_at bigint not null,
  attempts bigint not null default 0,
  lease text,
  last_error text,
  dead_at bigint
);
create unique index jobs_by_key on jobs (kind, key);
create index jobs_by_due on jobs (kind, due_at) where dead_at is null;
create index jobs_by_death on jobs (dead_at) where dead_at is not null
`;
