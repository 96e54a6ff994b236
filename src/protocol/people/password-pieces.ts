/** Takes a password apart as a guesser would: into names, well-known words, years, keyboard walks and repetitions. */
import { lazy } from '../lazy.ts';
import { wellKnown } from './well-known-passwords.ts';

export type Kind = 'personal' | 'known' | 'walk' | 'repeat' | 'free';

interface Reading {
  readonly pieces: number;
  readonly kinds: ReadonlySet<Kind>;
}

/** The fewest pieces into which a guesser can take the text apart: each position is reached in the cheapest way. */
export function takeApart(characters: readonly string[], personal: ReadonlySet<string>): Reading {
  const own: Words = { words: personal, beginnings: beginningsOf(personal) };
  const best: Reading[] = [{ pieces: 0, kinds: new Set() }];
  const offer = (end: number, from: Reading, weight: number, kind: Kind) => {
    const known = best[end];
    if (known && known.pieces <= from.pieces + weight) return;
    best[end] = {
      pieces: from.pieces + weight,
      kinds: from.kinds.has(kind) ? from.kinds : new Set([...from.kinds, kind]),
    };
  };
  characters.forEach((character, start) => {
    // Every position has a reading by now: the one before it offered a single free character at least.
    const from = best[start] as Reading;
    // A lone digit or sign adds far less than a letter: people put them at the end.
    offer(start + 1, from, /\p{L}|\p{Extended_Pictographic}/u.test(character) ? 1 : 0.5, 'free');
    for (const { length, kind } of piecesAt(characters, start, own)) offer(start + length, from, 1, kind);
  });
  return best[characters.length] ?? { pieces: 0, kinds: new Set() };
}

const SHORTEST_PIECE = 3;
const LONGEST_PIECE = 40;
const YEAR = /^(?:19|20)[0-9]{2}$/;
const YEAR_LENGTH = 4;

/** Words, and everything that one of them begins with: what is not there cannot become a word by growing. */
interface Words {
  readonly words: ReadonlySet<string>;
  readonly beginnings: ReadonlySet<string>;
}

function* piecesAt(
  characters: readonly string[],
  start: number,
  own: Words,
): Generator<{ readonly length: number; readonly kind: Kind }> {
  let [plain, withI, withL] = ['', '', ''];
  let isRepeat = true;
  const end = Math.min(characters.length, start + LONGEST_PIECE);
  for (let index = start; index < end; index += 1) {
    // Within the length of the array.
    const character = characters[index] as string;
    const letter = LOOKALIKES[character] ?? character;
    plain += character;
    withI += letter;
    withL += character === '1' || character === '|' ? 'l' : letter;
    isRepeat &&= character === characters[start];
    const length = index - start + 1;
    // The first spelling is the text itself; in the others digits and signs are read as the letters they resemble.
    const spellings = plain === withI ? [plain] : [plain, withI, withL];
    const isWalk = TRACKS.includes(plain);
    const kind = length < SHORTEST_PIECE ? undefined : kindOf(spellings, own, { isWalk, isRepeat });
    if (kind) yield { length, kind };
    const mayGrow = (text: string) => own.beginnings.has(text) || knownBeginnings().has(text);
    if (length >= YEAR_LENGTH && !isWalk && !isRepeat && !spellings.some(mayGrow)) return;
  }
}

function kindOf(
  spellings: readonly string[],
  own: Words,
  { isWalk, isRepeat }: { readonly isWalk: boolean; readonly isRepeat: boolean },
): Kind | undefined {
  if (spellings.some((text) => own.words.has(text))) return 'personal';
  if (spellings.some((text) => wellKnown().has(text)) || YEAR.test(spellings[0] ?? '')) return 'known';
  if (isWalk) return 'walk';
  return isRepeat ? 'repeat' : undefined;
}

function beginningsOf(words: ReadonlySet<string>): ReadonlySet<string> {
  const beginnings = new Set<string>();
  for (const word of words) {
    let beginning = '';
    for (const character of word) {
      beginning += character;
      if (beginning.length >= SHORTEST_PIECE) beginnings.add(beginning);
    }
  }
  return beginnings;
}

const knownBeginnings = lazy(() => beginningsOf(wellKnown()));

/** Digits, alphabets and the keys of keyboards, forwards and backwards. */
const LINES = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyzabc',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  '!@#$%^&*()_+',
  'qwertyuiop[]',
  'qwertzuiopü',
  'azertyuiop',
  "asdfghjkl;'",
  'qsdfghjklm',
  'zxcvbnm,./',
  'yxcvbnm',
  'wxcvbn',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
  '1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik, 9ol. 0p;/',
  '1qay 2wsx 3edc 4rfv 5tgb 6zhn',
  '1aqw 2zsx',
];
const TRACKS = LINES.flatMap((line) => [line, [...line].reverse().join('')]).join(' ');

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '+': 't',
  '€': 'e',
  '|': 'i',
  '(': 'c',
};
