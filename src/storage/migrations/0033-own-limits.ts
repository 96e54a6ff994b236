/** Limits of an application's own, all in one text: `token_requests=60000 api_requests=9000`; empty for the usual ones. */

/** `token_limit` stays as it is for programs of the version before that still run; nothing reads it any more. */
export const ownLimits = `
alter table clients add column limits text not null default '';
update clients set limits = 'token_requests=' || token_limit where token_limit is not null
`;
