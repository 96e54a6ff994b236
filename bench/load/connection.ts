/** One kept connection to a server: sends requests as they are, reads whole answers. */
import { connect } from 'node:net';
import { type Answer, createReader } from './wire.ts';

export interface Connection {
  /** A whole HTTP message, byte for character. */
  send(request: string): void;
  close(): void;
}

export interface Listener {
  ready(): void;
  answered(answer: Answer): void;
  /** Called too when the connection could not be made. */
  closed(): void;
}

const BUFFER_BYTES = 65_536;

export function openConnection(port: number, { ready, answered, closed }: Listener): Connection {
  const reader = createReader();
  // One buffer for all that is read spares an allocation for every answer.
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  const callback = (length: number): boolean => {
    const answer = reader.take(buffer.toString('latin1', 0, length));
    if (answer !== undefined) answered(answer);
    return true;
  };
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } });
  socket.once('connect', ready);
  // What went wrong is told by `close`, which always follows.
  socket.once('error', () => {});
  socket.once('close', closed);
  return {
    send: (request) => void socket.write(request, 'latin1'),
    close: () => void socket.destroy(),
  };
}
