/** A thread full of clients that send and read as slowly as they can; whoever is cut off comes back. */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { takeWhatIsLeft } from './what-is-left.ts';

/** What each kind sends again every second, and the seconds for which it may be borne with. */
export const SLOW_KINDS = {
  headers: { later: 'a', longestSeconds: 15 },
  body: { later: 'a', longestSeconds: 20 },
  unread: { later: '', longestSeconds: 70 },
} as const;

export type SlowKind = keyof typeof SLOW_KINDS;

// The keys of the table are exactly the kinds.
export const SLOW_NAMES = Object.keys(SLOW_KINDS) as readonly SlowKind[];

export interface HordeNews {
  readonly alive: number;
  /** How many were cut off, and the most seconds one of them was borne with. */
  readonly cut: Readonly<Record<SlowKind, { readonly count: number; readonly seconds: number }>>;
}

export interface Horde {
  news(): HordeNews;
  end(): Promise<void>;
}

interface HordeOrder {
  readonly port: number;
  readonly count: number;
  /** More than the buffers of both systems hold, of what costs the service least. */
  readonly asset: string;
  /** How many addresses of the loopback network they come from; one unless told, and where the system has but one. */
  readonly addresses?: number;
}

const OPENED_AT_ONCE = 50;
const SLICES = 10;
const NEWS_EVERY_MS = 200;
const BACK_AFTER_MS = 100;

/** Resolves when all of them are there. */
export async function summonHorde(order: HordeOrder, progress: (line: string) => void): Promise<Horde> {
  const worker = new Worker(new URL(import.meta.url), { workerData: order });
  const none = { count: 0, seconds: 0 };
  let news: HordeNews = { alive: 0, cut: { headers: none, body: none, unread: none } };
  worker.on('message', (told: HordeNews) => {
    news = told;
  });
  while (news.alive < order.count * 0.95) {
    progress(`${news.alive} of ${order.count} slow clients have come`);
    await pause(NEWS_EVERY_MS);
  }
  return { news: () => news, end: async () => void (await worker.terminate()) };
}

interface Slow {
  readonly kind: SlowKind;
  readonly socket: Socket;
  /** When it was let in; undefined while it is not. */
  since: number | undefined;
}

async function beSlow({ port, count, asset, addresses = 1 }: HordeOrder): Promise<void> {
  const all: (Slow | undefined)[] = new Array(count).fill(undefined);
  const cut = Object.fromEntries(SLOW_NAMES.map((kind) => [kind, { count: 0, seconds: 0 }]));
  const firsts: Readonly<Record<SlowKind, string>> = {
    headers: 'GET /sign-in HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    body: 'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n',
    unread: `GET ${asset} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(100),
  };
  const enlist = (index: number) => {
    const kind = SLOW_NAMES[index % SLOW_NAMES.length] ?? 'headers';
    const slow: Slow = {
      kind,
      socket: connect({ port, host: '127.0.0.1', ...addressFor(index, addresses) }),
      since: undefined,
    };
    all[index] = slow;
    slow.socket.on('connect', () => {
      slow.since = performance.now();
      if (kind !== 'unread') slow.socket.resume();
      slow.socket.write(firsts[kind]);
    });
    slow.socket.on('error', () => {});
    slow.socket.on('close', () => {
      const own = cut[kind];
      if (own && slow.since !== undefined) {
        own.count += 1;
        own.seconds = Math.max(own.seconds, (performance.now() - slow.since) / 1000);
      }
      slow.since = undefined;
      setTimeout(enlist, BACK_AFTER_MS, index);
    });
  };
  setInterval(() => {
    const alive = all.filter((slow) => slow?.since !== undefined).length;
    parentPort?.postMessage({ alive, cut });
  }, NEWS_EVERY_MS);
  dribble(all);
  for (let index = 0; index < count; index += 1) {
    enlist(index);
    if (index % OPENED_AT_ONCE === 0) await pause(20);
  }
}

/** The first address is that of everybody else. */
function addressFor(index: number, addresses: number): { localAddress?: string } {
  if (addresses === 1 || process.platform !== 'linux') return {};
  return { localAddress: `127.0.0.${2 + (index % addresses)}` };
}

/** A byte of each in every second, a tenth of them at a time. */
function dribble(all: readonly (Slow | undefined)[]): void {
  let slice = 0;
  setInterval(() => {
    slice = (slice + 1) % SLICES;
    for (let index = slice; index < all.length; index += SLICES) {
      const slow = all[index];
      if (slow?.since !== undefined && slow.kind !== 'unread') slow.socket.write(SLOW_KINDS[slow.kind].later);
    }
  }, 1000 / SLICES);
}

if (!isMainThread && parentPort) {
  takeWhatIsLeft();
  // The order is this file's own.
  await beSlow(workerData as HordeOrder);
}
