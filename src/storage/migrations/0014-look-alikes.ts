/** Skeletons of nicknames and application names, by which look-alikes are found (protocol/people/look-alikes.ts). */

/**
 * No two accounts get the same skeleton from now on. Those that share one already keep their nicknames: one of them has
 * the skeleton, the others have none. A database cannot compute them, so a job fills them in (jobs/kinds/fill-skeletons.ts);
 * an empty database needs none. The number of the job is smaller than any that is given out.
 */
const fill = (now: string) => `insert into jobs (id, kind, payload, created_at, due_at)
  select 21, 'fill-skeletons', '', ${now}, ${now}
  where exists (select 1 from accounts) or exists (select 1 from clients)`;

export const lookAlikes = {
  text: `
alter table accounts add column nickname_skeleton text;
create unique index accounts_by_skeleton on accounts (nickname_skeleton) where nickname_skeleton is not null;
alter table clients add column name_skeleton text;
create index clients_by_skeleton on clients (name_skeleton, id) where deleted_at is null
`,
  sqlite: [fill("cast(strftime('%s', 'now') as integer)")],
  postgres: [fill('extract(epoch from now())::bigint')],
};
