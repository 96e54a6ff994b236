/**
 * Which keys were noted in this minute, in a table of a fixed size: as many tokens as there are may be in use, and a list of
 * them all would be larger than what is known about them.
 *
 * Each key has four places, of which it takes one that is free or of an earlier minute. So a key may be forgotten for another
 * one, and is then noted twice; and of sixteen million keys one is taken for another, and is noted a minute later.
 */
import { hashOfText, spread } from '../hash.ts';

interface NotedKeys {
  has(key: string, minute: number): boolean;
  add(key: string, minute: number): void;
}

const PLACES = 262_144;
const WAYS = 4;
/** The lowest bits of a mark are those of the minute, the others those of the key. */
const MINUTE_BITS = 8;
const MINUTE_MASK = 2 ** MINUTE_BITS - 1;

export function createNotedKeys(): NotedKeys {
  const marks = new Uint32Array(PLACES);
  return {
    has(key, minute) {
      const hash = spread(hashOfText(key));
      const first = firstPlace(hash);
      const mark = markOf(hash, minute);
      for (let way = 0; way < WAYS; way += 1) if (marks[first + way] === mark) return true;
      return false;
    },
    add(key, minute) {
      const hash = spread(hashOfText(key));
      const first = firstPlace(hash);
      const own = minute & MINUTE_MASK;
      let place = first + (hash % WAYS);
      for (let way = 0; way < WAYS; way += 1) {
        const mark = marks[first + way] ?? 0;
        if (mark === 0 || (mark & MINUTE_MASK) !== own) place = first + way;
      }
      marks[place] = markOf(hash, minute);
    },
  };
}

function firstPlace(hash: number): number {
  return (hash % (PLACES / WAYS)) * WAYS;
}

function markOf(hash: number, minute: number): number {
  return ((hash & ~MINUTE_MASK) | (minute & MINUTE_MASK)) >>> 0;
}
