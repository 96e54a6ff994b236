/**
 * Closes a port so that every client that the system has already connected is served, and every later one is refused.
 *
 * A plain close resets the connections in the accept queue of the system, and their clients cannot tell that from a
 * request that was lost. So the queue is first made as short as possible and then filled with connections of our own:
 * while no other connection fits into it, none is lost when it goes. Where the system's table of connections cannot be
 * read (anywhere but Linux), the port closes at once. Behind a proxy that asks /health/ready this hardly matters.
 */
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { type AddressInfo, connect, Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { holdsOnly, queueLength, tableOf } from './connection-table.ts';
import { ownAddress } from './port.ts';

/** The shortest queue that node:net asks for. The system lets in one more than it was asked for. */
const SHORTEST_QUEUE = 1;
/** What node:net asks for unless it is told otherwise. */
const USUAL_QUEUE = 511;
const OWN_CONNECTIONS = SHORTEST_QUEUE + 1;
/** How long to wait for a turn in which no connection arrives; under constant load there may be none. */
const QUIET_LIMIT_MS = 50;
/** For a connection that is half made to be made. */
const PAUSE_MS = 5;

export interface ClosingLimits {
  /** For those to be taken who were in the queue before it was made short; a busy process takes a few in each turn. */
  readonly emptyLimitMs: number;
  /** After that the port closes at once, whatever may be queued. */
  readonly closeLimitMs: number;
  /** A client sends its request as soon as it is connected; one that takes longer is not waited for. */
  readonly firstRequestMs: number;
}

/** Connections that have been made and have not sent a request yet. */
interface SilentConnections {
  /** Resolves when each has sent a request or closed, or the time for that is over. */
  settled(): Promise<void>;
}

/** Counts those that arrive from now on. */
export function watchSilentConnections(
  server: HttpServer,
  { firstRequestMs }: Pick<ClosingLimits, 'firstRequestMs'>,
): SilentConnections {
  const silent = new Set<Socket>();
  let whenSettled = (): void => {};
  const settle = (socket: Socket) => {
    silent.delete(socket);
    if (silent.size === 0) whenSettled();
  };
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => settle(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage) => settle(socket));
  server.prependListener('checkContinue', ({ socket }: IncomingMessage) => settle(socket));
  return {
    async settled() {
      if (silent.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      whenSettled = resolve;
      const limit = setTimeout(resolve, firstRequestMs);
      await promise;
      clearTimeout(limit);
    },
  };
}

/**
 * Resolves when the port is closed and the last connections have sent their requests. The server itself is closed
 * afterwards: node:http then cuts off connections without a request, however new they are.
 */
export async function closeAfterAcceptQueue(
  server: HttpServer,
  silent: SilentConnections,
  { closeCopies, limits }: { readonly closeCopies: () => Promise<void>; readonly limits: ClosingLimits },
): Promise<void> {
  const shortQueue = shortenQueue(server);
  await untilShort(server, limits.emptyLimitMs);
  await closeCopies();
  const end = performance.now() + limits.closeLimitMs;
  let isClosed = false;
  while (!isClosed && performance.now() < end && tableOf(server) !== undefined) {
    await untilEmpty(server);
    isClosed = await fillAndClose(server, shortQueue);
    if (!isClosed) await wait(PAUSE_MS);
  }
  if (!isClosed) shortQueue.close();
  await silent.settled();
}

/** The system lets nobody into a short queue that is full, so what is longer is left from before. */
async function untilShort(server: HttpServer, limitMs: number): Promise<void> {
  // A server that listens on a host and port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const end = performance.now() + limitMs;
  while (queueLength(tableOf(server) ?? '', port) > OWN_CONNECTIONS && performance.now() < end) await wait(PAUSE_MS);
}

/** Takes no more connections from a socket that other processes go on serving. */
export async function leaveQueue(server: HttpServer, silent: SilentConnections, left?: () => void): Promise<void> {
  // The same handle: node:http would cut off connections without a request, were its own server closed.
  shareQueue(server, USUAL_QUEUE).close(left);
  await silent.settled();
}

function shortenQueue(server: HttpServer): Server {
  return shareQueue(server, SHORTEST_QUEUE);
}

/** A second server on the same socket asks for another queue, and hands its connections on. */
function shareQueue(server: HttpServer, length: number): Server {
  // As node:http itself takes connections.
  const shortQueue = new Server({ allowHalfOpen: true, noDelay: true });
  shortQueue.on('connection', (socket) => server.emit('connection', socket));
  return shortQueue.listen(server, length);
}

/**
 * Each turn of the event loop takes one connection: a turn that took none found the queue empty. Where no turn is like
 * that, the moment after a connection was taken is the best there is.
 */
function untilEmpty(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    const end = performance.now() + QUIET_LIMIT_MS;
    let isQuiet = false;
    let isOver = false;
    const finish = () => {
      isOver = true;
      server.off('connection', onConnection);
      resolve();
    };
    const onConnection = () => {
      isQuiet = false;
      if (performance.now() > end) finish();
    };
    const check = () => {
      if (isOver) return;
      if (isQuiet) return finish();
      isQuiet = true;
      setImmediate(check);
    };
    server.on('connection', onConnection);
    setImmediate(check);
  });
}

/** All within one turn, in which nothing is taken out of the queue. Resolves to whether the port was closed. */
function fillAndClose(server: HttpServer, shortQueue: Server): Promise<boolean> {
  // A server that listens on a host and port has an address of this form.
  const { address, port } = server.address() as AddressInfo;
  const host = ownAddress(address);
  const ownConnections: Socket[] = [];
  for (let count = 0; count < OWN_CONNECTIONS; count += 1)
    ownConnections.push(connect({ host, port }).on('error', () => {}));
  return new Promise((resolve) => {
    // Sockets connect in the next tick, which belongs to the same turn; this one comes after theirs.
    process.nextTick(() => {
      const own = ownConnections.map(({ localPort = 0 }) => localPort);
      const isAlone = holdsOnly(tableOf(server) ?? '', port, own);
      if (isAlone) shortQueue.close();
      resolve(isAlone);
      for (const connection of ownConnections) connection.destroy();
    });
  });
}
