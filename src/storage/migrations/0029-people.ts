/** People as administrators look for them: whether somebody ever signed in; and links that let a person in once. */

/**
 * `signed_in_at` is null for accounts that nobody has signed in to: made by the operator or an import, and not yet used.
 * Of accounts from before, those were used whose owner was seen after their creation, or made them in a browser.
 */
export const people = `
alter table accounts add column signed_in_at bigint;
update accounts set signed_in_at = online_at where online_at > created_at or exists
  (select 1 from events e where e.account_id = accounts.id and e.kind = 'account.created' and e.address is not null);

create table sign_in_links (
  digest text primary key,
  account_id bigint not null,
  created_at bigint not null,
  expires_at bigint not null
);
create unique index sign_in_links_by_account on sign_in_links (account_id);
create index sign_in_links_by_expiry on sign_in_links (expires_at)
`;
