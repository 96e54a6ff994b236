/** What requests wait for before their handler runs: an earlier request of their connection, and a free slot. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that arrived on a connection before its earlier ones were answered. */
export interface PipelinedRequests {
  /**
   * Calls back when it is the response's turn, so that one connection takes one slot, however many requests it sends
   * ahead. A connection that sends more than can be kept is closed.
   */
  wait(res: ServerResponse, goOn: () => void): void;
}

/** Some 3 KB each, so 30 MB, of all connections together. */
export const MOST_PIPELINED = 10_000;
/** Of one connection. Clients that send ahead at all send some dozens; a thousand in one go are answered (case X-184). */
const MOST_OF_CONNECTION = 1_000;
/** Of all connections: node:http takes some eight microseconds to read each, so 16 ms. */
const MOST_IN_A_TURN = 2_000;
/** Between one and the next, of all connections: a page takes a quarter of it, so that most of the time is everybody else's. */
const PAUSE_MS = 1;

export function createPipelinedRequests(onRefused: () => void = () => {}): PipelinedRequests {
  let kept = 0;
  const waiting = new Map<Socket, number>();
  /** One of each connection at most. */
  const ready: (() => void)[] = [];
  let isScheduled = false;
  let inTurn = 0;

  const isTooMany = (socket: Socket): boolean => {
    if (inTurn === 0)
      setImmediate(() => {
        inTurn = 0;
      });
    inTurn += 1;
    return inTurn > MOST_IN_A_TURN || kept >= MOST_PIPELINED || (waiting.get(socket) ?? 0) >= MOST_OF_CONNECTION;
  };
  /** One in a turn of the event loop, of all connections: whoever waits for each answer is served in between. */
  const schedule = (): void => {
    if (isScheduled || ready.length === 0) return;
    isScheduled = true;
    // Timers that are late come several in a turn, immediates do not.
    setTimeout(() => setImmediate(runNext), PAUSE_MS);
  };
  const runNext = (): void => {
    isScheduled = false;
    const goOn = ready.shift();
    schedule();
    goOn?.();
  };
  const add = (socket: Socket, count: number): void => {
    kept += count;
    waiting.set(socket, (waiting.get(socket) ?? 0) + count);
  };
  const forget = (socket: Socket): void => {
    kept -= waiting.get(socket) ?? 0;
    waiting.delete(socket);
  };

  return {
    wait(res, goOn) {
      const { socket } = res.req;
      if (isTooMany(socket)) {
        // All that its connection has sent ahead comes here, too.
        if (!socket.destroyed) onRefused();
        socket.destroy();
        return;
      }
      // One listener for the whole connection: a thousand requests may wait on it.
      if (!waiting.has(socket)) socket.once('close', () => forget(socket));
      add(socket, 1);
      res.once('socket', () => {
        add(socket, -1);
        ready.push(goOn);
        schedule();
      });
    },
  };
}

/**
 * Requests that found every slot taken, in the order in which they came, each for a short time.
 *
 * Refusing them at once would be worse: a burst that is over in a moment would be refused, and clients that ask again
 * at once would make refusing the whole work of the service.
 */
export interface AdmissionQueue {
  readonly length: number;
  /** One of the two is called: `enter` when a slot is free, `leave` when none was for too long. */
  join(enter: () => void, leave: () => void): void;
  /** Lets the first one in. */
  advance(): void;
}

interface Waiting {
  readonly until: number;
  readonly enter: () => void;
  readonly leave: () => void;
}

/** A connection has one request in it at most, so it is never longer than there are connections. */
export function createAdmissionQueue(queueMs: number): AdmissionQueue {
  const waiting: Waiting[] = [];
  let isWatched = false;
  const watch = () => {
    isWatched = waiting.length > 0;
    if (isWatched) setTimeout(rejectExpired, Math.max(1, (waiting[0]?.until ?? 0) - performance.now())).unref();
  };
  const rejectExpired = () => {
    const now = performance.now();
    while ((waiting[0]?.until ?? Number.POSITIVE_INFINITY) <= now) waiting.shift()?.leave();
    watch();
  };
  return {
    get length() {
      return waiting.length;
    },
    join(enter, leave) {
      waiting.push({ until: performance.now() + queueMs, enter, leave });
      if (!isWatched) watch();
    },
    advance: () => waiting.shift()?.enter(),
  };
}
