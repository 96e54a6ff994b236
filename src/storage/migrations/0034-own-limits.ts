/** Limits of an application's own, in one text (`token_requests=60000 api_requests=9000`); and webhooks that `apply` makes. */

/** `token_limit` stays as it is for programs of the version before that still run; nothing reads it any more.
 * `applied_at` is set where `latchkey apply` takes care of the webhook. */
export const ownLimits = `
alter table clients add column limits text not null default '';
update clients set limits = 'token_requests=' || token_limit where token_limit is not null;
alter table webhooks add column applied_at bigint;
create index webhooks_applied on webhooks (applied_at) where applied_at is not null
`;
