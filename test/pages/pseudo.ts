/** A catalogue that is written from right to left: every English text in Hebrew letters, with its markup and values kept. */
import { Html, html } from '../../src/pages/html.ts';
import { en, type Text } from '../../src/pages/text/en.ts';

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const HEBREW = 'אבגדהוזחטיכלמנסעפצקרשתבדהו';

/** What is read from left to right in every language, and what stands in a tag, stays as it is. */
const KEPT = /<(code|pre|bdi)\b[^>]*>.*?<\/\1>|<[^>]*>|&[#\w]+;/gs;

/** The English catalogue, turned round; it says what it says, in letters that nobody reads by accident. */
export const mirrored: Text = { ...(turn(en) as Text), direction: 'rtl' };

function turn(value: unknown): unknown {
  if (typeof value === 'string') return letters(value);
  if (value instanceof Html) return turnHtml(value);
  if (typeof value === 'function') {
    // What is given to a text is a value of the page, or Html that was turned already: neither is turned twice.
    return Object.assign((...given: unknown[]) => turn(value(...given)), value);
  }
  if (Array.isArray(value)) return value.map(turn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, turn(own)]));
}

/** Letters that are Hebrew already are not changed, so a text inside another stays as it is. */
function letters(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => HEBREW[LATIN.indexOf(letter.toLowerCase())] ?? letter);
}

function turnHtml(markup: Html): Html {
  const text = markup.toString();
  let turned = '';
  let from = 0;
  for (const kept of text.matchAll(KEPT)) {
    turned += letters(text.slice(from, kept.index)) + kept[0];
    from = kept.index + kept[0].length;
  }
  turned += letters(text.slice(from));
  // As a template literal would bring it; pages cannot do that with what they were given.
  const strings = Object.freeze(Object.assign([turned], { raw: [turned] }));
  return html(strings);
}
