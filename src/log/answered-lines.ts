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

const PASS_BYTES = 131_072;
const PASS_MS = 100;
const BEFORE_TRACE = ',"traceId":"';
const END = '","msg":"Answered."}\n';
const NOTHING = Buffer.alloc(0);

/**
 * They are gathered as bytes, so that nothing of them stays in the heap meanwhile. Most lines differ from the one before in a few
 * digits: it is copied and those are written over, which takes two thirds of what a new line takes.
 */
export function createAnsweredLines(sink: Sink, beginning: (atMs: number) => string): AnsweredLines {
  /** Room that was written to the file; new room would have to be cleared by the system, page by page. */
  let spare: Buffer | undefined;
  let gathered: Buffer = NOTHING;
  let length = 0;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let last: AnsweredLine | undefined;
  let lastBeginning = '';
  let lastFrom = 0;

  function pass(): void {
    clearTimeout(timer);
    last = undefined;
    // What waits for a slow reader is bounded by its length, so few lines must not hold much room.
    const isFilled = length > gathered.length / 2;
    if (count > 0 && isFilled) {
      const room = gathered;
      gathered = NOTHING;
      sink.write(room.subarray(0, length), count, () => {
        if (room.length === PASS_BYTES) spare = room;
      });
    } else if (count > 0) sink.write(copyOf(gathered.subarray(0, length)), count);
    length = 0;
    count = 0;
  }

  function makeRoom(bytes: number): void {
    pass();
    if (bytes <= gathered.length) return;
    gathered = bytes <= PASS_BYTES && spare !== undefined ? spare : Buffer.allocUnsafeSlow(Math.max(PASS_BYTES, bytes));
    if (gathered === spare) spare = undefined;
  }

  function addAnew(line: AnsweredLine, begun: string): void {
    const text = begun + restOf(line);
    if (length + text.length > gathered.length) makeRoom(text.length);
    lastFrom = length;
    length += gathered.write(text, length, 'latin1');
  }

  /** Only behind a line of one form and one length; false where there is no room. */
  function addLike({ kind, ms, client, foreign, traceId }: AnsweredLine, begun: string): boolean {
    const lineLength = length - lastFrom;
    if (length + lineLength > gathered.length) return false;
    gathered.copyWithin(length, lastFrom, length);
    lastFrom = length;
    length += lineLength;
    if (begun !== lastBeginning) gathered.write(begun, lastFrom, 'latin1');
    const msAt = lastFrom + begun.length + kind.length;
    const foreignAt = msAt + ms.length + client.length;
    putAscii(gathered, ms, msAt);
    if (foreign !== '') gathered.write(foreign, foreignAt, 'latin1');
    putAscii(gathered, traceId, foreignAt + foreign.length + BEFORE_TRACE.length);
    return true;
  }

  return {
    add(line) {
      const begun = beginning(line.atMs);
      const isLike = last !== undefined && begun.length === lastBeginning.length && haveOneForm(last, line);
      if (!(isLike && addLike(line, begun))) addAnew(line, begun);
      if (count === 0) timer = setTimeout(pass, PASS_MS).unref();
      count += 1;
      last = line;
      lastBeginning = begun;
    },
    pass,
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

function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
