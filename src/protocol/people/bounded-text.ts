/**
 * The only place that normalises and folds text, and it takes only text whose length was checked before.
 *
 * Normalising sorts accents, and a long run of them in the wrong order costs the square of its length: 16 KB hold the
 * event loop for 70 ms. Some characters also become eighteen. The type makes the compiler refuse text of any length.
 */

declare const bounded: unique symbol;

/** Text that is short enough to be normalised within a few milliseconds, whatever it consists of. */
export type BoundedText = string & { readonly [bounded]: true };

/** A character is typed with up to four UTF-16 units, where its accents come one by one. */
const UNITS_FOR_A_CHARACTER = 4;
/** The worst text of this length takes 5 ms, and a thousand characters of any script fit into it. */
const MOST_UNITS = 2048;

/** Undefined where more was typed than so many characters can take. */
export function boundText(text: string, mostCharacters: number): BoundedText | undefined {
  // The length was just checked, which is all that the type says.
  return text.length <= mostUnits(mostCharacters) ? (text as BoundedText) : undefined;
}

/** The beginning of the text: for what is searched for, where the rest may be left out. */
export function cutText(text: string, mostCharacters: number): BoundedText {
  // Cut to the length that the type asks for.
  return text.slice(0, mostUnits(mostCharacters)) as BoundedText;
}

/** NFC: accents joined with their letters, as most keyboards type them. */
export function composeText(text: BoundedText): string {
  return text.normalize('NFC');
}

/** One key for every spelling of a text: width, ligatures, upper and lower case, invisible characters. */
export function foldText(text: BoundedText): string {
  const visible = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  // By way of upper case, because only there do ß and ss, or the two small sigmas, meet; first lower, because ẞ is upper.
  const folded = visible.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
  return singleSpaces(folded.normalize('NFC'));
}

/** Trimmed, and with one plain space where there were several of any kind. */
export function singleSpaces(text: string): string {
  return text.replace(/\p{Zs}+/gu, ' ').trim();
}

function mostUnits(mostCharacters: number): number {
  return Math.min(mostCharacters * UNITS_FOR_A_CHARACTER, MOST_UNITS);
}
