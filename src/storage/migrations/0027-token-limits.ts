/** A limit of its own for an application that needs more token requests, or fewer, than all others; null for the usual one. */

export const tokenLimits = 'alter table clients add column token_limit bigint';
