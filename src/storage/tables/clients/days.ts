/** The table of figures: what happened to each client on each day, counted and never listed, and what came last. */
import type { Database } from '../../database.ts';
import { changeRow, type Sql, set, sql, where } from '../../sql.ts';
import { DAY_SECONDS, type SweepByIndex } from '../sweep.ts';

interface DayRow {
  /** Days since the epoch, in UTC. */
  readonly day: number;
  readonly tokens: number;
  readonly errors: number;
  /** Accounts that allowed it access, and those that no longer do. */
  readonly arrived: number;
  readonly departed: number;
}

/** Adds to what other instances have counted. */
export function addToDay(clientId: number, { day, tokens, errors, arrived, departed }: DayRow): Sql {
  return sql`insert into client_days (client_id, day, tokens, errors, arrived, departed)
    values (${clientId}, ${day}, ${tokens}, ${errors}, ${arrived}, ${departed})
    on conflict (client_id, day) do update set
      tokens = client_days.tokens + excluded.tokens, errors = client_days.errors + excluded.errors,
      arrived = client_days.arrived + excluded.arrived, departed = client_days.departed + excluded.departed`;
}

export function noteToken(clientId: number, at: number): Sql {
  return changeRow('clients', clientId, set`token_at = ${at}`, where`token_at is null or token_at < ${at}`);
}

export async function readTokenAt(database: Database, clientId: number): Promise<number | null> {
  const rows = await database.read<{ tokenAt: number | null }>(
    sql`select token_at as "tokenAt" from clients where id = ${clientId}`,
  );
  return rows[0]?.tokenAt ?? null;
}

interface LatestUse {
  readonly usedAt: number;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/**
 * Remembers when, from where and by what any token of a client was last used (SPEC D7), in whatever order it is noted; not what
 * was before the client was given to another account, of which the transfer has forgotten the rest.
 */
export function noteClientUse(clientId: number, { usedAt, address, userAgent }: LatestUse): Sql {
  return sql`insert into client_uses (client_id, used_at, address, user_agent)
    select id, cast(${usedAt} as bigint), cast(${address} as text), cast(${userAgent} as text) from clients
      where id = ${clientId} and (given_at is null or given_at < ${usedAt})
    on conflict (client_id) do update set used_at = excluded.used_at, address = excluded.address,
      user_agent = excluded.user_agent
    where excluded.used_at >= client_uses.used_at`;
}

export async function readLatestUse(database: Database, clientId: number): Promise<LatestUse | undefined> {
  const rows = await database.read<LatestUse>(sql`select used_at as "usedAt", address, user_agent as "userAgent"
    from client_uses where client_id = ${clientId}`);
  return rows[0];
}

export function readDays(database: Database, clientId: number, sinceDay: number): Promise<readonly DayRow[]> {
  return database.read<DayRow>(sql`select day, tokens, errors, arrived, departed from client_days
    where client_id = ${clientId} and day >= ${sinceDay} order by day`);
}

interface DaySum {
  readonly tokens: number;
  readonly errors: number;
}

/** What all clients together received and were refused on a day, as far as it is written down. */
export async function sumDay(database: Database, day: number): Promise<DaySum> {
  const rows = await database.list<DaySum>(sql`select cast(coalesce(sum(tokens), 0) as bigint) as "tokens",
      cast(coalesce(sum(errors), 0) as bigint) as "errors"
    from client_days where day = ${day}`);
  return rows[0] ?? { tokens: 0, errors: 0 };
}

export const sweepDays: SweepByIndex = {
  table: 'client_days',
  ends: 'when the events of their day do',
  step: ({ now, eventDays }, most) => sql`delete from client_days where (client_id, day) in
    (select client_id, day from client_days where day < ${Math.floor(now / DAY_SECONDS) - eventDays}
      order by day limit ${most})`,
};
