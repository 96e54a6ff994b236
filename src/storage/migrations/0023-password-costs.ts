/** What it costs to check a password hash of another service, so that a check of any name can cost as much. */

/**
 * `cost` is null for hashes of today's cost (protocol/people/hash-cost.ts). The hashes that were there before are told
 * apart as far as SQL can: bcrypt by its cost; all others that are not ours count as one.
 */
export const passwordCosts = `
alter table credentials add column cost text;
update credentials set cost = case
    when secret like '$2%' then 'bcrypt ' || substr(secret, 5, 2)
    when secret like 'peppered:$2%' then 'bcrypt ' || substr(secret, 14, 2)
    else 'other' end
  where kind = 'password' and secret not like '$argon2id$v=19$m=19456,t=2,p=1$%';
create index credentials_by_cost on credentials (cost) where cost is not null
`;
