/** On SQLite, a form that holds on to its session does not count as a change of sessions. */

/**
 * Whatever somebody signed in sends is written only while the session stands, which is a change that changes nothing
 * (docs/decisions/0068). Counted, it would make every page look its session up again after each form that anybody sends. It
 * sets `created_at`, which nothing else does; all other columns count as before (migration 8).
 */
export const sessionsHeld: readonly string[] = [
  'drop trigger sessions_update_counted',
  `create trigger sessions_update_counted after update of digest, account_id, seen_at, auth_time, expires_at, address,
      user_agent, confirmed_for, amr on sessions begin
    update revisions set number = number + 1 where name = 'sessions';
  end`,
];
