/**
 * Which questions were asked lately: a mark of four bytes for each, and the oldest mark of a bucket gives way. A list of the
 * questions themselves took megabytes, and each look into it more time than what is remembered saves.
 *
 * Of some thirty thousand questions one is taken for another: its answer is remembered the first time, which does no harm.
 */
import type { Value } from '../sql.ts';

interface Asked {
  /** Whether a question was asked before; from now on it was. */
  isAgain(statement: number, key: Value): boolean;
  forgetAll(): void;
}

const BUCKETS = 32_768;
const MARKS_OF_BUCKET = 4;
/** So many questions are known at most. */
export const MOST_ASKED = BUCKETS * MARKS_OF_BUCKET;
/** They are part of what may be remembered. */
export const ASKED_BYTES = MOST_ASKED * Uint32Array.BYTES_PER_ELEMENT;

export function createAsked(): Asked {
  const marks = new Uint32Array(MOST_ASKED);
  return {
    isAgain(statement, key) {
      const mark = markOf(statement, key);
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

/** Never 0, which is no mark. */
function markOf(statement: number, key: Value): number {
  let hash = mixed(statement);
  if (typeof key === 'string')
    for (let place = 0; place < key.length; place += 1) hash = Math.imul(hash ^ key.charCodeAt(place), 0x01000193);
  else if (key !== null) hash = mixed(hash ^ key) ^ Math.floor(key / 2 ** 32);
  return mixed(hash) >>> 0 || 1;
}

/** Spreads what differs in few bits over all 32 (the last step of MurmurHash3). */
function mixed(bits: number): number {
  let hash = bits ^ (bits >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
