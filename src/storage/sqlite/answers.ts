/**
 * Which answers are remembered, each with the stamp of the tables it comes from, and which are forgotten for others.
 *
 * Where more is asked for in turn than fits, forgetting what is oldest would forget everything just before it is asked for
 * again. So what is there stays while it is asked for, and makes room once it was not for a while; where there is room, it
 * still goes some time later, since its memory is of use to others. What does not fit beside it is packed (packed.ts).
 */

import { markKept } from '../../per-record.ts';
import type { RememberedFigures } from '../database.ts';
import { bytesOf, bytesOfKey } from '../remembering.ts';
import { preferKnown, type RowMaker, type Rows } from '../rows.ts';
import type { Value } from '../sql.ts';
import { ASKED_BYTES, createAsked } from './asked.ts';
import { createPacked, type Fields } from './packed.ts';

/** Of answers that are kept as rows, with the marks; what one turn of the event loop adds may come on top. */
export const MOST_KNOWN_BYTES = 16_777_216;
/** All are walked through in one turn of the event loop, and nothing found is an answer of few bytes. */
export const MOST_ANSWERS = 20_000;
/** How long an answer may go unasked: where another one needs its room, and where none does. */
export const FULL_TERM_MS = 10_000;
export const USUAL_TERM_MS = 60_000;
/** Packing is for tables that stay as they are for a while: where every commit changes them, it would be done in vain. */
const READS_UNTIL_SETTLED = 256;

interface Answer {
  rows: Rows;
  /** The stamp of the tables when the rows were last read. */
  stamp: number;
  bytes: number;
  /** The last term in which it was asked for. */
  term: number;
}

/** The answers of one statement. */
export interface Answers {
  readonly known: Map<Value, Answer>;
  /** The number of the statement. */
  readonly statement: number;
  readonly makeRow: RowMaker;
  /** The stamp of the last read, and how many reads in a row have had it. */
  readonly settling: { stamp: number; reads: number };
}

interface Read {
  readonly fields: Fields;
  readonly stamp: number;
}

interface Memory {
  addStatement(makeRow: RowMaker): Answers;
  /** The rows that were remembered for this key, if they are of this stamp. */
  find(answers: Answers, key: Value, stamp: number): Rows | undefined;
  /** Answers what was read as rows: as those that were handed out before, if they are still equal. */
  note(answers: Answers, key: Value, read: Read): Rows;
  /** Forgets, now and then, what was not asked for lately. Called between two turns. */
  makeRoom(): void;
  /** How much there is of it. */
  readonly size: Pick<RememberedFigures, 'entries' | 'bytes'>;
}

export function createMemory(now: () => number = () => performance.now()): Memory {
  const statements: Answers[] = [];
  // Most refresh tokens and codes are asked for once in their life: only what is asked for again is remembered.
  const asked = createAsked();
  const packed = createPacked();
  const kept = keepRows();
  let term = 0;
  let termBeganAt = now();

  /** What is asked for so often that it was packed is kept as rows as soon as there is room. */
  function findPacked(answers: Answers, key: Value, stamp: number): Rows | undefined {
    const fields = packed.find({ statement: answers.statement, key }, stamp);
    if (fields === undefined) return undefined;
    const rows = rowsOf(answers, fields);
    if (!kept.isFull()) kept.put(answers, key, { rows, stamp, bytes: bytesOf(rows), term });
    return rows;
  }

  return {
    addStatement(makeRow) {
      const settling = { stamp: 0, reads: 0 };
      const answers = { known: new Map<Value, Answer>(), statement: statements.length, makeRow, settling };
      statements.push(answers);
      return answers;
    },
    find(answers, key, stamp) {
      const answer = answers.known.get(key);
      if (answer === undefined) return findPacked(answers, key, stamp);
      answer.term = term;
      return answer.stamp === stamp ? answer.rows : undefined;
    },
    note(answers, key, { fields, stamp }) {
      const rows = rowsOf(answers, fields);
      const known = answers.known.get(key);
      if (known) {
        known.stamp = stamp;
        if (preferKnown(known.rows, rows) === known.rows) return known.rows;
        kept.drop(answers, key, known);
      } else if (!asked.isAgain({ statement: answers.statement, key })) return rows;
      const answer = { rows, stamp, bytes: bytesOf(rows), term };
      if (!kept.put(answers, key, answer) && Number.isFinite(answer.bytes) && isSettled(answers, stamp))
        packed.note({ statement: answers.statement, key }, stamp, fields);
      return rows;
    },
    get size() {
      const beside = packed.size;
      return { entries: kept.count + beside.entries, bytes: kept.bytes + beside.bytes };
    },
    makeRoom() {
      if (now() - termBeganAt < (kept.isFull() ? FULL_TERM_MS : USUAL_TERM_MS)) return;
      if (!kept.isFull()) asked.forgetAll();
      for (const answers of statements)
        for (const [key, answer] of answers.known) if (answer.term < term) kept.drop(answers, key, answer);
      packed.makeRoom();
      [term, termBeganAt] = [term + 1, now()];
    },
  };
}

/** Counts what is kept as rows. */
function keepRows() {
  let count = 0;
  let bytes = 0;
  const isFull = () => bytes >= MOST_KNOWN_BYTES - ASKED_BYTES || count >= MOST_ANSWERS;
  return {
    isFull,
    /** False where there is no room. */
    put({ known }: Answers, key: Value, answer: Answer): boolean {
      if (answer.bytes === Number.POSITIVE_INFINITY || isFull()) return false;
      for (const row of answer.rows) markKept(row);
      known.set(key, answer);
      count += 1;
      bytes += bytesOfKey(key) + answer.bytes;
      return true;
    },
    drop({ known }: Answers, key: Value, answer: Answer): void {
      known.delete(key);
      count -= 1;
      bytes -= bytesOfKey(key) + answer.bytes;
    },
    get count() {
      return count;
    },
    get bytes() {
      return bytes;
    },
  };
}

function rowsOf({ makeRow }: Answers, fields: Fields): Rows {
  return Object.freeze(fields.map((ofRow) => makeRow(ofRow)));
}

function isSettled({ settling }: Answers, stamp: number): boolean {
  if (settling.stamp !== stamp) [settling.stamp, settling.reads] = [stamp, 0];
  settling.reads += 1;
  return settling.reads > READS_UNTIL_SETTLED;
}
