/** The PostgreSQL driver: a pool of connections, prepared statements, and every batch as one statement. */
import postgres from 'postgres';
import { type Database, Unavailable, Unusable } from './database.ts';
import { LEDGER, pending, statementsOf } from './migrations.ts';
import { gatherReads } from './postgres-reads.ts';
import { composeBatch } from './postgres-text.ts';
import type { Sql } from './sql.ts';

type Client = postgres.Sql<{ bigint: number }>;

/** Any constant will do, as long as every version of Latchkey takes the same one. */
const MIGRATION_LOCK = 7_020_240_001;

/** SQLite compares texts byte by byte and calls that `binary`; under the same name PostgreSQL does so too. */
const BYTE_ORDER = `create collation if not exists "binary" (locale = 'C')`;

export async function openPostgres(url: string, poolSize: number): Promise<Database> {
  // Lookups must not queue behind commits that wait for the disk.
  const readers = Math.max(2, Math.floor(poolSize / 4));
  const client = connectPool(url, Math.max(1, poolSize - readers));
  const reading = connectPool(url, readers);
  try {
    await migrate(client);
  } catch (error) {
    await Promise.all([client.end({ timeout: 1 }), reading.end({ timeout: 1 })]);
    throw error instanceof Unusable ? error : new Unusable(`The database cannot be used: ${reasonOf(error)}.`);
  }
  const read = gatherReads(reading);
  return {
    engine: 'postgres',
    read: async <Row>(statement: Sql) => {
      try {
        // The row type is the caller's promise about the columns it named; the contract tests hold it to that.
        return (await read(statement)) as readonly Row[];
      } catch (error) {
        throw translate(error);
      }
    },
    write: async (batch) => {
      if (batch.length === 0) return [];
      const { text, values } = composeBatch(batch);
      try {
        const [row] = await client.unsafe(text, values, { prepare: true }).values();
        return (row ?? []).slice(0, batch.length).map(Number);
      } catch (error) {
        if (isStale(error)) return null;
        throw translate(error);
      }
    },
    isReady: () => isWritable(client),
    close: async () => {
      await Promise.all([client.end({ timeout: 5 }), reading.end({ timeout: 5 })]);
    },
  };
}

function connectPool(url: string, poolSize: number): Client {
  return postgres(url, {
    max: poolSize,
    connect_timeout: 5,
    // Planned restarts and failovers move clients to the new server within this time even without errors.
    max_lifetime: 30 * 60,
    backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
    fetch_types: false,
    onnotice: () => {},
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    connection: {
      application_name: 'latchkey',
      statement_timeout: 5000,
      lock_timeout: 2000,
      idle_in_transaction_session_timeout: 10_000,
      // Every statement of the house is a lookup along an index (a test reads the plans). A plan made while a table
      // was small must not scan it once it has grown.
      plan_cache_mode: 'force_generic_plan',
      enable_seqscan: false,
      enable_hashjoin: false,
      enable_mergejoin: false,
    },
  });
}

async function migrate(client: Client): Promise<void> {
  await client.begin(async (transaction) => {
    await transaction.unsafe('set local statement_timeout = 0; set local lock_timeout = 0');
    await transaction`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    await transaction.unsafe(LEDGER);
    await transaction.unsafe(BYTE_ORDER);
    const rows = await transaction<{ number: number }[]>`select number from migrations order by number`;
    for (const migration of pending(rows.map((row) => row.number))) {
      for (const statement of statementsOf(migration)) await transaction.unsafe(statement);
      await transaction`insert into migrations (number, name, applied_at)
        values (${migration.number}, ${migration.name}, extract(epoch from now())::bigint)`;
    }
  });
}

async function isWritable(client: Client): Promise<boolean> {
  try {
    const [row] = await client<{ readOnly: string }[]>`select current_setting('transaction_read_only') as "readOnly"`;
    return row?.readOnly === 'off';
  } catch {
    return false;
  }
}

/** A guard that touched nothing, a key in the way, or two batches that met: read and judge again. */
function isStale(error: unknown): boolean {
  const GUARD_FAILED = '22012';
  const UNIQUE = '23505';
  const FOREIGN_KEY = '23503';
  const SERIALIZATION = '40001';
  const DEADLOCK = '40P01';
  return [GUARD_FAILED, UNIQUE, FOREIGN_KEY, SERIALIZATION, DEADLOCK].includes(codeOf(error));
}

function translate(error: unknown): unknown {
  const code = codeOf(error);
  // Classes 08, 53, 57 and 58: connection, resources, operator intervention, system. 25006: a read-only standby.
  const isServerTrouble = /^(08|53|57|58)/.test(code) || code === '25006' || code === '55P03';
  const isConnectionTrouble = code.startsWith('CONN') || /^E[A-Z]+$/.test(code);
  return isServerTrouble || isConnectionTrouble ? new Unavailable(`The database is out of reach (${code}).`) : error;
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  return code === '' ? message : `${message} (${code})`;
}
