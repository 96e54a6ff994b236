/** Makes new inputs out of old ones: small changes, foreign words, other inputs, and sheer length. */
import type { Chance } from '../faults/random.ts';

export interface Kitchen {
  readonly corpus: readonly Buffer[];
  readonly words: readonly string[];
  readonly mostBytes: number;
}

/** Bytes on which parsers stumble. */
const SHARP = Buffer.from('\0\t\n\r "%&\'()*+,-./0:;<=>?@[\\]_`{|}~\x7f\x80\xbf\xc0\xed\xf0\xff', 'latin1');

/** Words that are sharp everywhere. */
const WORDS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '%00',
  '%ff',
  '%',
  '%c0%af',
  '%ed%a0%80',
  '%u0041',
  '\r\n',
  '\r\n\r\n',
  '\ufeff',
  '\u202e',
  '\u200b',
  '\u{1f600}',
  'e\u0301\u0301\u0301\u0301\u0301\u0301',
  '\ud800',
  'null',
  'undefined',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  '99999999999999999999',
  '../',
  '//',
  '\\',
  '[]',
  '{}',
];

const MOST_CHANGES = 5;

export function mutate(chance: Chance, { corpus, words, mostBytes }: Kitchen): Buffer {
  let input = corpus.length === 0 ? Buffer.alloc(0) : chance.pick(corpus);
  const changes = 1 + chance.below(MOST_CHANGES);
  for (let change = 0; change < changes; change += 1) input = changed(chance, input, { corpus, words, mostBytes });
  return input.subarray(0, mostBytes);
}

function changed(chance: Chance, input: Buffer, kitchen: Kitchen): Buffer {
  const at = chance.below(input.length + 1);
  const length = chance.below(Math.min(input.length - at, 64) + 1);
  const piece = input.subarray(at, at + length);
  switch (chance.below(10)) {
    case 0:
      return put(input, at, 1, Buffer.from([chance.below(256)]));
    case 1:
      return put(input, at, chance.below(2), Buffer.from([SHARP[chance.below(SHARP.length)] ?? 0]));
    case 2:
      return put(input, at, length, Buffer.alloc(0));
    case 3:
      return put(input, at, 0, piece);
    case 4:
      return put(input, at, chance.below(2) * length, Buffer.from(chance.pick(WORDS)));
    case 5:
    case 6:
      return kitchen.words.length === 0
        ? input
        : put(input, at, chance.below(2) * length, Buffer.from(chance.pick(kitchen.words)));
    case 7:
      return spliced(chance, input, at, kitchen.corpus);
    case 8:
      return input.subarray(0, at);
    default:
      return swollen(chance, input, { at, piece }, kitchen.mostBytes);
  }
}

function put(input: Buffer, at: number, removed: number, added: Buffer): Buffer {
  return Buffer.concat([input.subarray(0, at), added, input.subarray(at + removed)]);
}

function spliced(chance: Chance, input: Buffer, at: number, corpus: readonly Buffer[]): Buffer {
  const other = corpus.length === 0 ? input : chance.pick(corpus);
  return Buffer.concat([input.subarray(0, at), other.subarray(chance.below(other.length + 1))]);
}

/** Seldom to the very limit: what takes more than linear time shows there, and everything else is slow there too. */
function swollen(
  chance: Chance,
  input: Buffer,
  { at, piece }: { readonly at: number; readonly piece: Buffer },
  mostBytes: number,
): Buffer {
  if (piece.length === 0) return input;
  const room = Math.max(0, mostBytes - input.length);
  const wanted = chance.below(20) === 0 ? room : Math.min(room, 8 * piece.length);
  const times = Math.floor(wanted / piece.length);
  return put(input, at, 0, Buffer.concat(Array.from({ length: times }, () => piece)));
}
