/** Answers that are kept for an Idempotency-Key, by whom they tell of: they are erased with that person or application. */

/**
 * Both are null for what concerns neither. Of rows from before, those about people are found by their address; those about
 * applications end within a day.
 */
export const keptAnswers = `
alter table creations add column account_id bigint;
alter table creations add column client_id bigint;
update creations set account_id = cast(substr(location, 16) as bigint) where location like '/api/v1/people/%';
create index creations_by_account on creations (account_id) where account_id is not null;
create index creations_by_client on creations (client_id) where client_id is not null
`;
