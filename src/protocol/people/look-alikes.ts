/**
 * Which names look alike (UTS 39, in a bounded form): a skeleton that look-alikes share, and which scripts a word mixes.
 *
 * The table has the letters of Cyrillic and Greek that stand for Latin ones, and digits; other widths and styles of
 * letters have become plain ones before (NFKC). Letters of other scripts seldom pass for Latin ones, and a word that
 * mixes scripts is refused anyway.
 */
import { lazy } from '../lazy.ts';
import { type BoundedText, plainText } from './bounded-text.ts';

/** By the letter that they look like; capitals where only the capital does. Escaped, because they look alike. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: '\u0430\u0410\u03b1\u0391\u0251',
  b: '\u0412\u0392\u042c\u044c',
  c: '\u0441\u0421\u03f2\u03f9',
  d: '\u0501',
  e: '\u0435\u0415\u0395\u212e',
  f: '\u03dc',
  g: '\u0261\u050d',
  h: '\u04bb\u041d\u0397',
  j: '\u0458\u0408\u03f3',
  k: '\u043a\u041a\u03ba\u039a',
  // A capital I, a one and a bar are drawn like a small L in many fonts; and what is an i may be written as a capital.
  l: 'iI1|\u0456\u0406\u03b9\u0399\u0131\u0269\u0196\u04c0\u04cf\u01c0',
  m: '\u041c\u039c\u03fa',
  n: '\u039d\u03b7\u0578',
  o: '0\u043e\u041e\u03bf\u039f\u03c3\u0585\u0555',
  p: '\u0440\u0420\u03c1\u03a1',
  q: '\u051b\u051a',
  r: '\u0433',
  s: '\u0455\u0405',
  t: '\u0422\u03a4\u0442\u03c4',
  u: '\u03c5\u057d',
  v: '\u03bd\u0475\u0474',
  w: '\u051d\u051c\u0461',
  x: '\u0445\u0425\u03c7\u03a7',
  y: '\u0443\u0423\u03a5\u03b3\u04af\u04ae',
  z: '\u0396',
};

const LETTER_OF = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, alike]) => [...alike].map((one) => [one, letter] as const)),
);

/** Two names with one skeleton look alike. The key of a name still tells spellings apart that have one skeleton. */
export function skeletonOf(text: BoundedText): string {
  return lettersOf(text)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[\s_.-]+/gu, '_')
    .replace(/_$/, '');
}

/** The same for longer names, of which only letters and digits are compared: spaces, signs and emoji add nothing. */
export function wordlessSkeletonOf(text: BoundedText): string {
  return skeletonOf(text).replace(/[^\p{L}\p{N}\p{M}]/gu, '');
}

function lettersOf(text: BoundedText): string {
  const letters = Array.from(plainText(text), (letter) => {
    const small = letter.toLowerCase();
    return LETTER_OF.get(letter) ?? LETTER_OF.get(small) ?? small;
  });
  return letters.join('');
}

/** Written alone: the scripts of the identifiers that UTS 31 recommends. */
const SCRIPTS = [
  ...['Arab', 'Armn', 'Beng', 'Bopo', 'Cyrl', 'Deva', 'Ethi', 'Geor', 'Grek', 'Gujr', 'Guru', 'Hang', 'Hani', 'Hebr'],
  ...['Hira', 'Kana', 'Khmr', 'Knda', 'Laoo', 'Latn', 'Mlym', 'Mymr', 'Orya', 'Sinh', 'Taml', 'Telu', 'Thaa', 'Thai'],
  'Tibt',
];

/** Written together in one word: Japanese, Korean and Chinese, with Latin letters among them (UTS 39 §5.2). */
const TOGETHER = [
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Hang'],
  ['Latn', 'Hani', 'Bopo'],
];

/** Digits, signs and emoji are of no script; accents are of their letter's. */
const withinScripts = (scripts: readonly string[]) =>
  new RegExp(`^[${scripts.map((script) => `\\p{scx=${script}}`).join('')}\\p{scx=Zyyy}\\p{scx=Zinh}]*$`, 'u');

const allowed = lazy(() => [...TOGETHER, ...SCRIPTS.map((script) => [script])].map(withinScripts));
const knownScript = lazy(() => new RegExp(`[${SCRIPTS.map((script) => `\\p{sc=${script}}`).join('')}]`, 'u'));

/** Whether a word mixes scripts that are not written together, as in a Latin word with a Cyrillic letter in it. */
export function mixesScripts(name: string): boolean {
  return name
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .some((word) => knownScript().test(word) && !allowed().some((scripts) => scripts.test(word)));
}
