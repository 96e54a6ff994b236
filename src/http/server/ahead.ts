/** Requests that wait behind an earlier one of their own connection, and how many of them the house remembers. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface PipelinedRequests {
  /**
   * Goes on when the response's turn has come, so that one connection, however many requests it sends ahead, keeps one
   * door busy. Whoever sends more than the house can remember is cut off.
   */
  wait(res: ServerResponse, goOn: () => void): void;
}

/** Some 3 KB each, so 30 MB, of all connections together. */
const MOST_PIPELINED = 10_000;

export function createPipelinedRequests(): PipelinedRequests {
  let remembered = 0;
  const waiting = new Map<Socket, number>();

  const add = (socket: Socket, count: number): void => {
    remembered += count;
    waiting.set(socket, (waiting.get(socket) ?? 0) + count);
  };
  const forget = (socket: Socket): void => {
    remembered -= waiting.get(socket) ?? 0;
    waiting.delete(socket);
  };

  return {
    wait(res, goOn) {
      const { socket } = res.req;
      if (remembered >= MOST_PIPELINED) {
        socket.destroy();
        return;
      }
      // One listener for the whole connection: a thousand requests may wait on it.
      if (!waiting.has(socket)) socket.once('close', () => forget(socket));
      add(socket, 1);
      res.once('socket', () => {
        add(socket, -1);
        process.nextTick(goOn);
      });
    },
  };
}
