/** The lines of the access log, gathered for a moment: a write to the file for each would cost more than the request. */
import type { Sink } from './sink.ts';

/** How one request was answered: members of a JSON object in ASCII, which hold no secret and are not looked at. */
export interface AnsweredLine {
  /** What all requests of a kind have, each member with a comma before it; the value of the last one is `ms`. */
  readonly kind: string;
  readonly ms: string;
  /** Further members, each with a comma before it, or nothing: those of the application, and those that the caller gave. */
  readonly client: string;
  readonly foreign: string;
  readonly traceId: string;
  /** By the clock of performance.now(). */
  readonly atMs: number;
}

interface AnsweredLines {
  add(line: AnsweredLine): void;
  /** Hands on what was gathered. */
  pass(): void;
}

/** Handing on costs as much as some hundred lines, so a busy service does it about as often as one that is not. */
const ROOM_BYTES = 524_288;
const PASS_MS = 100;
/** Written one after the other: between two requests the same code would find neither itself nor its memory in the caches. */
export const MOST_UNWRITTEN = 256;
const BEFORE_TRACE = ',"traceId":"';
const END = '","msg":"Answered."}\n';

/** Lines stay in the heap for a moment, then they are bytes, of which the collector knows nothing. */
export function createAnsweredLines(sink: Sink, beginning: (atMs: number) => string): AnsweredLines {
  const rooms = createRooms(sink);
  const write = createWriter(rooms, beginning);
  let unwritten: AnsweredLine[] = [];
  let timer: NodeJS.Timeout | undefined;

  function writeAll(): void {
    const lines = unwritten;
    unwritten = [];
    for (const line of lines) write(line);
  }

  function pass(): void {
    clearTimeout(timer);
    timer = undefined;
    writeAll();
    rooms.pass();
  }

  return {
    add(line) {
      timer ??= setTimeout(pass, PASS_MS).unref();
      if (unwritten.push(line) === MOST_UNWRITTEN) writeAll();
    },
    pass,
  };
}

interface Rooms {
  /** The room that is filled, one line behind the other. */
  readonly bytes: Buffer;
  length: number;
  /** Lines in it that were not handed on. */
  count: number;
  /** Hands on what was not, and goes on in another room, which has so many bytes at least. */
  change(bytes: number): void;
  pass(): void;
}

/** What was handed on stays as it is until it is written. */
interface Room {
  readonly bytes: Buffer;
  /** Pieces that were handed on and are still looked at. */
  held: number;
}

function createRooms(sink: Sink): Rooms {
  let room: Room = { bytes: Buffer.alloc(0), held: 0 };
  /** The one before: used again once it is written, since new room would have to be cleared by the system, page by page. */
  let spare: Room | undefined;
  let from = 0;
  const rooms = {
    bytes: room.bytes,
    length: 0,
    count: 0,
    pass() {
      if (rooms.count === 0) return;
      const used = room;
      used.held += 1;
      sink.write(rooms.bytes.subarray(from, rooms.length), rooms.count, () => {
        used.held -= 1;
      });
      from = rooms.length;
      rooms.count = 0;
    },
    change(bytes: number) {
      rooms.pass();
      const isFree = spare !== undefined && spare.held === 0 && bytes <= spare.bytes.length;
      const next = isFree && spare ? spare : { bytes: Buffer.allocUnsafeSlow(Math.max(ROOM_BYTES, bytes)), held: 0 };
      [spare, room] = [room, next];
      rooms.bytes = room.bytes;
      rooms.length = 0;
      from = 0;
    },
  };
  return rooms;
}

/**
 * Most lines differ from the one before in a few digits: it is copied and those are written over, which takes two thirds of what
 * a new line takes.
 */
function createWriter(rooms: Rooms, beginning: (atMs: number) => string): (line: AnsweredLine) => void {
  let last: AnsweredLine | undefined;
  let lastBeginning = '';
  let lastFrom = 0;

  function writeAnew(line: AnsweredLine, begun: string): void {
    const text = begun + restOf(line);
    if (rooms.length + text.length > rooms.bytes.length) rooms.change(text.length);
    lastFrom = rooms.length;
    rooms.length += rooms.bytes.write(text, rooms.length, 'latin1');
  }

  /** Only behind a line of one form and one length; false where there is no room. */
  function writeLike({ kind, ms, client, foreign, traceId }: AnsweredLine, begun: string): boolean {
    const { bytes, length } = rooms;
    const lineLength = length - lastFrom;
    if (length + lineLength > bytes.length) return false;
    bytes.copyWithin(length, lastFrom, length);
    lastFrom = length;
    rooms.length = length + lineLength;
    if (begun !== lastBeginning) bytes.write(begun, lastFrom, 'latin1');
    const msAt = lastFrom + begun.length + kind.length;
    const foreignAt = msAt + ms.length + client.length;
    putAscii(bytes, ms, msAt);
    if (foreign !== '') bytes.write(foreign, foreignAt, 'latin1');
    putAscii(bytes, traceId, foreignAt + foreign.length + BEFORE_TRACE.length);
    return true;
  }

  return (line) => {
    const begun = beginning(line.atMs);
    const isLike = last !== undefined && begun.length === lastBeginning.length && haveOneForm(last, line);
    if (!(isLike && writeLike(line, begun))) writeAnew(line, begun);
    rooms.count += 1;
    last = line;
    lastBeginning = begun;
  };
}

function restOf({ kind, ms, client, foreign, traceId }: AnsweredLine): string {
  return `${kind}${ms}${client}${foreign}${BEFORE_TRACE}${traceId}${END}`;
}

function haveOneForm(one: AnsweredLine, other: AnsweredLine): boolean {
  return (
    one.kind === other.kind &&
    one.client === other.client &&
    one.ms.length === other.ms.length &&
    one.foreign.length === other.foreign.length &&
    one.traceId.length === other.traceId.length
  );
}

/** For a few characters quicker than a call of `write`. */
function putAscii(bytes: Buffer, text: string, at: number): void {
  for (let place = 0; place < text.length; place += 1) bytes[at + place] = text.charCodeAt(place);
}
