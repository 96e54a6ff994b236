/**
 * Which questions were asked lately: a mark of four bytes for each, and the oldest mark of a bucket gives way, as in
 * later/noted-keys.ts. A list of the questions themselves took megabytes, and each look into it time.
 *
 * Of some thirty thousand questions one is taken for another: its answer is remembered the first time, which does no harm.
 */
import { hashOfText, spread } from '../hash.ts';
import type { Value } from '../sql.ts';

export interface Question {
  readonly statement: number;
  readonly key: Value;
}

interface Asked {
  /** Whether a question was asked before; from now on it was. */
  isAgain(question: Question): boolean;
  forgetAll(): void;
}

const BUCKETS = 16_384;
const MARKS_OF_BUCKET = 8;
/** So many questions are known at most. */
export const MOST_ASKED = BUCKETS * MARKS_OF_BUCKET;
/** They are part of what may be remembered. */
export const ASKED_BYTES = MOST_ASKED * Uint32Array.BYTES_PER_ELEMENT;

export function createAsked(): Asked {
  const marks = new Uint32Array(MOST_ASKED);
  return {
    isAgain(question) {
      const mark = markOf(question);
      const first = (mark % BUCKETS) * MARKS_OF_BUCKET;
      const last = first + MARKS_OF_BUCKET - 1;
      for (let place = first; place <= last; place += 1) if (marks[place] === mark) return true;
      for (let place = last; place > first; place -= 1) marks[place] = marks[place - 1] ?? 0;
      marks[first] = mark;
      return false;
    },
    forgetAll() {
      marks.fill(0);
    },
  };
}

/** Never 0, which is no mark. Two questions of some billions have the same. */
export function markOf({ statement, key }: Question): number {
  const from = spread(statement + 1);
  return spread(typeof key === 'string' ? hashOfText(key, from) : hashOfNumber(key ?? -1, from)) || 1;
}

/** Record numbers have more than 32 bits. */
function hashOfNumber(number: number, from: number): number {
  return spread(from ^ number) ^ Math.floor(number / 2 ** 32);
}
