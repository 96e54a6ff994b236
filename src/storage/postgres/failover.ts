/**
 * The way to PostgreSQL: finds the server that takes writes, notices when it is gone, and finds it again.
 *
 * A server that is gone says nothing, and without a limit of ours a request would wait for it as long as the network
 * likes. So silence is looked into: when nothing was heard for a moment, a new connection is tried; if that fails too,
 * everything under way is failed, and every further call is refused at once until a server answers.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { serversOf } from '../../config/servers.ts';
import { type DriverClient, outOfReach } from './pool.ts';
import {
  abort,
  askStatus,
  checkWritable,
  createServerClock,
  end,
  openProbe,
  openServerPools,
  type PoolRole,
  ROLE_LIMITS,
  type ServerClock,
  type ServerPools,
} from './servers.ts';

export interface Failover {
  call<Answer>(role: PoolRole, ask: (client: DriverClient) => PromiseLike<Answer>): Promise<Answer>;
  /** The address of the server that takes writes. */
  server(): string;
  /** Somebody was told that the server takes no writes. */
  reportReadOnly(): void;
  /** Epoch milliseconds by the server's clock. */
  now(): number;
  close(): Promise<void>;
}

interface State {
  readonly servers: readonly string[];
  readonly poolSize: number;
  readonly clock: ServerClock;
  /** Undefined while no server is known that takes writes. */
  pools: ServerPools | undefined;
  isChecking: boolean;
  isClosed: boolean;
  watchedAt: number;
  /** Silence before this moment says nothing. */
  listenedAt: number;
  clockAskedAt: number;
}

/** Two looks that together take less than the second in which a caller wants to be refused. */
const SUSPICIOUS_MS = 350;
const PATIENCE_MS = 450;
const FIRST_PATIENCE_MS = 5000;
const WATCH_EVERY_MS = 50;
const SEARCH_PAUSE_MS = 100;
const CLOCK_EVERY_MS = 5000;
/** Planned moves to another server reach every connection within this time even without errors. */
const LIFETIME_MS = 30 * 60_000;

export async function openFailover(address: string, poolSize: number): Promise<Failover> {
  const now = performance.now();
  const times = { watchedAt: now, listenedAt: now, clockAskedAt: now };
  const known = { servers: serversOf(address), poolSize, clock: createServerClock() };
  const state: State = { ...known, ...times, pools: undefined, isChecking: false, isClosed: false };
  await search(state, FIRST_PATIENCE_MS);
  const watching = setInterval(() => watch(state), WATCH_EVERY_MS).unref();
  return {
    call: (role, ask) => (state.pools ? state.pools[role].call(ask) : Promise.reject(outOfReach())),
    server: () => state.pools?.server ?? address,
    reportReadOnly: () => void check(state),
    now: state.clock.now,
    async close() {
      state.isClosed = true;
      clearInterval(watching);
      await end(state.pools);
    },
  };
}

/** Asks all servers at once and takes the first that takes writes. */
async function search(state: State, patienceMs: number): Promise<void> {
  const asked = state.servers.map(async (server) => {
    const pools = openPools(state, server);
    try {
      await checkWritable(pools.writing, state.clock, patienceMs);
    } catch (error) {
      abort(pools);
      throw error;
    }
    if (state.pools || state.isClosed) abort(pools);
    else state.pools = pools;
  });
  try {
    await Promise.any(asked);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  }
}

async function searchOn(state: State): Promise<void> {
  while (!state.pools && !state.isClosed) {
    // Why a server is not there does not matter; that it is not, every request says.
    await search(state, PATIENCE_MS).catch(() => pause(SEARCH_PAUSE_MS, undefined, { ref: false }));
  }
}

function openPools(state: State, server: string): ServerPools {
  return openServerPools(server, { poolSize: state.poolSize, onBroken: (pools) => startAgain(state, pools) });
}

/** A connection broke, or was silent for too long: what was under way fails, and new connections are made. */
function startAgain(state: State, broken: ServerPools): void {
  if (state.pools !== broken || state.isClosed) return;
  state.pools = openPools(state, broken.server);
  abort(broken);
  void check(state);
}

/** Is the server still there, and does it take writes? If not, the search begins. */
async function check(state: State): Promise<void> {
  const { pools: suspect } = state;
  if (!suspect || state.isChecking || state.isClosed) return;
  state.isChecking = true;
  const began = performance.now();
  const probe = openProbe(suspect.server);
  const isThere = await checkWritable(probe, state.clock, PATIENCE_MS).then(
    () => true,
    () => false,
  );
  probe.abort();
  state.isChecking = false;
  state.listenedAt = performance.now();
  // On a machine with too much to do, others may have been answered while the probe still waits.
  const isBusy = state.listenedAt - began >= PATIENCE_MS && heardAt(state) > began;
  if (isThere || isBusy || state.isClosed) return;
  if (state.pools) abort(state.pools);
  state.pools = undefined;
  await searchOn(state);
}

function watch(state: State): void {
  const now = performance.now();
  const wasBlocked = now - state.watchedAt > 3 * WATCH_EVERY_MS;
  state.watchedAt = now;
  const { pools } = state;
  if (!pools) return;
  // Who did not listen cannot say that nothing was said.
  if (wasBlocked) state.listenedAt = now;
  const writingFor = now - (pools.writing.oldestCallAt() ?? now);
  const readingFor = now - (pools.reading.oldestCallAt() ?? now);
  const silentMs = Math.min(Math.max(writingFor, readingFor), now - Math.max(state.listenedAt, heardAt(state)));
  if (!wasBlocked && (writingFor > ROLE_LIMITS.writing.silenceMs || readingFor > ROLE_LIMITS.reading.silenceMs))
    startAgain(state, pools);
  else if (silentMs > SUSPICIOUS_MS) void check(state);
  else if (now - state.clockAskedAt > CLOCK_EVERY_MS) {
    state.clockAskedAt = now;
    // Who is out of reach is found out by the calls of others.
    askStatus(pools.reading, state.clock).catch(() => {});
  } else if (now - pools.openedAt > LIFETIME_MS) renew(state, pools);
}

function heardAt({ pools }: State): number {
  return Math.max(pools?.writing.heardAt ?? 0, pools?.reading.heardAt ?? 0);
}

/** Calls under way on the old connections finish there. */
function renew(state: State, old: ServerPools): void {
  state.pools = openPools(state, old.server);
  void end(old);
}
