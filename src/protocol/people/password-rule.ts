/** Which passwords are accepted: long enough, and not among those that an attacker tries first. */

import { accept, type Result, refuse } from '../result.ts';
import { boundText, composeText, cutText, foldText } from './bounded-text.ts';
import type { PasswordFault } from './field-fault.ts';
import { type Kind, takeApart } from './password-pieces.ts';
import { countCharacters } from './text-rules.ts';

/** What an attacker knows about the person. */
interface PasswordOwner {
  readonly nickname: string;
  readonly email: string;
  readonly serviceName: string;
}

export const PASSWORD_MIN_CHARACTERS = 12;
export const PASSWORD_MAX_CHARACTERS = 256;

/** A password must consist of as many independent pieces; a letter is one, and so is a whole well-known word. */
const PIECES_WANTED = 5;
const FEWEST_DISTINCT = 5;
const SHORTEST_UNIT = 8;

/** One character may become eighteen when it is folded: three of them would look like a long password. */
const MOST_GROWTH = 2;

/** The value is what to hash: NFC, so that one password typed on two keyboards is one (NIST SP 800-63B-4). */
export function examinePassword(password: string, owner: PasswordOwner): Result<string, PasswordFault> {
  if (!password.isWellFormed()) return refuse({ reason: 'password_broken' });
  const tooLong = refuse<PasswordFault>({ reason: 'password_long', most: PASSWORD_MAX_CHARACTERS });
  const typed = boundText(password, PASSWORD_MAX_CHARACTERS);
  if (typed === undefined) return tooLong;
  const normal = composeText(typed);
  const length = countCharacters(normal);
  if (length < PASSWORD_MIN_CHARACTERS) return refuse({ reason: 'password_short', least: PASSWORD_MIN_CHARACTERS });
  if (length > PASSWORD_MAX_CHARACTERS) return tooLong;
  const fault = judge([...normal], [...foldText(typed)], owner);
  return fault === undefined ? accept(normal) : refuse({ reason: fault });
}

/** What is hashed when a password is tried. One that is longer than any stays as it was typed, and is never right. */
export function composePassword(password: string): string {
  const typed = boundText(password, PASSWORD_MAX_CHARACTERS);
  return typed === undefined ? password : composeText(typed);
}

function judge(normal: readonly string[], folded: readonly string[], owner: PasswordOwner) {
  if (folded.length > normal.length * MOST_GROWTH) return 'password_growing';
  const judged = folded.slice(0, PASSWORD_MAX_CHARACTERS).filter((character) => !/[\s._,;:-]/u.test(character));
  // As it was typed too: folding makes one character repeated into a longer piece repeated.
  if (isRepetitive(normal) || isRepetitive(judged)) return 'password_repetitive';
  const { pieces, kinds } = takeApart(judged, personalWords(owner));
  return pieces >= PIECES_WANTED ? undefined : reasonOf(kinds);
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

/** Names whole and in parts, forwards and backwards. */
function personalWords({ nickname, email, serviceName }: PasswordOwner): ReadonlySet<string> {
  const words = [nickname, email, serviceName].flatMap((text) => {
    const folded = foldText(cutText(text, PASSWORD_MAX_CHARACTERS)).slice(0, PASSWORD_MAX_CHARACTERS);
    const parts = folded.split(/[^\p{L}\p{N}]+/u);
    return [...parts, parts.join(''), folded.split('@', 1)[0]?.replace(/[^\p{L}\p{N}]+/gu, '') ?? ''];
  });
  const long = words.filter((word) => word.length >= 3);
  return new Set([...long, ...long.map((word) => [...word].reverse().join(''))]);
}
