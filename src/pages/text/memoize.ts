/** Caches texts by number: pages show the same numbers again and again, and Intl takes microseconds for each. */

/** More than a page has; so many texts take about ten kilobytes. */
export const MOST_REMEMBERED = 200;

export function memoize<Words extends string>(say: (number: number) => Words): (number: number) => Words {
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
