/** What an application that waits after a change may ask for in its own name: what it could ask for when it was approved. */

/** Null but for applications with `waiting_for` = `changed`. Those that wait already keep what they have. */
export const approvedScope = `
alter table clients add column approved_scope text;
update clients set approved_scope = scope where waiting_for = 'changed'
`;
