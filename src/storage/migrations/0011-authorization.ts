/** What is remembered of an authorization request until it is answered, and what its code carries to the tokens. */

/**
 * `confirmed_for` names the authorization request for which the account of a session was proved (`prompt=login`). A code
 * keeps the nonce of its request, when and how the account was proved, and the key that its tokens are to be bound to.
 */
export const authorization = `
alter table sessions add column confirmed_for text;
alter table codes add column nonce text;
alter table codes add column auth_time bigint;
alter table codes add column amr text;
alter table codes add column bound_key text
`;
