/** Knows the connections that have been made and have not asked anything yet, once the service is about to end. */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

export interface SilentConnections {
  /** Resolves when each has asked or left, or had the time to. */
  settled(): Promise<void>;
}

/** A client sends its request as soon as it is connected; who takes longer than this never meant to. */
const LIMIT_MS = 1_000;

/** Counts from now on. */
export function watchSilentConnections(server: Server): SilentConnections {
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
      const limit = setTimeout(resolve, LIMIT_MS);
      await promise;
      clearTimeout(limit);
    },
  };
}
