/**
 * Sends what is due, as much at once as is bounded here, fairly among webhooks; several instances share the work.
 *
 * Each delivery is taken by one instance, under a lease. One that dies leaves its deliveries to the others when the lease
 * ends: they are sent again under the same id.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { NotNow } from '../protocol/not-now.ts';
import {
  type Destination,
  type DueDelivery,
  type HeldDelivery,
  hasWaiting,
  listBusy,
  takeDelivery,
} from '../storage/tables/webhooks/deliveries.ts';
import { hasBlocked, listDue, setBlockedAside } from '../storage/tables/webhooks/lines.ts';
import { trimDeliveries } from '../storage/tables/webhooks/surplus-deliveries.ts';
import type { World } from '../world.ts';
import { attemptDelivery } from './attempt.ts';

interface Pump {
  /** Looks for deliveries every second from now on. */
  start(): void;
  /** Sends everything that is due now, and resolves when it is over. */
  sendDue(): Promise<void>;
  /** Takes nothing more; gives what is under way so long to end, and the rest back. */
  stop(limitMs: number): Promise<void>;
}

const LOOK_EVERY_MS = 1000;
/** Longer than an attempt takes, with what is written after it. */
const LEASE_SECONDS = 10;
const LEASE_BYTES = 16;
const MOST_OF_WEBHOOK = 4;
/** For all webhooks of one owner: slow receivers of somebody with many applications leave places for others. */
const MOST_OF_OWNER = 8;
export const MOST_UNDER_WAY = 32;
/** So many webhooks are looked at in one go; the next look begins behind them. */
const MOST_BUSY = 200;
/** Of setting aside, in one look at a webhook. */
const MOST_STEPS = 10;
const TRIM_EVERY_MS = 60_000;
const TRIMMED_AT_ONCE = 5000;

export function createPump(world: World): Pump {
  const stopping = new AbortController();
  const underWay = createUnderWay();
  const looks = createLooks(takeDue, stopping.signal);
  let timer: NodeJS.Timeout | undefined;
  let after = 0;
  let servedLast = 0;
  let trimmedAt = performance.now();
  let isTroubled = false;

  async function takeDue(): Promise<void> {
    try {
      if (stopping.signal.aborted || !(await hasWaiting(world.database))) return;
      const busy = await listBusy(world.database, after, MOST_BUSY);
      after = busy.length < MOST_BUSY ? 0 : (busy.at(-1)?.id ?? 0);
      if (performance.now() - trimmedAt > TRIM_EVERY_MS) {
        trimmedAt = performance.now();
        for (const { id } of busy) await trim(world, id);
      }
      // Whoever was served last waits for the others, or those of the lowest numbers would get every place that is left.
      const [before, behind] = [busy.filter(({ id }) => id <= servedLast), busy.filter(({ id }) => id > servedLast)];
      for (const to of [...behind, ...before]) await takeFor(to);
      isTroubled = false;
    } catch (error) {
      // Said once; that the database is out of reach is told for all by who opened it.
      const level = error instanceof NotNow ? 'debug' : 'warn';
      if (!isTroubled) world.log[level]({ err: error }, 'Webhooks could not be looked for.');
      isTroubled = true;
    }
  }

  async function takeFor(to: Destination): Promise<void> {
    const most = underWay.roomFor(to);
    if (most <= 0 || stopping.signal.aborted) return;
    const due = await findDue(world, to.id, most);
    const taken = await Promise.all(due.map((delivery) => take(world, to, delivery)));
    for (const held of taken)
      if (held) {
        servedLast = to.id;
        const over = attemptDelivery(world, to, held, stopping.signal)
          // The database is out of reach: the lease ends by itself, and it is sent again.
          .catch((error) => world.log.warn({ err: error, delivery: held.id }, 'A delivery could not be written down.'));
        underWay.add(to, held, over, looks.lookAgain);
      }
  }

  const ended = async (): Promise<void> => {
    while (looks.current() || underWay.count() > 0) await Promise.all([looks.current(), underWay.ended()]);
  };
  return {
    start() {
      timer ??= setInterval(() => void looks.look(), LOOK_EVERY_MS).unref();
    },
    async sendDue() {
      await looks.look();
      await ended();
    },
    async stop(limitMs) {
      clearInterval(timer);
      await within(limitMs, underWay.ended());
      // What is cut off here is given back by its own attempt.
      stopping.abort();
      await within(CUT_MS, ended());
    },
  };
}

interface Looks {
  /** One at a time: whoever asks during one waits for its end. */
  look(): Promise<void>;
  /** A delivery has ended: during a look it may have made room, or another the first of its line, too late for the look. */
  lookAgain(): void;
  current(): Promise<void> | undefined;
}

function createLooks(takeDue: () => Promise<void>, stopping: AbortSignal): Looks {
  let looking: Promise<void> | undefined;
  let isOutdated = false;

  async function takeUntilCurrent(): Promise<void> {
    do {
      isOutdated = false;
      await takeDue();
    } while (isOutdated && !stopping.aborted);
  }

  const look = (): Promise<void> => {
    looking ??= takeUntilCurrent().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  return {
    look,
    lookAgain() {
      isOutdated = true;
      if (!stopping.aborted) void look();
    },
    current: () => looking,
  };
}

interface UnderWay {
  count(): number;
  /** How many more may be begun for one webhook. */
  roomFor(to: Destination): number;
  add(to: Destination, held: HeldDelivery, over: Promise<void>, then: () => void): void;
  ended(): Promise<unknown>;
}

function createUnderWay(): UnderWay {
  const running = new Map<HeldDelivery, Promise<void>>();
  const counts = new Map<string, number>();
  const countOf = (name: string): number => counts.get(name) ?? 0;
  const count = (name: string, by: number): void => {
    const now = countOf(name) + by;
    if (now === 0) counts.delete(name);
    else counts.set(name, now);
  };
  return {
    count: () => running.size,
    roomFor: (to) =>
      Math.min(
        MOST_OF_WEBHOOK - countOf(`webhook ${to.id}`),
        to.ownerId === null ? MOST_UNDER_WAY : MOST_OF_OWNER - countOf(`owner ${to.ownerId}`),
        MOST_UNDER_WAY - running.size,
      ),
    add({ id, ownerId }, held, over, then) {
      const names = [`webhook ${id}`, ...(ownerId === null ? [] : [`owner ${ownerId}`])];
      for (const name of names) count(name, 1);
      const done = over.then(() => {
        running.delete(held);
        for (const name of names) count(name, -1);
        then();
      });
      running.set(held, done);
    },
    ended: () => Promise.all(running.values()),
  };
}

/** Where long lines hide what is first in others, they are set aside step by step. */
async function findDue({ database, now }: World, webhookId: number, most: number): Promise<readonly DueDelivery[]> {
  for (let step = 1; ; step += 1) {
    const due = await listDue(database, webhookId, { now: now(), most });
    if (due.length === most || !(await hasBlocked(database, webhookId, now()))) return due;
    await database.write([setBlockedAside(webhookId, now())]);
    if (due.length > 0 || step === MOST_STEPS) return due;
  }
}

async function trim({ database }: World, webhookId: number): Promise<void> {
  for (let rows = TRIMMED_AT_ONCE; rows === TRIMMED_AT_ONCE; )
    rows = (await database.write(trimDeliveries(webhookId, TRIMMED_AT_ONCE)))?.at(-1) ?? 0;
}

const CUT_MS = 1000;

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  const limit = new AbortController();
  // It keeps the process: work that nothing else keeps it for would end it here, before the database is closed.
  const late = pause(limitMs, undefined, { signal: limit.signal }).catch(() => {});
  await Promise.race([work, late]);
  limit.abort();
}

/** Undefined where another instance was quicker, or the webhook is no longer what it was. */
async function take(world: World, to: Destination, delivery: DueDelivery): Promise<HeldDelivery | undefined> {
  const now = world.now();
  const lease = world.randomBytes(LEASE_BYTES).toString('base64url');
  const taken = await world.database.write([takeDelivery(delivery, to, { lease, now, until: now + LEASE_SECONDS })]);
  return taken ? { ...delivery, attempts: delivery.attempts + 1, lease } : undefined;
}
