/** Consents forget the device on which they were given when they end; here those that had ended before. */

export const endedConsents = `
update consents set address = null, user_agent = null
  where revoked_at is not null and (address is not null or user_agent is not null);
update consents set revoked_at = (select deleted_at from accounts where accounts.id = consents.account_id),
    revoked_because = 'account_deleted', address = null, user_agent = null
  where revoked_at is null and exists
    (select 1 from accounts where accounts.id = consents.account_id and accounts.deleted_at is not null)
`;
