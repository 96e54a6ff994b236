/** Names that nobody may take on their own, because people would believe that the service itself is speaking. */
import { lazy } from '../lazy.ts';
import { cutText } from './bounded-text.ts';
import { skeletonOf } from './look-alikes.ts';

/** Whose names are reserved beside the shipped ones. */
export interface ReservedRules {
  /** What the service is called on its pages. */
  readonly name: string;
  readonly reservedNames: readonly string[];
}

const SHIPPED = [
  'abuse admin administration administrator help helpdesk hostmaster moderator noreply official operator owner postmaster',
  'root security staff superuser support sysadmin system verified webmaster',
  '\u0430\u0434\u043c\u0438\u043d \u0430\u0434\u043c\u0438\u043d\u0438\u0441\u0442\u0440\u0430\u0442\u043e\u0440',
  '\u043f\u043e\u0434\u0434\u0435\u0440\u0436\u043a\u0430 \u0431\u0435\u0437\u043e\u043f\u0430\u0441\u043d\u043e\u0441\u0442\u044c',
  '\u043f\u043e\u043c\u043e\u0449\u044c \u0441\u0438\u0441\u0442\u0435\u043c\u0430 \u043c\u043e\u0434\u0435\u0440\u0430\u0442\u043e\u0440',
];

/** Beside a reserved word these make no other name of it: "The Support Team". */
const FILLERS = 'the a an and of for team group desk center centre service services account accounts login';

/** Claims that only the service could make about an application. */
const CLAIMS = [
  'verified official certified authentic genuine trusted',
  '\u043e\u0444\u0438\u0446\u0438\u0430\u043b\u044c\u043d\u043e\u0435 \u043e\u0444\u0438\u0446\u0438\u0430\u043b\u044c\u043d\u044b\u0439',
  '\u043f\u0440\u043e\u0432\u0435\u0440\u0435\u043d\u043e \u043f\u0440\u043e\u0432\u0435\u0440\u0435\u043d\u043d\u043e\u0435',
];

/** Check marks, shields, locks and rosettes: what other services put beside a name that they have checked. */
const MARKS_OF_TRUST =
  /[\u2611\u2705\u2713\u2714\u237b\u{1f5f8}\u{1f5f9}\u{1fbb1}\u{1f6e1}\u{1f512}\u{1f50f}\u{1f510}\u{1f396}\u{1f3c5}\u{1f3f5}]/u;

const OWN_NAME = 'Latchkey';
/** A shorter name of the service may begin another word by chance. */
const LEAST_BEGINNING = 5;
const LONGEST = 255;

const reservedWords = lazy(() => keysOf(SHIPPED));
const fillers = lazy(() => keysOf([FILLERS]));
const claims = lazy(() => keysOf(CLAIMS));

/**
 * Whether a name begins with the service's own, is a reserved one in any look-alike spelling, or is made of nothing but
 * reserved words.
 */
export function isReservedName(name: string, { name: serviceName, reservedNames }: ReservedRules): boolean {
  const words = wordsOf(name);
  const own = [serviceName, OWN_NAME].map((one) => wordsOf(one).join('')).filter((one) => one !== '');
  if (own.some((one) => beginsWith(words, one))) return true;
  const listed = listedKeys(reservedNames);
  const isReserved = (word: string) => own.includes(word) || listed.has(word) || reservedWords().has(word);
  if (isReserved(words.join(''))) return true;
  return words.some(isReserved) && words.every((word) => isReserved(word) || fillers().has(word));
}

/** The list is a setting, so its keys are computed once. */
const listedBefore = new WeakMap<readonly string[], ReadonlySet<string>>();

function listedKeys(names: readonly string[]): ReadonlySet<string> {
  const keys = listedBefore.get(names) ?? new Set(names.map((name) => wordsOf(name).join('')));
  listedBefore.set(names, keys);
  return keys;
}

/** Whether the name of an application says by a word or a sign that somebody has checked it. */
export function claimsTrust(name: string): boolean {
  return MARKS_OF_TRUST.test(name) || wordsOf(name).some((word) => claims().has(word));
}

function beginsWith(words: readonly string[], own: string): boolean {
  if (own.length >= LEAST_BEGINNING && words.join('').startsWith(own)) return true;
  return words.some((_, end) => words.slice(0, end + 1).join('') === own);
}

function keysOf(lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')).map(keyOf));
}

function wordsOf(name: string): readonly string[] {
  return name
    .slice(0, LONGEST)
    .split(/[^\p{L}\p{N}\p{M}$@!|]+/u)
    .map(keyOf)
    .filter((word) => word !== '');
}

const DIGITS_AS_LETTERS: Readonly<Record<string, string>> = {
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  $: 's',
  '@': 'a',
  '!': 'l',
};

/** Coarser than a skeleton: digits read as letters, and numbers at the end are left out (`admin1`). */
function keyOf(word: string): string {
  return skeletonOf(cutText(word.replace(/\p{Nd}+$/u, ''), LONGEST)).replace(
    /[34578$@!]/g,
    (sign) => DIGITS_AS_LETTERS[sign] ?? sign,
  );
}
