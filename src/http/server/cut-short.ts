/**
 * Leaves unread what a connection has sent once it is closed.
 *
 * node:http reads up to 64 KB of a connection in one go, which may be two thousand small requests, and makes objects for
 * each of them, also after the connection was closed because they are too many: one connection held the event loop for 30 ms.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** What node:http calls at the end of the headers of a request: the answer tells its parser how to go on. */
type OnIncoming = (request: IncomingMessage, keepsAlive: boolean) => number | undefined;

/** Whatever is not 0, 1 or 2 ends the parser with an error (llhttp, `on_headers_complete`); this one is its "paused". */
const STOP = 21;

/** Where Node.js keeps its parser elsewhere, everything is read as before. */
export function cutShortWhenClosed(server: Server): void {
  server.on('connection', (socket: Socket) => {
    // Its type does not tell of the parser that node:http has put there.
    const { parser } = socket as { readonly parser?: { onIncoming?: OnIncoming } | null };
    const onIncoming = parser?.onIncoming;
    if (!parser || typeof onIncoming !== 'function') return;
    parser.onIncoming = (request, keepsAlive) => {
      const goOn = onIncoming(request, keepsAlive);
      return socket.destroyed ? STOP : goOn;
    };
  });
}
