/** Keeps what was last made of a number: the same ones come back from page to page, and Intl takes microseconds for each. */

/** Far more than a page has; the words of so many take some ten kilobytes. */
const MOST_REMEMBERED = 200;

export function remembering<Words extends string>(say: (number: number) => Words): (number: number) => Words {
  const said = new Map<number, Words>();
  return (number) => {
    const known = said.get(number);
    if (known !== undefined) return known;
    const words = say(number);
    if (said.size >= MOST_REMEMBERED) said.clear();
    said.set(number, words);
    return words;
  };
}
