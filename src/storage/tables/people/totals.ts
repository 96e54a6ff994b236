/** Counts what hangs on an account, for the pages that tell it. */
import { MOST_COUNTED } from '../../../protocol/counting.ts';
import type { Database } from '../../database.ts';
import { sql } from '../../sql.ts';

/** What hangs on an account, for the pages that count it. */
export interface AccountTotals {
  readonly ownedApplications: number;
  readonly authorizedApplications: number;
}

export async function tallyOf(database: Database, id: number): Promise<AccountTotals> {
  const rows = await database.list<AccountTotals>(sql`select
      (select count(*) from (select 1 as one from clients where owner_id = ${id} and deleted_at is null
        limit ${MOST_COUNTED}) as owned) as "ownedApplications",
      (select count(*) from (select 1 as one from consents g join clients c on c.id = g.client_id
        where g.account_id = ${id} and g.revoked_at is null and c.deleted_at is null
        limit ${MOST_COUNTED}) as authorized) as "authorizedApplications"`);
  return rows[0] ?? { ownedApplications: 0, authorizedApplications: 0 };
}

/** So many consents are looked at, since one person may use several applications. */
const MOST_LOOKED_AT = 5 * MOST_COUNTED;

/** People who use the applications of an account, counted up to MOST_COUNTED. */
export async function countAffected(database: Database, ownerId: number): Promise<number> {
  const rows = await database.list<{ people: number; consents: number }>(sql`select
      count(distinct used."accountId") as "people", count(*) as "consents" from (
        select g.account_id as "accountId" from clients c join consents g on g.client_id = c.id and g.revoked_at is null
          where c.owner_id = ${ownerId} and c.deleted_at is null limit ${MOST_LOOKED_AT}) as used`);
  const { people = 0, consents = 0 } = rows[0] ?? {};
  return consents < MOST_LOOKED_AT ? Math.min(people, MOST_COUNTED) : MOST_COUNTED;
}
