/**
 * Closes a port so that whoever the system has already connected is served, and everybody else is refused.
 *
 * A plain close resets the connections that the system has made and the process has not taken yet, and their clients
 * cannot tell that from a request that was lost. So the system's queue is first made as short as it can be, then filled
 * with connections of our own: while nobody else fits into it, nobody else is in it, and it can go.
 */
import { readFileSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { SilentConnections } from './newcomers.ts';
import { ownAddress } from './port.ts';

/** The shortest queue that node:net asks for. The system lets in one more than it was asked for. */
const SHORTEST_QUEUE = 1;
const OWN_CONNECTIONS = SHORTEST_QUEUE + 1;
/** After that the port closes at once, whoever may be queued. */
const LIMIT_MS = 2_000;
/** So long a quiet turn is waited for; clients that connect all the time may not leave one. */
const QUIET_LIMIT_MS = 50;
/** For a connection that is half made to be made. */
const PAUSE_MS = 5;

/**
 * Resolves when the port is closed and whoever came last has asked something. The server itself is still to be closed:
 * node:http then cuts off connections without a request, however new they are, and so it must not be first.
 */
export async function closeAfterAcceptQueue(server: HttpServer, newcomers: SilentConnections): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  const shortQueue = shortenQueue(server);
  let isClosed = false;
  while (!isClosed && performance.now() < end && tableOf(server) !== undefined) {
    await untilEmpty(server);
    isClosed = await fillAndClose(server, shortQueue);
    if (!isClosed) await wait(PAUSE_MS);
  }
  if (!isClosed) shortQueue.close();
  await newcomers.settled();
}

/** A second server on the same socket asks for another queue, and hands on what comes. */
function shortenQueue(server: HttpServer): Server {
  // As node:http itself takes connections.
  const shortQueue = new Server({ allowHalfOpen: true, noDelay: true });
  shortQueue.on('connection', (socket) => server.emit('connection', socket));
  return shortQueue.listen(server, SHORTEST_QUEUE);
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
      server.off('connection', take);
      resolve();
    };
    const take = () => {
      isQuiet = false;
      if (performance.now() > end) finish();
    };
    const look = () => {
      if (isOver) return;
      if (isQuiet) return finish();
      isQuiet = true;
      setImmediate(look);
    };
    server.on('connection', take);
    setImmediate(look);
  });
}

/** All within one turn, in which nothing is taken out of the queue. Answers whether the port was closed. */
function fillAndClose(server: HttpServer, doorman: Server): Promise<boolean> {
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
      if (isAlone) doorman.close();
      resolve(isAlone);
      for (const plug of ownConnections) plug.destroy();
    });
  });
}

/** The system's table of connections, where it has one that can be read (Linux). */
function tableOf(server: HttpServer): string | undefined {
  const address = server.address();
  const path = typeof address === 'object' && address?.family === 'IPv6' ? '/proc/net/tcp6' : '/proc/net/tcp';
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // Another system: there the port closes as it always did.
    return undefined;
  }
}

const LISTENING = '0A';
const HALF_MADE = '03';
const MADE = '01';

/** True when the queue of the port holds connections from these ports and no others, and no other is being made. */
export function holdsOnly(table: string, port: number, own: readonly number[]): boolean {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const missing = new Set(own);
  let queued = -1;
  for (const line of table.split('\n')) {
    const [, local = '', remote = '', state, sizes = ''] = line.trim().split(/\s+/);
    if (!local.endsWith(ending)) continue;
    if (state === HALF_MADE) return false;
    // For a port that listens, the second size is the length of its queue.
    if (state === LISTENING) queued = Number.parseInt(sizes.slice(sizes.indexOf(':') + 1), 16);
    if (state === MADE) missing.delete(Number.parseInt(remote.slice(remote.lastIndexOf(':') + 1), 16));
  }
  return queued === own.length && missing.size === 0;
}
