/** Which passwords are accepted: long enough, and not among those that an attacker tries first. */

import { accept, type Result, refuse } from '../result.ts';
import type { PasswordFault } from './field-fault.ts';
import { countCharacters, foldText } from './text-rules.ts';
import { WELL_KNOWN } from './well-known-passwords.ts';

/** What an attacker knows about the person. */
interface PasswordOwner {
  readonly nickname: string;
  readonly email: string;
  readonly serviceName: string;
}

export const PASSWORD_MIN_CHARACTERS = 12;
const PASSWORD_MAX_CHARACTERS = 256;

/** A password must consist of as many independent pieces; a letter is one, and so is a whole well-known word. */
const PIECES_WANTED = 5;
const FEWEST_DISTINCT = 5;
const SHORTEST_UNIT = 8;

/** The value is what to hash: NFC, so that one password typed on two keyboards is one (NIST SP 800-63B-4). */
export function examinePassword(password: string, owner: PasswordOwner): Result<string, PasswordFault> {
  if (!password.isWellFormed()) return refuse({ reason: 'password_broken' });
  const normal = password.normalize('NFC');
  const length = countCharacters(normal);
  if (length < PASSWORD_MIN_CHARACTERS) return refuse({ reason: 'password_short', least: PASSWORD_MIN_CHARACTERS });
  if (length > PASSWORD_MAX_CHARACTERS) return refuse({ reason: 'password_long', most: PASSWORD_MAX_CHARACTERS });
  const folded = [...foldText(normal).replace(/[\s._,;:-]/gu, '')];
  if (isRepetitive(folded)) return refuse({ reason: 'password_repetitive' });
  const { pieces, kinds } = takeApart(folded, personalWords(owner));
  return pieces >= PIECES_WANTED ? accept(normal) : refuse({ reason: reasonOf(kinds) });
}

function reasonOf(kinds: ReadonlySet<Kind>) {
  if (kinds.has('personal')) return 'password_personal';
  if (kinds.has('known')) return 'password_well_known';
  return kinds.has('walk') ? 'password_walk' : 'password_repetitive';
}

/** Few different characters, or one short piece again and again. */
function isRepetitive(characters: readonly string[]): boolean {
  const period = smallestPeriod(characters);
  const isRepeated = period < SHORTEST_UNIT && characters.length >= 2 * period;
  return isRepeated || new Set(characters).size < FEWEST_DISTINCT;
}

/** By the failure function of Knuth, Morris and Pratt; an unfinished last repetition counts too. */
function smallestPeriod(characters: readonly string[]): number {
  const borders = [0];
  for (let index = 1; index < characters.length; index += 1) {
    let border = borders[index - 1] ?? 0;
    while (border > 0 && characters[index] !== characters[border]) border = borders[border - 1] ?? 0;
    borders.push(characters[index] === characters[border] ? border + 1 : 0);
  }
  return characters.length - (borders.at(-1) ?? 0);
}

type Kind = 'personal' | 'known' | 'walk' | 'repeat' | 'free';

interface Reading {
  readonly pieces: number;
  readonly kinds: ReadonlySet<Kind>;
}

/** The fewest pieces into which an attacker can take the text apart: each position is reached in the cheapest way. */
function takeApart(characters: readonly string[], personal: ReadonlySet<string>): Reading {
  const best: Reading[] = [{ pieces: 0, kinds: new Set() }];
  const offer = (end: number, from: Reading, weight: number, kind: Kind) => {
    const known = best[end];
    if (known && known.pieces <= from.pieces + weight) return;
    best[end] = { pieces: from.pieces + weight, kinds: new Set([...from.kinds, kind]) };
  };
  characters.forEach((character, start) => {
    // Every position has a reading by now: the one before it offered a single free character at least.
    const from = best[start] as Reading;
    // A lone digit or sign adds far less than a letter: people put them at the end.
    offer(start + 1, from, /\p{L}|\p{Extended_Pictographic}/u.test(character) ? 1 : 0.5, 'free');
    for (const { length, kind } of piecesAt(characters, start, personal)) offer(start + length, from, 1, kind);
  });
  return best[characters.length] ?? { pieces: 0, kinds: new Set() };
}

const SHORTEST_PIECE = 3;
const LONGEST_PIECE = 40;

function* piecesAt(
  characters: readonly string[],
  start: number,
  personal: ReadonlySet<string>,
): Generator<{ readonly length: number; readonly kind: Kind }> {
  let [plain, withI, withL] = ['', '', ''];
  for (const [index, character] of characters.slice(start, start + LONGEST_PIECE).entries()) {
    const letter = LOOKALIKES[character] ?? character;
    plain += character;
    withI += letter;
    withL += character === '1' || character === '|' ? 'l' : letter;
    if (index + 1 < SHORTEST_PIECE) continue;
    const kind = kindOf([plain, withI, withL], personal);
    if (kind) yield { length: index + 1, kind };
  }
}

/** The first spelling is the text itself; in the others digits and signs are read as the letters they resemble. */
function kindOf(spellings: readonly [string, ...string[]], personal: ReadonlySet<string>): Kind | undefined {
  const [plain] = spellings;
  if (spellings.some((text) => personal.has(text))) return 'personal';
  if (spellings.some((text) => WELL_KNOWN.has(text)) || /^(?:19|20)[0-9]{2}$/.test(plain)) return 'known';
  if (TRACKS.includes(plain)) return 'walk';
  return /^(.)\1+$/su.test(plain) ? 'repeat' : undefined;
}

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

/** Names whole and in parts, forwards and backwards. */
function personalWords({ nickname, email, serviceName }: PasswordOwner): ReadonlySet<string> {
  const words = [nickname, email, serviceName].flatMap((text) => {
    const folded = foldText(text).slice(0, PASSWORD_MAX_CHARACTERS);
    const parts = folded.split(/[^\p{L}\p{N}]+/u);
    return [...parts, parts.join(''), folded.split('@', 1)[0]?.replace(/[^\p{L}\p{N}]+/gu, '') ?? ''];
  });
  const long = words.filter((word) => word.length >= 3);
  return new Set([...long, ...long.map((word) => [...word].reverse().join(''))]);
}
