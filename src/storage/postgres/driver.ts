/** The PostgreSQL driver: a pool of connections, prepared statements, and every batch as one statement. */
import { NotNow } from '../../protocol/not-now.ts';
import { assertRowsOnce } from '../batch.ts';
import { type Database, type Opening, type Trouble, Unusable } from '../database.ts';
import { Moved } from '../move/marks.ts';
import type { Sql } from '../sql.ts';
import { type Failover, openFailover } from './failover.ts';
import { readLists } from './lists.ts';
import { migratePostgres } from './migrate.ts';
import { openPool, type Query } from './pool.ts';
import { poolerFault, refusePooler } from './pooler.ts';
import { gatherReads } from './reads.ts';
import { codeOf, outOfReach, reasonOf } from './reasons.ts';
import { type PoolRole, poolSizes } from './servers.ts';
import { gatherWrites } from './writes.ts';

/** The SQLSTATE with which a standby refuses a write. */
const READ_ONLY = '25006';

/** A lock was not to be had within `lock_timeout`. */
const LOCKED = '55P03';
/** A statement was not done within `statement_timeout`; most often it waited for a lock. */
const CANCELLED = '57014';
/** Every connection that the server or the database allows is taken. */
const TAKEN = '53300';
/** The server answers, so it is not lost. */
const SLOW: Readonly<Record<string, string>> = {
  [LOCKED]: 'kept a record locked for too long',
  [CANCELLED]: 'took too long for a statement, or somebody keeps a table locked',
};

const NO_CONNECTIONS = `The database gives no more connections (${TAKEN}): databasePool times the instances, and a few more, must stay below its max_connections.`;

export async function openPostgres(url: string, poolSize: number, opening: Opening): Promise<Database> {
  const failover = await openMigrated(url, poolSize, opening).catch((error) => {
    if (error instanceof Unusable || error instanceof Moved) throw error;
    throw poolerFault(error) ?? new Unusable(`The database cannot be used: ${reasonOf(error)}.`);
  });
  const reads = gatherReads(queryOver(failover, 'reading'));
  const list = readLists(queryOver(failover, 'listing'), poolSizes(poolSize).listing);
  const write = gatherWrites(
    { query: queryOver(failover, 'writing'), within: (work) => transactionOver(failover, work) },
    { isStale, wasUndone },
  );
  return {
    engine: 'postgres',
    // The row type is the caller's promise about the columns it named; the contract tests hold it to that.
    read: async <Row>(statement: Sql) => (await translated(reads.read(statement))) as readonly Row[],
    list: async <Row>(statement: Sql) => (await translated(list(statement))) as readonly Row[],
    write: async (batch) => {
      if (batch.length === 0) return [];
      assertRowsOnce(batch);
      try {
        return await write(batch);
      } catch (error) {
        if (codeOf(error) === READ_ONLY) failover.reportReadOnly();
        throw translate(error);
      }
    },
    now: failover.now,
    findTrouble: () => tryOut(failover),
    figures: () => ({ remembered: reads.remembered, pools: failover.pools() }),
    close: failover.close,
  };
}

async function openMigrated(url: string, poolSize: number, opening: Opening): Promise<Failover> {
  const failover = await openFailover(url, poolSize, opening);
  // A migration may take any time, so it has a connection of its own without time limits.
  const pool = openPool({
    server: failover.server(),
    size: 1,
    statementMs: 0,
    lockMs: 0,
    onBroken: () => pool.abort(),
    onStandby: () => {},
  });
  try {
    await refusePooler(failover);
    await refuseEncoding(failover);
    await pool.call((client) => migratePostgres(client, opening));
    await pool.end(1);
    return failover;
  } catch (error) {
    pool.abort();
    await failover.close();
    throw error;
  }
}

/** The first holds every letter, the second bytes as they come. */
const ENCODINGS = ['UTF8', 'SQL_ASCII'];

/** In any other, somebody's name cannot be written, nor even looked for: that request would end as a defect. */
async function refuseEncoding(failover: Failover): Promise<void> {
  const [row] = await failover.call('writing', (client) =>
    client.unsafe<{ encoding: string }[]>("select current_setting('server_encoding') as encoding"),
  );
  if (row && ENCODINGS.includes(row.encoding)) return;
  throw new Unusable(
    `The database has the encoding ${row?.encoding}, which cannot hold every name. Make another one (create database NAME encoding 'UTF8' template template0), and bring what is there with pg_dump and pg_restore.`,
  );
}

function queryOver(failover: Failover, role: PoolRole): Query {
  return (text, values) => failover.call(role, (client) => client.unsafe(text, values, { prepare: true }).values());
}

function transactionOver<Answer>(failover: Failover, work: (query: Query) => Promise<Answer>): Promise<Answer> {
  return failover.call('writing', async (client) => {
    let answer: { readonly given: Answer } | undefined;
    await client.begin(async (transaction) => {
      answer = { given: await work((text, values) => transaction.unsafe(text, values).values()) };
    });
    if (!answer) throw new Error('A transaction ended without its work.');
    return answer.given;
  });
}

async function tryOut(failover: Failover): Promise<Trouble | undefined> {
  try {
    const [row] = await failover.call(
      'writing',
      (client) => client<{ readOnly: string }[]>`select current_setting('transaction_read_only') as "readOnly"`,
    );
    if (row?.readOnly === 'off') return undefined;
    failover.reportReadOnly();
    return { lost: 'writes', reason: 'The server takes no writes: it is a standby, or read-only.' };
  } catch (error) {
    return { lost: 'reads', reason: error instanceof Error ? error.message : String(error) };
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

/** The server itself said no, so that surely nothing was written. */
function wasUndone(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'severity' in error && error.severity === 'ERROR';
}

async function translated<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  const code = codeOf(error);
  // Classes 08, 28, 3D, 53, 57 and 58: connection, authorization, no such database, resources, operator intervention,
  // system.
  const isServerTrouble = /^(08|28|3D|53|57|58)/.test(code) || code === READ_ONLY || code === LOCKED;
  const isConnectionTrouble = /^(CONN|ERR_STREAM_|ERR_SOCKET_)/.test(code) || /^E[A-Z]+$/.test(code);
  if (!isServerTrouble && !isConnectionTrouble) return error;
  const slow = SLOW[code];
  if (slow !== undefined)
    return new NotNow('unavailable', `The database ${slow} (${code}).`, { shortage: 'contention' });
  return code === TAKEN ? new NotNow('unavailable', NO_CONNECTIONS) : outOfReach(reasonOf(error));
}
