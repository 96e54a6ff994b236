/** Reads what another host sends, of which there may not be too much, in bytes or in pieces. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { cutShortWhenClosed } from '../node-http.ts';

const MOST_BYTES = 65_536;
/**
 * Of a body, and of what arrives on the connection. Each chunk (RFC 9112 §7.1) and each TLS record is a piece, even if it is one byte,
 * and all that have arrived are read in one turn: sixty thousand chunks held the event loop for 50 ms.
 */
const MOST_PIECES = 1024;

/** What the far side sent too much of; its connection is closed. */
export class TooMuch extends Error {}

/** A connection that brings too many is closed, and nothing more of it is read. */
export function boundPieces(socket: Socket): void {
  let pieces = 0;
  cutShortWhenClosed(socket);
  socket.on('data', () => {
    pieces += 1;
    if (pieces > MOST_PIECES) socket.destroy(new TooMuch(`${MOST_PIECES} pieces`));
  });
}

/** Fails where there is more than allowed; the connection is then closed. */
export function readBounded(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    // Taken as they come: each would be put in line and fetched from there otherwise.
    const take = (piece: Buffer) => {
      size += piece.length;
      pieces.push(piece);
      if (size > MOST_BYTES) stop(`${MOST_BYTES} bytes`);
      else if (pieces.length > MOST_PIECES) stop(`${MOST_PIECES} pieces`);
    };
    const stop = (what: string) => {
      reject(new TooMuch(what));
      answer.off('data', take).destroy();
    };
    answer
      .on('data', take)
      .on('end', () => resolve(Buffer.concat(pieces)))
      // Of the answer itself it is said that it broke off, of its connection why.
      .on('error', (error) => reject(answer.socket.errored ?? error))
      .on('close', () => reject(new Error('the answer broke off')));
  });
}
