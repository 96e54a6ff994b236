/** How every command that shows one thing prints it: with --json an object; else a line for each fact, in words and never as JSON. */
import type { Call } from '../command-line.ts';

type Facts = Readonly<Record<string, unknown>>;

type Printing = Pick<Call, 'print'> & { readonly options: { readonly json: boolean } };

/** Answers the exit code 0. `shown` are the facts for people, where some are told in other words. */
export function tellFacts({ print, options }: Printing, facts: Facts, shown = facts): 0 {
  if (options.json) {
    print(JSON.stringify(facts));
    return 0;
  }
  const column = Math.max(...Object.keys(shown).map((name) => name.length)) + 2;
  for (const [name, value] of Object.entries(shown)) print(`${name.padEnd(column)}${wordsFor(value, column)}`);
  return 0;
}

/** Each of several things with facts of its own has a line of its own. */
function wordsFor(value: unknown, column: number): string {
  if (!Array.isArray(value)) return wordFor(value);
  if (value.length === 0) return 'none';
  return value.map(wordFor).join(value.some(isThing) ? `\n${' '.repeat(column)}` : ', ');
}

function wordFor(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (Array.isArray(value)) return value.map(wordFor).join(' ');
  if (!isThing(value)) return String(value).replace(/\p{Cc}/gu, '\uFFFD');
  const said = Object.entries(value).filter(([, each]) => each !== null);
  return said.length === 0 ? '-' : said.map(([name, each]) => `${name} ${wordFor(each)}`).join(', ');
}

function isThing(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
