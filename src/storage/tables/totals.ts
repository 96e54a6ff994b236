/** How many people and applications there are, counted as far as it is worth counting. */
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';

export interface ServiceTotals {
  readonly people: number;
  readonly administrators: number;
  readonly disabled: number;
  readonly applications: number;
  readonly suspended: number;
  /** Applications that wait for an administrator. */
  readonly waiting: number;
}

/** Applications that wait for an administrator, no more than `most` of them. */
export async function countWaiting(database: Database, most: number): Promise<number> {
  const statement = sql`select count(*) as "waiting" from (select 1 as one from clients
    where waiting_since > 0 and declined_because is null and deleted_at is null limit ${most}) as w`;
  const rows = await database.list<{ waiting: number }>(statement);
  return rows[0]?.waiting ?? 0;
}

/** No more than `most` of each are counted. */
export async function countTotals(database: Database, most: number): Promise<ServiceTotals> {
  const rows = await database.list<ServiceTotals>(sql`select
      (select count(*) from (select 1 as one from accounts where deleted_at is null limit ${most}) as p) as "people",
      (select count(*) from (select 1 as one from accounts
        where admin_at is not null and deleted_at is null limit ${most}) as a) as "administrators",
      (select count(*) from (select 1 as one from accounts
        where disabled_at is not null and deleted_at is null limit ${most}) as d) as "disabled",
      (select count(*) from (select 1 as one from clients where deleted_at is null limit ${most}) as c) as "applications",
      (select count(*) from (select 1 as one from clients
        where suspended_at is not null and deleted_at is null limit ${most}) as s) as "suspended",
      (select count(*) from (select 1 as one from clients where waiting_since > 0 and declined_because is null
        and deleted_at is null limit ${most}) as w) as "waiting"`);
  return rows[0] ?? { people: 0, administrators: 0, disabled: 0, applications: 0, suspended: 0, waiting: 0 };
}

export interface FailingClient {
  readonly publicId: string;
  readonly name: string;
  readonly errors: number;
  readonly tokens: number;
}

/** Those with the most refusals from this day on, the worst first. */
export function listFailing(database: Database, sinceDay: number, most: number): Promise<readonly FailingClient[]> {
  return database.list<FailingClient>(sql`select c.public_id as "publicId", c.name,
      cast(sum(d.errors) as bigint) as "errors", cast(sum(d.tokens) as bigint) as "tokens"
    from client_days d join clients c on c.id = d.client_id
    where d.day >= ${sinceDay} and d.errors > 0 and c.deleted_at is null
    group by c.id, c.public_id, c.name
    order by "errors" desc, c.id limit ${most}`);
}
