/** Who may register applications, and which applications still wait until an administrator has approved them. */

/**
 * `developer_at` marks a person who may register where not everybody may. An application with `waiting_since` is not
 * approved; `waiting_for` says since when that is so, `new` from the beginning or `changed` after a change. With
 * `declined_because` an administrator has looked at it and said no. Applications from before are approved.
 */
export const approval = `
alter table accounts add column developer_at bigint;
alter table clients add column waiting_since bigint;
alter table clients add column waiting_for text;
alter table clients add column declined_because text;
create index clients_waiting on clients (waiting_since) where waiting_since is not null
`;
