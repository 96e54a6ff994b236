/** How every list is printed: with --json an object a line; else the names of the columns, then the values, a line each. */
import type { Call } from '../command-line.ts';

type Facts = Readonly<Record<string, unknown>>;

type Printing = Pick<Call, 'print'> & { readonly options: { readonly json: boolean } };

/** Of a call: prints one entry after the other. `shown` are the columns for people, where they are fewer or other ones. */
export function listing({ print, options }: Printing): (facts: Facts, shown?: Facts) => void {
  let isFirst = true;
  return (facts, shown = facts) => {
    if (options.json) return print(JSON.stringify(facts));
    if (isFirst) print(Object.keys(shown).join(GAP));
    isFirst = false;
    print(Object.values(shown).map(wordFor).join(GAP));
  };
}

const GAP = '  ';

/** One line for one entry: a line break or a control character in a name must not forge another. */
function wordFor(value: unknown): string {
  if (value === null || value === '') return '-';
  const word = Array.isArray(value) ? value.join(' ') : String(value);
  return word.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
}
