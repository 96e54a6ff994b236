/** How consents end by themselves, and when their rows go. */
import { sql } from '../../sql.ts';
import { nextDeleted } from '../clients/deleted.ts';
import { DAY_SECONDS, type SweepByIndex, type SweepByNumber, sliceOf } from '../sweep.ts';

/**
 * Nothing depends on it, since every use looks at the end; but what has ended need not be counted and listed. Whom each
 * client loses is added to its figures in the same batch.
 */
export const closeConsents: SweepByIndex = {
  table: 'consents',
  ends: 'are closed at the end that their user chose',
  step: ({ now }, most) => [
    sql`insert into client_days (client_id, day, tokens, errors, departed)
      select ending.client_id, ending.ends_at / 86400, 0, 0, count(*) from
        (select client_id, ends_at from consents where ends_at <= ${now} and ends_at is not null and revoked_at is null
          order by ends_at limit ${most}) as ending
        where true group by ending.client_id, ending.ends_at / 86400 order by ending.client_id
      on conflict (client_id, day) do update set departed = client_days.departed + excluded.departed`,
    sql`update consents set revoked_at = ends_at, revoked_because = 'ended', address = null,
        user_agent = null where id in
      (select id from consents where ends_at <= ${now} and ends_at is not null and revoked_at is null
        order by ends_at limit ${most})`,
  ],
};

/** A deleted client can do nothing any more, and nobody reads why; from where its users allowed it is forgotten. */
export const closeConsentsOfDeleted: SweepByNumber = {
  table: 'consents',
  ends: 'are closed when their client was deleted',
  next: nextDeleted,
  stepIn: ({ after, upTo }, { now }, most) => sql`update consents
    set revoked_at = ${now}, address = null, user_agent = null
    where id in (select k.id from clients c join consents k on k.client_id = c.id and k.revoked_at is null
      where c.id > ${after} and c.id <= ${upTo} and c.deleted_at is not null limit ${most})`,
};

/** By then every code, family and pair that came from it has gone. */
const KEPT_SECONDS = 2 * DAY_SECONDS;

/** Of an application of the service's own, that its user ended it stays known (docs/decisions/0064). */
export const sweepConsents: SweepByIndex = {
  table: 'consents',
  ends: 'go two days after they ended, when no token refers to them any more',
  step: ({ now }, most) => [
    sql`insert into ended_access (account_id, client_id, ended_at)
      select gone.account_id, gone.client_id, max(gone.revoked_at) from (select k.account_id, k.client_id, k.revoked_at,
          k.revoked_because from consents k
        where k.revoked_at is not null and k.revoked_at <= ${now - KEPT_SECONDS}
          and not exists (select 1 from families f where f.consent_id = k.id)
          and not exists (select 1 from codes c where c.consent_id = k.id)
          and not exists (select 1 from scope_uses u where u.consent_id = k.id)
        order by k.revoked_at limit ${most}) as gone
      join clients asker on asker.id = gone.client_id and asker.first_party_at is not null and asker.deleted_at is null
      join accounts a on a.id = gone.account_id and a.deleted_at is null
      where gone.revoked_because in ('removed', 'removed_with_all', 'ended')
      group by gone.account_id, gone.client_id
      on conflict (account_id, client_id) do nothing`,
    sql`delete from consents where id in (select k.id from consents k
      where k.revoked_at is not null and k.revoked_at <= ${now - KEPT_SECONDS}
        and not exists (select 1 from families f where f.consent_id = k.id)
        and not exists (select 1 from codes c where c.consent_id = k.id)
        and not exists (select 1 from scope_uses u where u.consent_id = k.id)
      order by k.revoked_at limit ${most})`,
  ],
};

export const sweepScopeUses: SweepByNumber = {
  table: 'scope_uses',
  ends: 'with their consent',
  next: async (database, after, most) =>
    sliceOf(
      after,
      await database.list(sql`select max(consent_id) as "upTo" from
        (select consent_id from scope_uses where consent_id > ${after} order by consent_id limit ${most}) as slice`),
    ),
  stepIn: ({ after, upTo }, { now }) => sql`delete from scope_uses where consent_id > ${after} and consent_id <= ${upTo}
    and not exists (select 1 from consents where consents.id = scope_uses.consent_id and consents.revoked_at is null
      and (consents.ends_at is null or consents.ends_at > ${now}))`,
};
