/** Which session a session takes the place of, so that the one before it ends where the new one is first used, and not sooner. */

/** Null for one that a browser has used, and for one that takes no other's place. */
export const replacedSessions = `alter table sessions add column replaces text;
create index sessions_by_replaced on sessions (replaces) where replaces is not null`;

/** As migration 42 left it, with the new column, whose change counts. */
export const replacedSessionsCounted: readonly string[] = [
  'drop trigger sessions_update_counted',
  `create trigger sessions_update_counted after update of digest, account_id, seen_at, auth_time, expires_at, address,
      user_agent, confirmed_for, amr, replaces on sessions begin
    update revisions set number = number + 1 where name = 'sessions';
  end`,
];
