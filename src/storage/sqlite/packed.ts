/**
 * Answers beyond those that are kept as rows: packed as text into one block of bytes, which the collector never looks
 * through. A token takes some 450 bytes there instead of a few thousand, and unpacking it a fifth of what reading it takes.
 *
 * The block is written round and round, so the oldest text gives way. Each text has a place in a table: a mark of its
 * question, where it begins, how long it is, and the stamp of the tables it was read from.
 */
import { markOf, type Question } from './asked.ts';

/** The fields of each row. */
export type Fields = readonly (readonly unknown[])[];

interface Packed {
  /** What was packed, if it is of this stamp. */
  find(question: Question, stamp: number): Fields | undefined;
  note(question: Question, stamp: number, fields: Fields): void;
  /** Gives the block back if nothing in it was asked for since the last call. */
  makeRoom(): void;
  readonly size: { readonly entries: number; readonly bytes: number };
}

const BLOCK_BYTES = 25_165_824;
const BUCKETS = 16_384;
const PLACES_OF_BUCKET = 8;
const PLACES = BUCKETS * PLACES_OF_BUCKET;
const PLACE_BYTES = 24;
export const MOST_PACKED_BYTES = BLOCK_BYTES + PLACES * PLACE_BYTES;

export function createPacked(): Packed {
  let block: Block | undefined;
  let isWanted = false;
  return {
    find(question, stamp) {
      const found = block?.find(markOf(question), stamp);
      if (found === undefined) return undefined;
      isWanted = true;
      return unpack(question, found);
    },
    note(question, stamp, fields) {
      if (!fields.every(isPackable)) return;
      block ??= createBlock();
      block.put(markOf(question), stamp, JSON.stringify([question.statement, question.key, fields]));
    },
    makeRoom() {
      if (!isWanted) block = undefined;
      isWanted = false;
    },
    get size() {
      return block?.size() ?? { entries: 0, bytes: 0 };
    },
  };
}

/** A mark is of one question or of another like it, so the text says which. */
function unpack({ statement, key }: Question, text: string): Fields | undefined {
  const [ofStatement, ofKey, fields] = JSON.parse(text);
  return ofStatement === statement && ofKey === key ? fields : undefined;
}

/** Bytes and numbers without an end are nothing that JSON would bring back. */
function isPackable(fields: readonly unknown[]): boolean {
  return fields.every((field) => field === null || typeof field === 'string' || Number.isFinite(field));
}

interface Block {
  find(mark: number, stamp: number): string | undefined;
  put(mark: number, stamp: number, text: string): void;
  size(): Packed['size'];
}

function createBlock(): Block {
  // Memory of the process only as far as it has been written.
  const bytes = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  const marks = new Uint32Array(PLACES);
  const lengths = new Uint32Array(PLACES);
  const stamps = new Float64Array(PLACES);
  // Counted from the first byte ever written: what lies further back than the block is long was written over.
  const starts = new Float64Array(PLACES);
  let end = 0;

  const isThere = (place: number) => marks[place] !== 0 && end - (starts[place] ?? 0) <= BLOCK_BYTES;

  function placeOf(mark: number): number | undefined {
    const first = (mark % BUCKETS) * PLACES_OF_BUCKET;
    for (let place = first; place < first + PLACES_OF_BUCKET; place += 1) if (marks[place] === mark) return place;
    return undefined;
  }

  function oldestPlace(mark: number): number {
    const first = (mark % BUCKETS) * PLACES_OF_BUCKET;
    let oldest = first;
    for (let place = first; place < first + PLACES_OF_BUCKET; place += 1) {
      if (marks[place] === 0) return place;
      if ((starts[place] ?? 0) < (starts[oldest] ?? 0)) oldest = place;
    }
    return oldest;
  }

  return {
    find(mark, stamp) {
      const place = placeOf(mark);
      if (place === undefined || stamps[place] !== stamp || !isThere(place)) return undefined;
      const at = (starts[place] ?? 0) % BLOCK_BYTES;
      return bytes.toString('utf8', at, at + (lengths[place] ?? 0));
    },
    put(mark, stamp, text) {
      const length = Buffer.byteLength(text);
      const left = BLOCK_BYTES - (end % BLOCK_BYTES);
      // A text is in one piece: where it would not fit, it begins the next round.
      if (length > left) end += left;
      bytes.write(text, end % BLOCK_BYTES, 'utf8');
      const place = placeOf(mark) ?? oldestPlace(mark);
      [marks[place], lengths[place], stamps[place], starts[place]] = [mark, length, stamp, end];
      end += length;
    },
    size: () => ({ entries: marks.filter((_, place) => isThere(place)).length, bytes: Math.min(end, BLOCK_BYTES) }),
  };
}
