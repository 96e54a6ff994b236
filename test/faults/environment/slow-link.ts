/** A TCP relay that holds every piece back for a while: a database far away, and wide windows for races. */
import { connect, createServer, type Socket } from 'node:net';

export interface SlowLink {
  readonly port: number;
  close(): void;
}

export function openSlowLink(to: { host: string; port: number }, delayMs: number): Promise<SlowLink> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      // Pieces keep their order: timers of one length fire in the order in which they were set.
      from.on('data', (piece) => setTimeout(() => into.writable && into.write(piece), delayMs));
      from.on('error', () => into.destroy());
      from.on('close', () => {
        sockets.delete(from);
        into.destroy();
      });
    }
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      resolve({
        port,
        close() {
          server.close();
          for (const socket of sockets) socket.destroy();
        },
      });
    });
  });
}
