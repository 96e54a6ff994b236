/** One PostgreSQL server with its pools of connections: how they are opened, greeted and ended. */
import { Unavailable } from '../database.ts';
import type { ServerClock } from './clock.ts';
import { openPool, type Pool } from './pool.ts';

/** Lookups must not queue behind commits that wait for the disk. */
export type Lane = 'writing' | 'reading';

/** One server with its pools. */
export interface Crossing extends Readonly<Record<Lane, Pool>> {
  readonly server: string;
  readonly openedAt: number;
}

const LOCK_MS = 2000;
const END_SECONDS = 5;

/** When the server itself ends a statement; and when its silence beyond that is taken for a dead connection. */
export const LANES: Readonly<Record<Lane, { readonly statementMs: number; readonly silenceMs: number }>> = {
  writing: { statementMs: 5000, silenceMs: 6000 },
  reading: { statementMs: 2000, silenceMs: 2500 },
};

const GREETING = `select current_setting('transaction_read_only') as "readOnly",
  (extract(epoch from clock_timestamp()) * 1000)::float8 as "epochMs"`;

interface Greeting {
  readonly readOnly: string;
  readonly epochMs: number;
}

interface Breadth {
  readonly poolSize: number;
  readonly onBroken: (crossing: Crossing) => void;
}

export function openCrossing(server: string, { poolSize, onBroken }: Breadth): Crossing {
  const readers = Math.max(2, Math.floor(poolSize / 4));
  const writers = Math.max(1, poolSize - readers);
  const open = (lane: Lane, size: number): Pool =>
    openPool({ server, size, lockMs: LOCK_MS, ...LANES[lane], onBroken: () => onBroken(crossing) });
  const crossing: Crossing = {
    server,
    openedAt: performance.now(),
    writing: open('writing', writers),
    reading: open('reading', readers),
  };
  return crossing;
}

/** A single connection, to see whether one can be made. */
export function openProbe(server: string): Pool {
  return openPool({ server, size: 1, lockMs: LOCK_MS, ...LANES.reading, onBroken: () => {} });
}

/** Rejects unless the server answers in time that it takes writes. */
export async function greet(pool: Pool, clock: ServerClock, patienceMs: number): Promise<void> {
  // An answer may lie unread because this process was busy: two turns of the event loop more, and it is read.
  const timer = setTimeout(() => setImmediate(() => setImmediate(() => pool.giveUp())), patienceMs);
  try {
    const row = await ask(pool, clock);
    if (row?.readOnly !== 'off') throw new Unavailable('the server takes no writes, it may be a standby');
  } finally {
    clearTimeout(timer);
  }
}

export async function ask(pool: Pool, clock: ServerClock): Promise<Greeting | undefined> {
  const askedAt = performance.now();
  const [row] = await pool.call((client) => client.unsafe<Greeting[]>(GREETING));
  if (row) clock.hear(row.epochMs, askedAt, performance.now());
  return row;
}

export function giveUp(crossing: Crossing): void {
  crossing.writing.giveUp();
  crossing.reading.giveUp();
}

/** Calls under way finish. */
export async function end(crossing: Crossing | undefined): Promise<void> {
  await Promise.all([crossing?.writing.end(END_SECONDS), crossing?.reading.end(END_SECONDS)]);
}
