/** The table of limits: how often something was done in its current window, shared by every instance. */
import { type Limit, latestEnd } from '../../protocol/limits.ts';
import type { Database } from '../database.ts';
import { must, type Sql, sql, touching } from '../sql.ts';
import type { SweepByIndex } from './sweep.ts';

export interface Spending extends Limit {
  readonly name: string;
}

interface SpentRow {
  readonly name: string;
  readonly spent: number;
  readonly resetsAt: number;
}

/**
 * A guard: counts one, in a new window where the old one is over (`isOver` in protocol/limits.ts); touches no row once the limit
 * is spent.
 */
export function spendOne({ name, most, windowSeconds }: Spending, now: number): Sql {
  const latest = latestEnd({ windowSeconds }, now);
  return ofRow(name)(
    must(sql`insert into limits (name, spent, resets_at) values (${name}, 1, ${now + windowSeconds})
    on conflict (name) do update set
      spent = case when limits.resets_at between ${now + 1} and ${latest} then limits.spent + 1 else 1 end,
      resets_at = case when limits.resets_at between ${now + 1} and ${latest} then limits.resets_at else excluded.resets_at end
    where limits.resets_at not between ${now + 1} and ${latest} or limits.spent < ${most}`),
  );
}

/** A guard: the same for several at once; below zero gives them back, which is always possible. */
export function spendSeveral({ name, most, windowSeconds }: Spending, count: number, now: number): Sql {
  const latest = latestEnd({ windowSeconds }, now);
  return ofRow(name)(
    must(sql`insert into limits (name, spent, resets_at)
    select ${name}, cast(${Math.max(0, count)} as bigint), cast(${now + windowSeconds} as bigint) where cast(${count} as bigint) <= ${most}
    on conflict (name) do update set
      spent = case when limits.resets_at not between ${now + 1} and ${latest} then excluded.spent
        when limits.spent + cast(${count} as bigint) < 0 then 0 else limits.spent + cast(${count} as bigint) end,
      resets_at = case when limits.resets_at between ${now + 1} and ${latest} then limits.resets_at else excluded.resets_at end
    where limits.resets_at not between ${now + 1} and ${latest} or limits.spent + cast(${count} as bigint) <= ${most} or cast(${count} as bigint) <= 0`),
  );
}

/** Counts one, whether or not the limit is spent: for limits whose answer must not show, by what it costs either. */
export function countOne({ name, windowSeconds }: Spending, now: number): Sql {
  const latest = latestEnd({ windowSeconds }, now);
  return ofRow(name)(sql`insert into limits (name, spent, resets_at) values (${name}, 1, ${now + windowSeconds})
    on conflict (name) do update set
      spent = case when limits.resets_at between ${now + 1} and ${latest} then limits.spent + 1 else 1 end,
      resets_at = case when limits.resets_at between ${now + 1} and ${latest} then limits.resets_at else excluded.resets_at end`);
}

export async function readSpent(database: Database, name: string): Promise<SpentRow | undefined> {
  const rows = await database.read<SpentRow>(
    sql`select name, spent, resets_at as "resetsAt" from limits where name = ${name}`,
  );
  return rows[0];
}

/** A guard: marks a spent limit as reported; touches no row when another request of this window did so already. */
export function markReached({ name, most }: Spending, now: number): Sql {
  return ofRow(name)(
    must(sql`update limits set spent = ${most + 1}
    where name = ${name} and spent = ${most} and resets_at > ${now}`),
  );
}

/** Takes back one try that turned out to be no guess. */
export function giveBackOne(name: string, now: number): Sql {
  return ofRow(name)(
    sql`update limits set spent = spent - 1 where name = ${name} and resets_at > ${now} and spent > 0`,
  );
}

export function forget(name: string): Sql {
  return ofRow(name)(sql`delete from limits where name = ${name}`);
}

/** Forgets every limit of a subject: names are paths, such as `sign-in/12/192.0.2.1`. */
export function forgetBelow(path: string): Sql {
  // The sign after the slash ends the range of names that begin with the path.
  return sql`delete from limits where name collate "binary" >= ${`${path}/`} and name collate "binary" < ${`${path}0`}`;
}

/** Remembers a name until a moment, for questions that `isRemembered` answers. */
export function remember(name: string, until: number): Sql {
  return ofRow(name)(sql`insert into limits (name, spent, resets_at) values (${name}, 0, ${until})
    on conflict (name) do update set resets_at = excluded.resets_at`);
}

/** Acts at the same moment often write the same names: all of them lock these in one order. */
function ofRow(name: string): (statement: Sql) => Sql {
  return (statement) => touching(statement, { table: 'limits', id: name });
}

export async function isRemembered(database: Database, name: string, now: number): Promise<boolean> {
  const row = await readSpent(database, name);
  return row !== undefined && row.resetsAt > now;
}

/** What a remembered name has behind this path and a slash; undefined where there is none. */
export async function rememberedBelow(database: Database, path: string, now: number): Promise<string | undefined> {
  const rows = await database.read<{ readonly name: string }>(sql`select name from limits
    where name collate "binary" >= ${`${path}/`} and name collate "binary" < ${`${path}0`} and resets_at > ${now}
    order by name collate "binary" limit 1`);
  return rows[0]?.name.slice(path.length + 1);
}

export const sweepLimits: SweepByIndex = {
  table: 'limits',
  ends: 'at the end of their window',
  step: ({ now }, most) => sql`delete from limits where name in
    (select name from limits where resets_at <= ${now} order by resets_at limit ${most})`,
};
