/** What code cannot compute: the time, randomness, storage, settings, and work that may wait. */
import { randomBytes, randomInt } from 'node:crypto';
import dns, { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import type { Origin } from './config/load.ts';
import type { SettingName, Settings } from './config.ts';
import { type Counters, watchCounters } from './counters.ts';
import { createTally, type Tally } from './log/tally.ts';
import type { Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Passwords } from './passwords/argon2.ts';
import { addressesIn } from './protocol/hosts-file.ts';
import type { Database } from './storage/database.ts';
import { type ActivityLog, createActivityLog } from './storage/later/activity-log.ts';
import type { DeferredWrites } from './storage/later/deferred-writes.ts';
import { createRefusalQueue, type RefusalQueue } from './storage/later/refusal-queue.ts';

export interface World {
  readonly settings: Settings;
  /** As they were set, where this process has only a share of some of them. */
  readonly whole?: Settings | undefined;
  /** Where each of them came from; undefined for commands. */
  readonly origins?: Readonly<Record<SettingName, Origin>> | undefined;
  readonly database: Database;
  readonly deferred: DeferredWrites;
  readonly passwords: Passwords;
  readonly log: Log;
  /** For what happens too often to be logged each time. */
  readonly tally: Tally;
  readonly counters: Counters;
  /** Who runs the command, by the system's name; undefined in the service. */
  readonly operator?: string | undefined;
  /** What this process counts about itself. */
  readonly metrics: Metrics;
  /** Refused requests, written down off the request's path. */
  readonly refusals: RefusalQueue;
  /** Answered requests, for the developers of applications; written later. */
  readonly activity: ActivityLog;
  /** Epoch seconds, whole; by the clock of the database where it has one, so that all instances agree. */
  now(): number;
  randomBytes(count: number): Buffer;
  /** Every address of a host name; rejects when there is none. */
  resolve(host: string): Promise<readonly string[]>;
  /** A new number for a record: grows with time, unguessable in its low bits, exact as a JavaScript number. */
  nextId(): number;
}

/** Records are numbered by seconds since this moment, so that 53 bits last until 2088. */
const FIRST_SECOND = Date.UTC(2020, 0, 1) / 1000;
const IDS_PER_SECOND = 2 ** 22;
const IDS_PER_MILLISECOND = Math.floor(IDS_PER_SECOND / 1000);

export function systemClock(): number {
  return Math.floor(Date.now() / 1000);
}

/**
 * Numbers from one source never repeat and always grow; those of several processes stand in the order of their
 * milliseconds. Two processes can meet on the same number; the unique key then refuses the second, and its attempt
 * runs again with fresh numbers.
 */
function createIds(now: () => number, clock: () => number = Date.now): () => number {
  let last = 0;
  return () => {
    const part = Math.floor(clock()) % 1000;
    const millisecond = (now() - FIRST_SECOND) * IDS_PER_SECOND + part * IDS_PER_MILLISECOND;
    last = last < millisecond ? millisecond + randomInt(IDS_PER_MILLISECOND / 2) : last + 1;
    return last;
  };
}

/** The smallest number a record of this second can have: the age of a record is a range of its numbers. */
export function firstIdOf(epochSecond: number): number {
  return Math.max(0, epochSecond - FIRST_SECOND) * IDS_PER_SECOND;
}

/** A name that nobody else has. */
export function newName(): string {
  return randomBytes(16).toString('base64url');
}

const HOSTS_FILE = '/etc/hosts';
const ANSWER_MS = 2000;
const ASKED_TIMES = 2;

/**
 * A name that somebody gave us, such as the host of a webhook. The system's resolver has two threads, for every lookup of the
 * process: names whose servers keep silent would hold them for minutes. So name servers are asked without it, as is the
 * machine's own list of hosts. A name without a dot is one of the machine or its network, for which nobody outside answers.
 */
async function resolveForeign(host: string): Promise<readonly string[]> {
  if (!host.includes('.')) return await resolveHost(host);
  const own = addressesIn(await readFile(HOSTS_FILE, 'utf8').catch(() => ''), host);
  if (own.length > 0) return own;
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: ASKED_TIMES });
  resolver.setServers(dns.getServers());
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/** As the machine itself would resolve it: for names that the operator gave. */
export async function resolveHost(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);
}

const POOL_BYTES = 8192;

/** Randomness fetched in bulk: a call of its own for every token costs more than the token. No byte is given twice. */
function createRandomness(): (count: number) => Buffer {
  let pool: Buffer = Buffer.alloc(0);
  let taken = 0;
  return (count) => {
    if (count > POOL_BYTES) return randomBytes(count);
    if (taken + count > pool.length) {
      pool = randomBytes(POOL_BYTES);
      taken = 0;
    }
    taken += count;
    return pool.subarray(taken - count, taken);
  };
}

type Given = Omit<World, 'now' | 'randomBytes' | 'resolve' | 'nextId' | 'refusals' | 'activity' | 'tally' | 'metrics'>;

/**
 * Until the next tick time stands still. To read the clock is a call of the system, and a request asks for the time some
 * twenty times. Not until the next turn: whoever asks at the end of one would keep the next from waiting for requests.
 */
function oncePerTick(read: () => number): () => number {
  let known: number | undefined;
  const forget = () => {
    known = undefined;
  };
  return () => {
    if (known === undefined) {
      known = read();
      process.nextTick(forget);
    }
    return known;
  };
}

export function createWorld(parts: Given & { now?: () => number; metrics?: Metrics }): World {
  // Asked each time: a database that is moved while the service runs may have another clock.
  const clock = oncePerTick(() => (parts.database.now ?? Date.now)());
  const now = parts.now ?? (() => Math.floor(clock() / 1000));
  const nextId = createIds(now, clock);
  const metrics = parts.metrics ?? createMetrics();
  return {
    ...parts,
    metrics,
    counters: watchCounters(parts.counters, metrics.countLimited),
    refusals: createRefusalQueue(parts.database),
    activity: createActivityLog(parts.database, { now, nextId }),
    tally: createTally(parts.log),
    now,
    randomBytes: createRandomness(),
    resolve: resolveForeign,
    nextId,
  };
}
