/** What an authorization request is remembered by until it is answered. */

/** `confirmed_for` names the authorization request for which the password of a session was given (`prompt=login`). */
export const authorization = `
alter table sessions add column confirmed_for text
`;
