/** Which answers are remembered, each with the stamp of the tables it comes from, and when all of them are forgotten. */
import type { RememberedFigures } from '../database.ts';
import { bytesOf, bytesOfKey, MOST_REMEMBERED_BYTES } from '../remembering.ts';
import { preferKnown, type Rows } from '../rows.ts';
import type { Value } from '../sql.ts';

export const MOST_ANSWERS = 4000;
/** Of each statement, the questions that were asked once. */
export const MOST_ASKED = 4000;

interface Answer {
  rows: Rows;
  /** The stamp of the tables when the rows were last read. */
  stamp: number;
  bytes: number;
}

/** The answers of one statement. */
export interface Answers {
  readonly known: Map<Value, Answer>;
  /** Most refresh tokens and codes are asked for once in their life: only what is asked for again is remembered. */
  readonly askedOnce: Set<Value>;
  askedBytes: number;
}

interface Memory {
  addStatement(): Answers;
  /** Answers the rows as they were handed out before, if they are still equal. */
  note(answers: Answers, key: Value, read: Pick<Answer, 'rows' | 'stamp'>): Rows;
  /** Forgets everything once it is too much. Called between two turns. */
  makeRoom(): void;
  /** How much there is of it. */
  readonly size: Pick<RememberedFigures, 'entries' | 'bytes'>;
}

export function createMemory(): Memory {
  const statements: Answers[] = [];
  let count = 0;
  let bytes = 0;

  function markAsked(answers: Answers, key: Value): void {
    if (answers.askedOnce.size === MOST_ASKED) forgetAsked(answers);
    answers.askedOnce.add(key);
    answers.askedBytes += bytesOfKey(key);
    bytes += bytesOfKey(key);
  }

  function forgetAsked(answers: Answers): void {
    bytes -= answers.askedBytes;
    answers.askedBytes = 0;
    answers.askedOnce.clear();
  }

  function put({ known }: Answers, key: Value, answer: Answer): void {
    if (answer.bytes === Number.POSITIVE_INFINITY) return;
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
      const answers = { known: new Map<Value, Answer>(), askedOnce: new Set<Value>(), askedBytes: 0 };
      statements.push(answers);
      return answers;
    },
    note(answers, key, { rows, stamp }) {
      const known = answers.known.get(key);
      if (known === undefined) {
        if (!answers.askedOnce.delete(key)) markAsked(answers, key);
        else {
          answers.askedBytes -= bytesOfKey(key);
          bytes -= bytesOfKey(key);
          put(answers, key, { rows, stamp, bytes: bytesOf(rows) });
        }
        return rows;
      }
      known.stamp = stamp;
      if (preferKnown(known.rows, rows) === known.rows) return known.rows;
      drop(answers, key, known);
      put(answers, key, { rows, stamp, bytes: bytesOf(rows) });
      return rows;
    },
    get size() {
      return { entries: count, bytes };
    },
    makeRoom() {
      if (count < MOST_ANSWERS && bytes < MOST_REMEMBERED_BYTES) return;
      for (const answers of statements) {
        answers.known.clear();
        forgetAsked(answers);
      }
      count = 0;
      bytes = 0;
    },
  };
}
