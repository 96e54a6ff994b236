/**
 * Gives connections that this process has just taken to processes that have fewer of them.
 *
 * Of several processes that wait on one socket, the system wakes all and lets the quickest win: of 32 connections that
 * clients then keep, one process was seen to take 31. A connection that is over in a moment costs nothing here (0054).
 */
import type { Server as HttpServer } from 'node:http';
import { Socket, type SocketConstructorOpts } from 'node:net';
import type { BoundHandle } from './bound-port.ts';

/** Sends the connection to another process, and calls back when it is on its way. */
type Give = (connection: BoundHandle, onSent: () => void) => void;

export interface BalanceOptions {
  /** Asked for each new connection: where it should go, or undefined to keep it. `open` is how many are open here. */
  choose(open: number): Give | undefined;
}

export interface Balance {
  readonly open: number;
  /** Serves a connection that another process has given away. It is never given away again. */
  adopt(connection: BoundHandle): void;
}

interface ReadingHandle {
  readStop(): number;
}

export function balanceConnections(server: HttpServer, { choose }: BalanceOptions): Balance {
  let open = 0;
  // The types know an overload for each event; this one passes all of them on.
  const emit = server.emit.bind(server) as (event: string, ...values: unknown[]) => boolean;
  const keep = (socket: Socket): boolean => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    return emit('connection', socket);
  };
  // Before every listener: what is given away was never a connection of this server.
  // Written out, since every request passes here; no event of node:http has more values.
  server.emit = (event: string, socket?: unknown, second?: unknown, third?: unknown): boolean => {
    if (event !== 'connection' || !(socket instanceof Socket)) return emit(event, socket, second, third);
    const give = choose(open);
    if (give === undefined) return keep(socket);
    giveAway(socket, give);
    return true;
  };
  return {
    get open() {
      return open;
    },
    adopt(connection) {
      // As node:net itself makes one of a handle; the types know only descriptors.
      const options = { handle: connection, allowHalfOpen: true, readable: true, writable: true };
      const socket = new Socket(options as unknown as SocketConstructorOpts);
      socket.setNoDelay(true);
      keep(socket);
    },
  };
}

/** Nothing has been read from it: it was made in this turn of the event loop. */
function giveAway(socket: Socket, give: Give): void {
  socket.on('error', () => socket.destroy());
  // Where the types of a socket hide it; without one it has been closed already.
  const { _handle: handle } = socket as unknown as { readonly _handle: (ReadingHandle & BoundHandle) | null };
  if (handle === null) return;
  handle.readStop();
  give(handle, () => socket.destroy());
}
