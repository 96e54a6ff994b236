/**
 * Which answers are remembered, each with the stamp of the tables it comes from, and which are forgotten for others.
 *
 * Where more is asked for in turn than fits, forgetting what is oldest would forget everything just before it is asked for
 * again. So what is there stays while it is asked for, and makes room once it was not for a while; where there is room, it
 * still goes some time later, since its memory is of use to others.
 */

import { markKept } from '../../per-record.ts';
import type { RememberedFigures } from '../database.ts';
import { bytesOf, bytesOfKey, MOST_REMEMBERED_BYTES } from '../remembering.ts';
import { preferKnown, type Rows } from '../rows.ts';
import type { Value } from '../sql.ts';
import { ASKED_BYTES, createAsked } from './asked.ts';

const MOST_KNOWN_BYTES = MOST_REMEMBERED_BYTES - ASKED_BYTES;
/** All are walked through in one turn of the event loop, and nothing found is an answer of few bytes. */
export const MOST_ANSWERS = 20_000;
/** How long an answer may go unasked: where another one needs its room, and where none does. */
export const FULL_TERM_MS = 10_000;
export const USUAL_TERM_MS = 60_000;

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
}

interface Memory {
  addStatement(): Answers;
  /** The rows that were remembered for this key, if they are of this stamp. */
  find(answers: Answers, key: Value, stamp: number): Rows | undefined;
  /** Answers the rows as they were handed out before, if they are still equal. */
  note(answers: Answers, key: Value, read: Pick<Answer, 'rows' | 'stamp'>): Rows;
  /** Forgets, now and then, what was not asked for lately. Called between two turns. */
  makeRoom(): void;
  /** How much there is of it. */
  readonly size: Pick<RememberedFigures, 'entries' | 'bytes'>;
}

export function createMemory(now: () => number = () => performance.now()): Memory {
  const statements: Answers[] = [];
  // Most refresh tokens and codes are asked for once in their life: only what is asked for again is remembered.
  const asked = createAsked();
  let count = 0;
  let bytes = 0;
  let term = 0;
  let termBeganAt = now();

  const isFull = () => bytes >= MOST_KNOWN_BYTES || count >= MOST_ANSWERS;

  function put({ known }: Answers, key: Value, answer: Answer): void {
    if (answer.bytes === Number.POSITIVE_INFINITY || isFull()) return;
    for (const row of answer.rows) markKept(row);
    known.set(key, answer);
    count += 1;
    bytes += bytesOfKey(key) + answer.bytes;
  }

  function drop({ known }: Answers, key: Value, answer: Answer): void {
    known.delete(key);
    count -= 1;
    bytes -= bytesOfKey(key) + answer.bytes;
  }

  return {
    addStatement() {
      const answers = { known: new Map<Value, Answer>(), statement: statements.length };
      statements.push(answers);
      return answers;
    },
    find({ known }, key, stamp) {
      const answer = known.get(key);
      if (answer === undefined) return undefined;
      answer.term = term;
      return answer.stamp === stamp ? answer.rows : undefined;
    },
    note(answers, key, { rows, stamp }) {
      const known = answers.known.get(key);
      if (known) {
        known.stamp = stamp;
        if (preferKnown(known.rows, rows) === known.rows) return known.rows;
        drop(answers, key, known);
      } else if (!asked.isAgain(answers.statement, key)) return rows;
      put(answers, key, { rows, stamp, bytes: bytesOf(rows), term });
      return rows;
    },
    get size() {
      return { entries: count, bytes };
    },
    makeRoom() {
      if (now() - termBeganAt < (isFull() ? FULL_TERM_MS : USUAL_TERM_MS)) return;
      if (!isFull()) asked.forgetAll();
      for (const answers of statements)
        for (const [key, answer] of answers.known) if (answer.term < term) drop(answers, key, answer);
      [term, termBeganAt] = [term + 1, now()];
    },
  };
}
