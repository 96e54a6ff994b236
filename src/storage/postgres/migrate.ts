/**
 * Brings a PostgreSQL database to the current schema, each migration in a transaction of its own, while others work.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Opening } from '../database.ts';
import { LEDGER, type Migration, pending, schemaOf, statementsOf } from '../migrations.ts';
import { type Mark, READ_MARKS, refuseByMarks, refuseStranger } from '../move/marks.ts';
import type { DriverClient } from './pool.ts';
import { refuseWithoutRights } from './rights.ts';

/** Any constant will do, as long as every version of Latchkey takes the same one. */
const MIGRATION_LOCK = 7_020_240_001;

/** SQLite compares texts byte by byte and calls that `binary`; under the same name PostgreSQL does so too. */
const BYTE_ORDER = `create collation if not exists "binary" (locale = 'C')`;

/**
 * A statement that waits for a lock on a table makes every later one wait behind it. So a migration waits this long,
 * gives way, and tries again; an instance that serves meanwhile is held up no longer than that.
 */
const LONGEST_WAIT_MS = 100;
const REST_MS = 150;
const MOST_TRIES = 400;
const LOCK_NOT_AVAILABLE = '55P03';

export async function migratePostgres(client: DriverClient, opening: Opening): Promise<void> {
  await refuseWithoutRights(client);
  refuseByMarks(await readMarks(client), opening.followed);
  if (opening.followed !== undefined) await arrive(client, opening.followed);
  // Each round applies one migration; what another instance has applied meanwhile is not applied again.
  while (await retryOnLock(() => applyNext(client, opening)));
  const careless = await client<{ name: string }[]>`select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`;
  if (careless.length > 0) opening.onCareless?.(careless.map(({ name }) => name));
}

async function readMarks(client: DriverClient): Promise<readonly Mark[]> {
  const [known] = await client<{ isThere: boolean }[]>`select to_regclass('moves') is not null as "isThere"`;
  return known?.isThere ? await client.unsafe<Mark[]>(READ_MARKS) : [];
}

/** The first that follows a move opens the database that it filled. */
async function arrive(client: DriverClient, followed: string): Promise<void> {
  const marks = await client<Mark[]>`select id, state, peer from moves where id = ${followed}`;
  refuseStranger(marks, followed, 'PostgreSQL');
  await client`update moves set state = 'arrived' where id = ${followed} and state = 'arriving'`;
}

/** Answers whether there may be more to do. */
async function applyNext(client: DriverClient, { onEmpty, onOutdated }: Opening): Promise<boolean> {
  return await client.begin(async (transaction) => {
    // A connection asks for no limits, but the address or a pooler may give it those of requests.
    await transaction.unsafe('set local statement_timeout = 0');
    await transaction.unsafe('set local lock_timeout = 0');
    await transaction`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    await transaction.unsafe(`set local lock_timeout = ${LONGEST_WAIT_MS}`);
    const [ledger] = await transaction<{ known: boolean }[]>`select to_regclass('migrations') is not null as known`;
    if (!ledger?.known) onEmpty?.('no tables');
    await transaction.unsafe(LEDGER);
    await transaction.unsafe(BYTE_ORDER);
    const rows = await transaction<{ number: number }[]>`select number from migrations order by number`;
    const [next]: readonly (Migration | undefined)[] = pending(rows.map((row) => row.number));
    if (!next) return false;
    onOutdated?.(schemaOf(rows.map((row) => row.number)));
    for (const statement of statementsOf(next)) await transaction.unsafe(statement);
    for (const statement of next.postgres ?? []) await transaction.unsafe(statement);
    await transaction`insert into migrations (number, name, applied_at)
      values (${next.number}, ${next.name}, extract(epoch from now())::bigint)`;
    return true;
  });
}

async function retryOnLock<Answer>(apply: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await apply();
    } catch (error) {
      const isInTheWay = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      if (!isInTheWay || tries === MOST_TRIES) throw error;
      await pause(REST_MS);
    }
  }
}
