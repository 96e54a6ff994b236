/**
 * Listens to the revocation feed, and knows how far it can be trusted: what had ended by `heardUntil` has been told here.
 * A feed that is cut, delayed or held back by something on the way falls behind, whatever else it sends.
 */
import type { Cache } from './cache.ts';
import type { RecentEndings } from './recent-endings.ts';
import { type ServerEvent, serverEvents } from './server-events.ts';
import type { Service } from './service.ts';

export interface Feed {
  /** Whether everything that ended more than `behindMs` ago has been heard. */
  isCurrent(behindMs: number): boolean;
  close(): void;
}

/** Two heartbeats and a half: a connection that is silent for longer is given up, and opened again. */
const SILENCE_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

interface Told {
  readonly cache: Cache;
  readonly endings: RecentEndings;
}

export function openFeed(service: Service, told: Told, onFault: (fault: Error) => void): Feed {
  const closing = new AbortController();
  const position: Position = { lastEventId: undefined, heardUntil: 0 };

  async function run(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (!closing.signal.aborted) {
      const begunAt = performance.now();
      try {
        await listenOnce(service, closing.signal, { ...told, position });
      } catch (fault) {
        if (!closing.signal.aborted) onFault(fault instanceof Error ? fault : new Error(String(fault)));
      }
      // One that held for a while is opened again at once.
      pause = performance.now() - begunAt > LONGEST_PAUSE_MS ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
      await waitFor(pause * (0.5 + Math.random() / 2), closing.signal);
    }
  }
  void run();

  return {
    isCurrent(behindMs) {
      const now = service.now();
      return now !== undefined && now - position.heardUntil <= behindMs;
    },
    close: () => closing.abort(),
  };
}

interface Position {
  lastEventId: string | undefined;
  /** Milliseconds of the epoch by the clock of the service. */
  heardUntil: number;
}

type Listening = Told & { readonly position: Position };

/** Until the connection ends, which is a fault too: the feed has no end. */
async function listenOnce(service: Service, closing: AbortSignal, listening: Listening): Promise<void> {
  const silence = new AbortController();
  const giveUp = (): void => silence.abort(new Error('The revocation feed fell silent.'));
  let timer = setTimeout(giveUp, SILENCE_MS);
  const signal = AbortSignal.any([closing, silence.signal]);
  try {
    const stream = await service.follow(listening.position.lastEventId, signal);
    const events = serverEvents(stream);
    // A stream that hangs may not notice that it is given up, so it is not waited for.
    const givenUp = rejection(signal);
    const connection = { isBegun: false };
    for (;;) {
      const { value, done } = await Promise.race([events.next(), givenUp]);
      if (done) break;
      take(value, listening, connection);
      // One that goes on without a beginning is as good as silent.
      if (!connection.isBegun) continue;
      clearTimeout(timer);
      timer = setTimeout(giveUp, SILENCE_MS);
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error('The revocation feed was closed.');
}

interface Content {
  readonly family?: unknown;
  readonly client_id?: unknown;
  readonly at?: unknown;
}

interface Connection {
  /** Whether the service has said from where on it tells. */
  isBegun: boolean;
}

function take({ event, id, data }: ServerEvent, { cache, endings, position }: Listening, connection: Connection): void {
  const content: Content = JSON.parse(data);
  const isFirst = position.lastEventId === undefined;
  // What was learnt before the first word of the feed may have ended unheard.
  if (event === 'reset' || (event === 'ready' && isFirst)) {
    cache.clear();
    endings.addAll();
  }
  if (event === 'ended' || event === 'changed') forget(content, { cache, endings });
  if (event === 'ready' || event === 'reset') connection.isBegun = true;
  // A replay begins with `ready`, and what was missed follows: all of it was told where a heartbeat names its place.
  const isCurrent = event === 'alive' && connection.isBegun && id !== undefined;
  const isComplete = isCurrent || event === 'reset' || (event === 'ready' && isFirst);
  if (isComplete && typeof content.at === 'number') position.heardUntil = content.at * 1000;
  if (id !== undefined && connection.isBegun) position.lastEventId = id;
}

function forget({ family, client_id }: Content, { cache, endings }: Told): void {
  if (typeof family === 'string') {
    endings.add('family', family);
    cache.forgetFamily(family);
  }
  if (typeof client_id === 'string') {
    endings.add('client', client_id);
    cache.forgetClient(client_id);
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  const rejected = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  // It is heard where it is raced against; where nothing is awaited any more, it means nothing.
  rejected.catch(() => {});
  return rejected;
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      // The signal lives as long as the guard: what is left on it would be one more for each connection.
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
  });
}
