/** When an application was last given to another account: what is older was sent from where its former owner acted. */

/** Null for one that has the owner who registered it, and for one that was given away before this was kept. */
export const givenClients = 'alter table clients add column given_at bigint';
