/** What people have now is a range of an index, however much of theirs has ended and waits for a sweep. */

/** Whoever deletes an account looks for what refers to it, so these indexes hold all rows. */
export const liveRowsOfPeople = `
drop index consents_by_account;
create index consents_by_account on consents (account_id, revoked_at);
drop index clients_by_owner;
create index clients_by_owner on clients (owner_id, deleted_at)
`;
