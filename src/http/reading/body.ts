/** Reads the body of a request within a limit, or lets it pass by. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { giveBodyBack, takeBody } from '../../node-http.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';

/** The bytes of a body, or why there are none: the client sent too many, or too many chunks, or closed the connection. */
export type BodyOutcome = Result<Buffer, 'too_large' | 'gone'>;

const FIRST_ROOM_BYTES = 1024;
/**
 * Of a chunked body (RFC 9112 §7.1). Each chunk is a piece, which takes a microsecond even if it is one byte, and all that have
 * arrived are read in one turn: sixty thousand of them held the event loop for 50 ms.
 */
const MOST_CHUNKS = 1024;

export function announcesBody(headers: IncomingHttpHeaders): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

/** RFC 9110 §8.4: a compressed body, say. None is unpacked, which would be larger than its limit. */
export function isEncoded(headers: IncomingHttpHeaders): boolean {
  const coding = headers['content-encoding'];
  return coding !== undefined && coding !== '' && coding.toLowerCase() !== 'identity';
}

/** Calls back once. Most bodies arrive in one piece, which is then handed on without a copy. */
export function readBody(req: IncomingMessage, limitBytes: number, done: (received: BodyOutcome) => void): void {
  let body: Buffer | undefined;
  let room: Buffer | undefined;
  let filled = 0;
  let left = req.headers['transfer-encoding'] === undefined ? Number.POSITIVE_INFINITY : MOST_CHUNKS;

  const finish = (received: BodyOutcome) => {
    req.off('close', leave);
    if (!isTaken) req.off('data', take).off('end', end);
    else if (!received.ok) giveBodyBack(req);
    done(received);
  };
  const take = (piece: Buffer) => {
    left -= 1;
    if (left < 0 || filled + piece.length > limitBytes) return finish(refuse('too_large'));
    if (body === undefined) body = piece;
    else {
      // Pieces are copied together as they come: thousands of tiny ones would cost more than their bytes.
      room = withRoom(room ?? body, filled, filled + piece.length);
      piece.copy(room, filled);
      body = room;
    }
    filled += piece.length;
  };
  const end = () => finish(accept(body?.subarray(0, filled) ?? Buffer.alloc(0)));
  // Comes without `end` when the client went away.
  const leave = () => finish(refuse('gone'));

  const isTaken = takeBody(req, (piece) => (piece === null ? end() : take(piece)));
  req.on('close', leave);
  if (!isTaken) req.on('data', take).on('end', end);
}

function withRoom(buffer: Buffer, filled: number, needed: number): Buffer {
  if (needed <= buffer.length) return buffer;
  const wider = Buffer.allocUnsafe(Math.max(FIRST_ROOM_BYTES, needed * 2));
  buffer.copy(wider, 0, 0, filled);
  return wider;
}
