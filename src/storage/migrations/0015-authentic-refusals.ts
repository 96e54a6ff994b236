/** Refused requests say whether they came with what strangers do not have, so that both kinds have shares of their own. */

export const authenticRefusals = `
alter table refused_requests add column authentic_at bigint
`;
