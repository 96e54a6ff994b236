/** What administrators say of an application: that they have checked it, and that it is the service's own. */

export const marks = `
alter table clients add column verified_at bigint;
alter table clients add column first_party_at bigint
`;
