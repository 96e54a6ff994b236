/**
 * The way to PostgreSQL: finds the server that takes writes, notices when it is gone, and finds it again.
 *
 * A server that is gone says nothing, and without a limit of ours a request would wait for it as long as the network
 * likes. So silence is looked into: when nothing was heard for a moment, a new connection is tried; if that fails too,
 * everything under way is failed, and every further call is refused at once until a server answers.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { serversOf } from '../../config/servers.ts';
import { createServerClock, type ServerClock } from './clock.ts';
import { type Client, outOfReach } from './pool.ts';
import { ask, type Crossing, end, giveUp, greet, LANES, type Lane, openCrossing, openProbe } from './servers.ts';

export interface Link {
  call<Answer>(lane: Lane, ask: (client: Client) => PromiseLike<Answer>): Promise<Answer>;
  /** The address of the server that takes writes. */
  server(): string;
  /** Somebody was told that the server takes no writes. */
  suspect(): void;
  /** Epoch milliseconds by the server's clock. */
  now(): number;
  close(): Promise<void>;
}

interface State {
  readonly servers: readonly string[];
  readonly poolSize: number;
  readonly clock: ServerClock;
  /** Undefined while no server is known that takes writes. */
  crossing: Crossing | undefined;
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

export async function openLink(address: string, poolSize: number): Promise<Link> {
  const now = performance.now();
  const times = { watchedAt: now, listenedAt: now, clockAskedAt: now };
  const known = { servers: serversOf(address), poolSize, clock: createServerClock() };
  const state: State = { ...known, ...times, crossing: undefined, isChecking: false, isClosed: false };
  await search(state, FIRST_PATIENCE_MS);
  const watching = setInterval(() => watch(state), WATCH_EVERY_MS).unref();
  return {
    call: (lane, ask) => (state.crossing ? state.crossing[lane].call(ask) : Promise.reject(outOfReach())),
    server: () => state.crossing?.server ?? address,
    suspect: () => void check(state),
    now: state.clock.now,
    async close() {
      state.isClosed = true;
      clearInterval(watching);
      await end(state.crossing);
    },
  };
}

/** Asks all servers at once and takes the first that takes writes. */
async function search(state: State, patienceMs: number): Promise<void> {
  const asked = state.servers.map(async (server) => {
    const crossing = cross(state, server);
    try {
      await greet(crossing.writing, state.clock, patienceMs);
    } catch (error) {
      giveUp(crossing);
      throw error;
    }
    if (state.crossing || state.isClosed) giveUp(crossing);
    else state.crossing = crossing;
  });
  try {
    await Promise.any(asked);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  }
}

async function searchOn(state: State): Promise<void> {
  while (!state.crossing && !state.isClosed) {
    // Why a server is not there does not matter; that it is not, every request says.
    await search(state, PATIENCE_MS).catch(() => pause(SEARCH_PAUSE_MS, undefined, { ref: false }));
  }
}

function cross(state: State, server: string): Crossing {
  return openCrossing(server, { poolSize: state.poolSize, onBroken: (crossing) => startAgain(state, crossing) });
}

/** A connection broke, or was silent for too long: what was under way fails, and new connections are made. */
function startAgain(state: State, broken: Crossing): void {
  if (state.crossing !== broken || state.isClosed) return;
  state.crossing = cross(state, broken.server);
  giveUp(broken);
  void check(state);
}

/** Is the server still there, and does it take writes? If not, the search begins. */
async function check(state: State): Promise<void> {
  const { crossing: suspect } = state;
  if (!suspect || state.isChecking || state.isClosed) return;
  state.isChecking = true;
  const began = performance.now();
  const probe = openProbe(suspect.server);
  const isThere = await greet(probe, state.clock, PATIENCE_MS).then(
    () => true,
    () => false,
  );
  probe.giveUp();
  state.isChecking = false;
  state.listenedAt = performance.now();
  // On a machine with too much to do, others may have been answered while the probe still waits.
  const isBusy = state.listenedAt - began >= PATIENCE_MS && heardAt(state) > began;
  if (isThere || isBusy || state.isClosed) return;
  if (state.crossing) giveUp(state.crossing);
  state.crossing = undefined;
  await searchOn(state);
}

function watch(state: State): void {
  const now = performance.now();
  const stoodStill = now - state.watchedAt > 3 * WATCH_EVERY_MS;
  state.watchedAt = now;
  const { crossing } = state;
  if (!crossing) return;
  // Who did not listen cannot say that nothing was said.
  if (stoodStill) state.listenedAt = now;
  const writingFor = now - (crossing.writing.oldestCallAt() ?? now);
  const readingFor = now - (crossing.reading.oldestCallAt() ?? now);
  const silentMs = Math.min(Math.max(writingFor, readingFor), now - Math.max(state.listenedAt, heardAt(state)));
  if (!stoodStill && (writingFor > LANES.writing.silenceMs || readingFor > LANES.reading.silenceMs))
    startAgain(state, crossing);
  else if (silentMs > SUSPICIOUS_MS) void check(state);
  else if (now - state.clockAskedAt > CLOCK_EVERY_MS) {
    state.clockAskedAt = now;
    // Who is out of reach is found out by the calls of others.
    ask(crossing.reading, state.clock).catch(() => {});
  } else if (now - crossing.openedAt > LIFETIME_MS) renew(state, crossing);
}

function heardAt({ crossing }: State): number {
  return Math.max(crossing?.writing.heardAt ?? 0, crossing?.reading.heardAt ?? 0);
}

/** Calls under way on the old connections finish there. */
function renew(state: State, old: Crossing): void {
  state.crossing = cross(state, old.server);
  void end(old);
}
