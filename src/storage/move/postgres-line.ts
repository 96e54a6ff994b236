/** A single connection to PostgreSQL for a move: statements one after the other, transactions, and locks that give way. */
import { setTimeout as pause } from 'node:timers/promises';
import { openFailover } from '../postgres/failover.ts';
import { openPool } from '../postgres/pool.ts';
import type { MovedTable } from './moved-tables.ts';
import type { Cells } from './session.ts';

export interface Line {
  query(text: string, values?: Cells): Promise<readonly Cells[]>;
  /** Statements without values and without an answer. */
  run(text: string): Promise<void>;
  /** Begins with this statement; commits, or undoes everything when the work fails. */
  within<Answer>(begin: string, work: () => Promise<Answer>): Promise<Answer>;
  /** Tries again where a lock was not to be had in time. */
  withLocks<Answer>(attempt: () => Promise<Answer>): Promise<Answer>;
  /** Within a transaction: all of them, or none. */
  lock(tables: readonly MovedTable[], mode: 'exclusive' | 'access exclusive'): Promise<void>;
  end(): void;
}

/** A statement that waits for a lock makes all others wait behind it, so each waits this long and tries again. */
const LOCK_WAITS_MS = [100, 200, 500, 1500] as const;
const REST_MS = 150;
const MOST_TRIES = 40;

export async function openLine(url: string): Promise<Line> {
  const failover = await openFailover(url, 1);
  const server = failover.server();
  await failover.close();
  // Of one connection, so that what is begun on it is ended on it.
  const abort = () => pool.abort();
  const pool = openPool({ server, size: 1, statementMs: 0, lockMs: 0, onBroken: abort, onStandby: abort });

  async function run(text: string): Promise<void> {
    await pool.call((client) => client.unsafe(text));
  }

  async function withLocks<Answer>(attempt: () => Promise<Answer>, recover = async () => {}): Promise<Answer> {
    for (let tries = 0; ; tries += 1) {
      try {
        await run(`set lock_timeout = ${LOCK_WAITS_MS[tries % LOCK_WAITS_MS.length]}`);
        const answer = await attempt();
        await run('set lock_timeout = 0');
        return answer;
      } catch (error) {
        if (!isInTheWay(error) || tries === MOST_TRIES) throw error;
        await recover();
        await pause(REST_MS);
      }
    }
  }

  // The other end may be at work for longer than a connection of the service may do nothing.
  await run('set idle_in_transaction_session_timeout = 0');
  // Counting the rows of a large table takes longer than a request may; the address or a pooler may give those limits.
  await run('set statement_timeout = 0');
  await run('set lock_timeout = 0');
  return {
    async query(text, values = []) {
      const rows = await pool.call((client) =>
        client.unsafe(withPlaces(text), [...values], { prepare: true }).values(),
      );
      // Every column that a move selects is cast to text.
      return rows as unknown as Cells[];
    },
    run,
    async within(begin, work) {
      await run(begin);
      try {
        const answer = await work();
        await run('commit');
        return answer;
      } catch (error) {
        await run('rollback').catch(() => {});
        throw error;
      }
    },
    withLocks: (attempt) => withLocks(attempt),
    async lock(tables, mode) {
      const names = tables.map(({ name }) => name).join(', ');
      await run('savepoint unlocked');
      await withLocks(
        () => run(`lock table ${names} in ${mode} mode`),
        () => run('rollback to unlocked'),
      );
    },
    end: () => pool.abort(),
  };
}

/** Any constant will do, as long as every version of Latchkey takes the same one. */
const MOVE_LOCK = '7020240002';

/** One move at a time: the lock is given back when the connection ends, however it ends. */
export async function takeMoveLock({ query }: Pick<Line, 'query'>): Promise<boolean> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const [[taken] = []] = await query(`select pg_try_advisory_lock(${MOVE_LOCK})::text`);
    if (taken === 'true') return true;
    await pause(REST_MS);
  }
  return false;
}

function isInTheWay(error: unknown): boolean {
  const LOCK_NOT_AVAILABLE = '55P03';
  const DEADLOCK = '40P01';
  return error instanceof Error && 'code' in error && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK);
}

/** `?` becomes `$1`, `$2`, …; no statement of a move has one in a text. */
function withPlaces(text: string): string {
  let place = 0;
  return text.replaceAll('?', () => {
    place += 1;
    return `$${place}`;
  });
}
