/** Closes connections whose clients leave their answer unread. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * A timeout for every answer would be set and cleared with each request, for the few that ever get stuck. So the
 * connections are checked now and then instead, and only one with unsent bytes gets a timeout of its own: node:http
 * destroys the socket when no byte was sent in all that time, and sets the timeout of kept connections again once the
 * answer is sent.
 */
export function closeStalledWriters(
  server: Server,
  { lookEveryMs, silenceMs }: { lookEveryMs: number; silenceMs: number },
): void {
  const connections = new Set<Socket>();
  const limited = new WeakSet<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const check = (): void => {
    let found = 0;
    for (const socket of connections) {
      if (socket.writableLength === 0) limited.delete(socket);
      else if (!limited.has(socket)) {
        limited.add(socket);
        // A millisecond apart: thousands that got stuck together would be closed in one turn of the event loop.
        socket.setTimeout(silenceMs + (found % lookEveryMs));
        found += 1;
      }
    }
  };
  const timer = setInterval(check, lookEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}
