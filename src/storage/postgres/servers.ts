/** One PostgreSQL server: its pools of connections, whether it takes writes, and the time by its clock. */
import type { PoolFigures } from '../database.ts';
import { openPool, type Pool } from './pool.ts';
import { silent, standby } from './reasons.ts';

/** Lookups must not queue behind commits that wait for the disk, nor behind lists and counts for pages. */
export type PoolRole = 'writing' | 'reading' | 'listing';

const ROLES: readonly PoolRole[] = ['writing', 'reading', 'listing'];

/** One server with its pools. */
export interface ServerPools extends Readonly<Record<PoolRole, Pool>> {
  readonly server: string;
  readonly openedAt: number;
}

const LOCK_MS = 2000;
const END_SECONDS = 5;

/** When the server itself ends a statement; and when its silence beyond that is taken for a dead connection. */
export type RoleLimits = Readonly<Record<PoolRole, { readonly statementMs: number; readonly silenceMs: number }>>;

/** Somebody waits for an answer. */
export const LIMITS_OF_A_SERVICE: RoleLimits = {
  writing: { statementMs: 5000, silenceMs: 6000 },
  reading: { statementMs: 2000, silenceMs: 2500 },
  listing: { statementMs: 2000, silenceMs: 2500 },
};

const LONG = { statementMs: 30_000, silenceMs: 36_000 };
/**
 * Who calls a command would rather wait for a busy machine than do it again. Its statements are large, and the time in which this
 * process is busy with a file of megabytes, between preparing one and running it, counts for the server too.
 */
export const LIMITS_OF_A_COMMAND: RoleLimits = { writing: LONG, reading: LONG, listing: LONG };

const STATUS = `select current_setting('transaction_read_only') as "readOnly",
  (extract(epoch from clock_timestamp()) * 1000)::float8 as "epochMs"`;

interface ServerStatus {
  readonly readOnly: string;
  readonly epochMs: number;
}

interface PoolOptions {
  readonly poolSize: number;
  readonly limits: RoleLimits;
  readonly onBroken: (pools: ServerPools) => void;
  readonly onStandby: () => void;
}

export function openServerPools(server: string, { poolSize, limits, onBroken, onStandby }: PoolOptions): ServerPools {
  const sizes = poolSizes(poolSize);
  const open = (role: PoolRole): Pool =>
    openPool({
      server,
      size: sizes[role],
      lockMs: LOCK_MS,
      ...limits[role],
      onBroken: () => onBroken(pools),
      onStandby,
    });
  const pools: ServerPools = {
    server,
    openedAt: performance.now(),
    writing: open('writing'),
    reading: open('reading'),
    listing: open('listing'),
  };
  return pools;
}

/** How many connections each role gets of so many; four at least. */
export function poolSizes(poolSize: number): Readonly<Record<PoolRole, number>> {
  const reading = Math.max(2, Math.floor(poolSize / 4));
  const listing = Math.max(1, Math.floor(poolSize / 5));
  return { reading, listing, writing: Math.max(1, poolSize - reading - listing) };
}

export function figuresOf(pools: ServerPools): readonly PoolFigures[] {
  return ROLES.map((role) => ({ role, ...pools[role].load() }));
}

/** How long the oldest call of each role has waited, and when any of them was last answered. */
export function waitsOf(pools: ServerPools, now: number): readonly { readonly role: PoolRole; readonly ms: number }[] {
  return ROLES.map((role) => ({ role, ms: now - (pools[role].oldestCallAt() ?? now) }));
}

export function heardAt(pools: ServerPools | undefined): number {
  return pools ? Math.max(...ROLES.map((role) => pools[role].heardAt)) : 0;
}

/** A single connection, to see whether one can be made. */
export function openProbe(server: string): Pool {
  return openPool({
    server,
    size: 1,
    lockMs: LOCK_MS,
    ...LIMITS_OF_A_SERVICE.reading,
    onBroken: () => {},
    onStandby: () => {},
  });
}

/** A server that has sent anything meanwhile is there, however busy: so often it gets as long again. */
const MORE_PATIENCE = 2;

/** Rejects unless the server answers in time that it takes writes. */
export async function checkWritable(pool: Pool, clock: ServerClock, patienceMs: number): Promise<void> {
  let isAnswered = false;
  let heard = 0;
  let times = 0;
  const wait = () => setTimeout(() => setImmediate(() => setImmediate(decide)), patienceMs);
  // An answer may lie unread because this process was busy: two turns of the event loop more, and it is read.
  const decide = () => {
    if (isAnswered) return;
    const received = pool.received();
    if (received === heard || times === MORE_PATIENCE) return pool.abort(silent());
    heard = received;
    times += 1;
    timer = wait();
  };
  let timer = wait();
  try {
    const row = await askStatus(pool, clock);
    if (row?.readOnly !== 'off') throw standby();
    // Without the connection to be made, the answer says what time it is there: records of several processes stand in its order.
    askStatus(pool, clock).catch(() => {});
  } finally {
    isAnswered = true;
    clearTimeout(timer);
  }
}

export async function askStatus(pool: Pool, clock: ServerClock): Promise<ServerStatus | undefined> {
  const askedAt = performance.now();
  const [row] = await pool.call((client) => client.unsafe<ServerStatus[]>(STATUS));
  if (row) clock.adjust(row.epochMs, askedAt, performance.now());
  return row;
}

export function abort(pools: ServerPools, because?: Error): void {
  for (const role of ROLES) pools[role].abort(because);
}

/** Calls under way finish. */
export async function end(pools: ServerPools | undefined): Promise<void> {
  await Promise.all(ROLES.map((role) => pools?.[role].end(END_SECONDS)));
}

/**
 * The server's clock. All instances of the service tell time by it, so that they agree when something ends, and a jump
 * of a machine's own clock changes nothing. Between two answers of the server the time that passes is measured.
 */
export interface ServerClock {
  /** Takes what the server said, between two moments by `performance.now()`. */
  adjust(epochMs: number, askedAt: number, heardAt: number): void;
  /** Epoch milliseconds. */
  now(): number;
}

/** An answer that took longer says too little about the moment at which the server wrote it. */
const LONGEST_ROUND_TRIP_MS = 500;
/** Smaller differences come from the network, not from the clock; time must not go back and forth because of them. */
const TOLERATED_MS = 250;

export function createServerClock(): ServerClock {
  let offset: number | undefined;
  let roundTripMs = Number.POSITIVE_INFINITY;
  return {
    adjust(epochMs, askedAt, heardAt) {
      const tookMs = heardAt - askedAt;
      const fresh = epochMs - (askedAt + heardAt) / 2;
      const hasJumped = tookMs <= LONGEST_ROUND_TRIP_MS && Math.abs(fresh - (offset ?? 0)) > TOLERATED_MS;
      // The first answer waits for its connection to be made, so it comes long after half of the time.
      if (offset === undefined || hasJumped || tookMs < roundTripMs / 2) [offset, roundTripMs] = [fresh, tookMs];
    },
    now: () => (offset ?? 0) + performance.now(),
  };
}
