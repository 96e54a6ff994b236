/** Opens the port, and closes it so that no client loses a request. */
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer, cutShortWhenClosed } from '../../node-http.ts';
import { type Balance, type BalanceOptions, balanceConnections } from './balance.ts';
import { acceptInBatches } from './batch-accept.ts';
import type { BoundHandle } from './bound-port.ts';
import { type ClosingLimits, closeAfterAcceptQueue, leaveQueue, watchSilentConnections } from './closing.ts';
import { boundConnections, type ConnectionBounds } from './connection-bounds.ts';
import type { Listener } from './pipeline.ts';
import { closeStalledWriters } from './stalled-writes.ts';
import { answerUnreadable } from './timeouts.ts';

export interface Server {
  /** The port listened on, also where 0 was asked for. */
  readonly port: number;
  /** What the listener has to do at this moment. */
  readonly load: Listener['load'];
  /** Connections open at this moment. */
  connections(): number;
  /** Undefined where no other process shares the port. */
  readonly balance: Balance | undefined;
  /**
   * For `graceMs` requests are still served, with answers that ask to close the connection, so that clients with kept
   * connections lose no request. Then the port closes, open requests are finished, and the rest is cut off after 8 s.
   * Of several processes on one socket, all but the last hand over what is queued there: `turn` waits and says which it is.
   */
  stop(graceMs: number, turn?: ClosingTurn): Promise<void>;
}

interface ServerOptions {
  readonly host: string;
  readonly port: number;
  /** The socket of the port, where several processes share it, and how they share its connections. */
  readonly jointSocket?: { readonly handle: BoundHandle } & BalanceOptions;
  /** Made in the turn in which the port opens, so that no connection comes before it. */
  readonly listenerAt: (port: number) => Listener;
  /** Connections beyond them are closed before they were read. */
  readonly bounds?: ConnectionBounds;
  /** For tests that cannot wait that long. */
  readonly limits?: Partial<ServerLimits>;
}

export interface ClosingTurn {
  wait(): Promise<'last' | 'not last'>;
  /** Called when this process takes no more connections. */
  left(): void;
}

interface ServerLimits extends ClosingLimits {
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** Longer than the 60 s for which common load balancers keep a connection, so that they are the first to close it. */
  readonly keepAliveTimeoutMs: number;
  /** How long a client may leave an answer unread. */
  readonly silenceTimeoutMs: number;
  /** How often the first two are checked. Those that are over are closed in one turn: more often means fewer of them. */
  readonly checkEveryMs: number;
  /** How often the last one is checked, which takes a look at every connection. */
  readonly lookEveryMs: number;
  readonly stopLimitMs: number;
}

const LIMITS: ServerLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  keepAliveTimeoutMs: 65_000,
  silenceTimeoutMs: 60_000,
  checkEveryMs: 100,
  lookEveryMs: 1_000,
  emptyLimitMs: 3_000,
  closeLimitMs: 2_000,
  firstRequestMs: 1_000,
  stopLimitMs: 8_000,
};

/** A URL of 16 KiB and as much again for the other headers of common clients. */
export const HEADER_BYTES = 24_576;
/** After the last answer, for its bytes to arrive and for connections that never asked anything. */
const LAST_BYTES_MS = 250;

const NOT_A_PROXY =
  'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST, OPTIONS\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

export async function startServer(options: ServerOptions): Promise<Server> {
  const limits = { ...LIMITS, ...options.limits };
  const server = createServer({
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    requireHostHeader: true,
    insecureHTTPParser: false,
    // A request that announces no body (RFC 9112 §6.3) has none to read to its end.
    optimizeEmptyRequests: true,
  });
  const balance = options.jointSocket && balanceConnections(server, options.jointSocket);
  if (options.bounds) boundConnections(server, options.bounds);
  const connections = countConnections(server);
  server.on('connection', cutShortWhenClosed);
  answerUnreadable(server);
  closeStalledWriters(server, { lookEveryMs: limits.lookEveryMs, silenceMs: limits.silenceTimeoutMs });
  server.on('connect', (_req, socket) => socket.on('error', () => socket.destroy()).end(NOT_A_PROXY));

  const { port, listener } = await listen(server, options);
  const closeCopies = acceptInBatches(server);
  return {
    port,
    get load() {
      return listener.load;
    },
    balance,
    connections,
    async stop(graceMs, turn) {
      listener.drain();
      const newcomers = watchSilentConnections(server, limits);
      await wait(graceMs);
      if ((await turn?.wait()) === 'not last') {
        await closeCopies();
        await leaveQueue(server, newcomers, turn?.left);
      } else await closeAfterAcceptQueue(server, newcomers, { closeCopies, limits });
      const cancel = new AbortController();
      const limit = wait(limits.stopLimitMs, undefined, { signal: cancel.signal }).catch(() => undefined);
      await Promise.race([limit, finish(server, listener)]);
      cancel.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A server itself counts those that its own handle took, not those of the handles beside it (batch-accept.ts). */
function countConnections(server: HttpServer): () => number {
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  return () => open;
}

function listen(
  server: HttpServer,
  { host, port: wished, jointSocket, listenerAt }: ServerOptions,
): Promise<{ readonly port: number; readonly listener: Listener }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).once('listening', () => {
      // A server that listens on a host and port has an address of this form.
      const { port } = server.address() as AddressInfo;
      try {
        const listener = listenerAt(port);
        server.on('request', (_req, res) => listener.answer(res, false));
        server.on('checkContinue', (_req, res) => listener.answer(res, true));
        resolve({ port, listener });
      } catch (error) {
        server.close();
        reject(error);
      }
    });
    if (jointSocket === undefined) server.listen(wished, host);
    else server.listen(jointSocket.handle);
  });
}

/** Resolves when every request has been answered and every connection is closed, or the time for that is over. */
async function finish(server: HttpServer, listener: Listener): Promise<void> {
  await untilNothingArrives(server, listener);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await Promise.race([closed, waitForLastBytes(listener)]);
}

/**
 * Resolves after a turn in which no request began. node:http closes connections that have been answered: also in this very
 * turn, before the answer has been sent, and also where the next request has arrived and was not read yet.
 */
async function untilNothingArrives(server: HttpServer, listener: Listener): Promise<void> {
  let begun = 0;
  const count = () => {
    begun += 1;
  };
  server.on('request', count).on('checkContinue', count);
  for (let before = -1; before !== begun; ) {
    before = begun;
    await listener.idle();
    // The second comes in the next turn, in which everything is read that had arrived by the first.
    for (let turns = 0; turns < 2; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  server.off('request', count).off('checkContinue', count);
}

/** Two rounds, since a request whose last header arrives during the first is still served. */
async function waitForLastBytes(listener: Listener): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await listener.idle();
    await wait(LAST_BYTES_MS, undefined, { ref: false });
  }
}
