/**
 * Answers what node:http cannot read, as node:http itself does, but requests that took too long one after the other.
 *
 * Whoever sends the first byte on thousands of connections at the same moment lets all of them become due in the same turn of
 * the event loop: closing two thousand held it for 100 ms.
 */
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { createTurns } from './turns.ts';

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';
const ANSWERS: Readonly<Record<string, string>> = {
  [TIMEOUT]: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
};
const USUAL_ANSWER = '400 Bad Request';

export function answerUnreadable(server: Server): void {
  const turns = createTurns();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === TIMEOUT) turns.begin(() => answerAndClose(socket, error));
    else answerAndClose(socket, error);
  });
}

function answerAndClose(socket: Duplex, error: NodeJS.ErrnoException): void {
  // Its type does not tell of the answer that node:http has put there. In the middle of one, another would be read as its rest.
  const { _httpMessage: current } = socket as { readonly _httpMessage?: { readonly headersSent: boolean } | null };
  if (socket.writable && !current?.headersSent)
    socket.write(`HTTP/1.1 ${ANSWERS[error.code ?? ''] ?? USUAL_ANSWER}\r\nConnection: close\r\n\r\n`);
  socket.destroy(error);
}
