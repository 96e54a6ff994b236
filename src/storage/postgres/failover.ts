/**
 * Failover: finds the PostgreSQL server that takes writes, notices when it is gone, and finds the next one.
 *
 * A server that is gone does not answer, and without a time limit a request would wait for it as long as the network
 * allows. When no answer has come for a while and a call waits, a new connection is tried; if that fails too, all calls
 * under way are failed, and further ones are refused at once until a server takes writes (decision 0024).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { serversOf } from '../../config/servers.ts';
import type { DatabaseWatch, PoolFigures } from '../database.ts';
import type { DriverClient } from './pool.ts';
import { noneUsable, outOfReach, reasonOf } from './reasons.ts';
import {
  abort,
  askStatus,
  checkWritable,
  createServerClock,
  end,
  figuresOf,
  heardAt,
  LIMITS_OF_A_COMMAND,
  LIMITS_OF_A_SERVICE,
  openProbe,
  openServerPools,
  type PoolRole,
  type RoleLimits,
  type ServerClock,
  type ServerPools,
  waitsOf,
} from './servers.ts';

export interface Failover {
  call<Answer>(role: PoolRole, ask: (client: DriverClient) => PromiseLike<Answer>): Promise<Answer>;
  /** The address of the server that takes writes. */
  server(): string;
  /** A statement failed because the server takes no writes. */
  reportReadOnly(): void;
  /** Epoch milliseconds by the server's clock. */
  now(): number;
  /** None while no server is known that takes writes. */
  pools(): readonly PoolFigures[];
  close(): Promise<void>;
}

interface State {
  readonly servers: readonly string[];
  readonly poolSize: number;
  readonly patience: Patience;
  readonly limits: RoleLimits;
  readonly clock: ServerClock;
  readonly onUnusable: (reason: string) => void;
  /** Undefined while no server is known that takes writes. */
  pools: ServerPools | undefined;
  /** Why there is none; and what was told of that, when. */
  reason: string | undefined;
  told: string | undefined;
  toldAt: number;
  isChecking: boolean;
  isClosed: boolean;
  watchedAt: number;
  /** Missing answers count from here: the event loop was blocked, or a probe was answered, until then. */
  listenedAt: number;
  clockAskedAt: number;
}

/** How long a waiting call may go unanswered before a new connection is tried, and how long that may take. */
interface Patience {
  readonly suspiciousMs: number;
  readonly probeMs: number;
}

/** As LIMITS_OF_A_COMMAND. */
const SILENCE_OF_A_COMMAND_MS = 10_000;
/** The rest is for the new connection. */
const SUSPICIOUS_SHARE = 7 / 16;
const FIRST_PATIENCE_MS = 5000;
const WATCH_EVERY_MS = 50;
const SEARCH_PAUSE_MS = 100;
const CLOCK_EVERY_MS = 5000;
/** Planned moves to another server reach every connection within this time even without errors. */
const LIFETIME_MS = 30 * 60_000;
/** Reasons that come in turn, as of servers behind one name, must not fill the log. */
const TELL_EVERY_MS = 10_000;

export async function openFailover(
  address: string,
  poolSize: number,
  { silenceMs: given, onUnusable = () => {} }: Pick<DatabaseWatch, 'silenceMs' | 'onUnusable'> = {},
): Promise<Failover> {
  const silenceMs = given ?? SILENCE_OF_A_COMMAND_MS;
  const limits = given === undefined ? LIMITS_OF_A_COMMAND : LIMITS_OF_A_SERVICE;
  const now = performance.now();
  const times = { watchedAt: now, listenedAt: now, clockAskedAt: now };
  const suspiciousMs = Math.round(SUSPICIOUS_SHARE * silenceMs);
  const patience = { suspiciousMs, probeMs: silenceMs - suspiciousMs };
  const known = { servers: serversOf(address), poolSize, patience, limits, clock: createServerClock(), onUnusable };
  const unknown = { pools: undefined, reason: undefined, told: undefined, toldAt: Number.NEGATIVE_INFINITY };
  const state: State = { ...known, ...times, ...unknown, isChecking: false, isClosed: false };
  await search(state, FIRST_PATIENCE_MS);
  const watching = setInterval(() => watch(state), WATCH_EVERY_MS).unref();
  return {
    call: (role, ask) => (state.pools ? state.pools[role].call(ask) : Promise.reject(outOfReach(state.reason))),
    server: () => state.pools?.server ?? address,
    reportReadOnly: () => void check(state),
    now: state.clock.now,
    pools: () => (state.pools ? figuresOf(state.pools) : []),
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
    throw error instanceof AggregateError ? noneUsable(state.servers, error.errors) : error;
  }
}

async function searchOn(state: State): Promise<void> {
  while (!state.pools && !state.isClosed) {
    await search(state, state.patience.probeMs).catch((error: unknown) => {
      explain(state, error);
      return pause(SEARCH_PAUSE_MS, undefined, { ref: false });
    });
  }
  state.reason = undefined;
  state.told = undefined;
}

/** Told once, and again when it is another one: who mends the network may find the password refused behind it. */
function explain(state: State, error: unknown): void {
  state.reason = reasonOf(error);
  const now = performance.now();
  if (state.reason === state.told || now - state.toldAt < TELL_EVERY_MS || state.isClosed) return;
  state.told = state.reason;
  state.toldAt = now;
  state.onUnusable(state.reason);
}

function openPools(state: State, server: string): ServerPools {
  const onBroken = (pools: ServerPools) => startAgain(state, pools);
  const { poolSize, limits } = state;
  return openServerPools(server, { poolSize, limits, onBroken, onStandby: () => void check(state) });
}

/** A connection broke, or a call exceeded its limit: all calls under way fail, and new connections are made. */
function startAgain(state: State, broken: ServerPools): void {
  if (state.pools !== broken || state.isClosed) return;
  state.pools = openPools(state, broken.server);
  abort(broken);
  void check(state);
}

/** Probes whether the server still takes writes; if not, the search begins. */
async function check(state: State): Promise<void> {
  const {
    pools: suspect,
    patience: { probeMs },
  } = state;
  if (!suspect || state.isChecking || state.isClosed) return;
  state.isChecking = true;
  const began = performance.now();
  const probe = openProbe(suspect.server);
  let failure: unknown;
  const isThere = await checkWritable(probe, state.clock, probeMs).then(
    () => true,
    (error: unknown) => {
      failure = error;
      return false;
    },
  );
  probe.abort();
  state.isChecking = false;
  state.listenedAt = performance.now();
  // On an overloaded machine other calls may have been answered while the probe still waits.
  const isBusy = state.listenedAt - began >= probeMs && heardAt(state.pools) > began;
  if (isThere || isBusy || state.isClosed) return;
  if (state.pools) abort(state.pools, outOfReach(reasonOf(failure)));
  state.pools = undefined;
  await searchOn(state);
}

function watch(state: State): void {
  const now = performance.now();
  const wasBlocked = now - state.watchedAt > 3 * WATCH_EVERY_MS;
  state.watchedAt = now;
  const { pools } = state;
  if (!pools) return;
  // The event loop was blocked, so answers may lie unread: ignore this interval.
  if (wasBlocked) state.listenedAt = now;
  const waits = waitsOf(pools, now);
  const longest = Math.max(...waits.map(({ ms }) => ms));
  const silentMs = Math.min(longest, now - Math.max(state.listenedAt, heardAt(pools)));
  if (!wasBlocked && waits.some(({ role, ms }) => ms > state.limits[role].silenceMs)) startAgain(state, pools);
  else if (silentMs > state.patience.suspiciousMs) void check(state);
  else if (now - state.clockAskedAt > CLOCK_EVERY_MS) {
    state.clockAskedAt = now;
    // A server out of reach is noticed by other calls.
    askStatus(pools.reading, state.clock).catch(() => {});
  } else if (now - pools.openedAt > LIFETIME_MS) renew(state, pools);
}

/** Calls under way on the old connections finish there. */
function renew(state: State, old: ServerPools): void {
  state.pools = openPools(state, old.server);
  void end(old);
}
