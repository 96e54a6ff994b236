/** Who has ended the access of an application of the service's own: such a person is asked again, however long ago it was. */

/**
 * A row of `ended_access` is written when the consent itself goes, two days after its end: one for a person and an application
 * at most. Until then the consent is found by the index, however many others of that person or application have ended.
 */
export const endedAccess = `
create table ended_access (
  account_id bigint not null references accounts (id),
  client_id bigint not null references clients (id),
  ended_at bigint not null,
  primary key (account_id, client_id)
);
create index ended_access_by_client on ended_access (client_id);
create index consents_ended_by on consents (account_id, client_id) where revoked_at is not null
`;
