/** Numbers, dates and plural forms of one language; the formats of Intl are slow, so results are kept. */
import { MOST_COUNTED } from '../../protocol/counting.ts';
import { lazy } from '../../protocol/lazy.ts';
import { memoize } from './memoize.ts';

/** A text in the plural form of a number; `#` stands for the number. */
interface Counted {
  (count: number): string;
  /** By the plural categories of Unicode; `none` is for zero where that has a text of its own. */
  readonly forms: Readonly<Record<string, string>>;
}

interface Formats<Category extends Intl.LDMLPluralRule> {
  /** The categories are those that whole numbers have in the language, so that no form can be forgotten. */
  counts(forms: { readonly [Name in Category]: string } & { readonly none?: string }): Counted;
  /** The same for what is counted up to MOST_COUNTED: a number that has reached it is followed by a plus. */
  boundedCounts(forms: { readonly [Name in Category]: string } & { readonly none?: string }): Counted;
  /** The same with a bound of its own. */
  countsUpTo(most: number, forms: { readonly [Name in Category]: string } & { readonly none?: string }): Counted;
  /** A number that was counted no further than to `most`. */
  upTo(count: number, most: number): string;
  /** `10,000`; with a narrow space where the language groups digits by one, so that it is neither wide nor broken. */
  numeral(count: number): string;
  /** `15 Nov 2026` */
  date(at: number): string;
  /** `15 Nov 2026, 14:05 UTC` */
  dateTime(at: number): string;
}

const DAY_SECONDS = 86_400;
const MINUTE_SECONDS = 60;

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' };
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' };

export function createFormats<Category extends Intl.LDMLPluralRule>(tag: string): Formats<Category> {
  const rules = lazy(() => new Intl.PluralRules(tag));
  const numbers = lazy(() => new Intl.NumberFormat(tag));
  const days = lazy(() => new Intl.DateTimeFormat(tag, DAY));
  const times = lazy(() => new Intl.DateTimeFormat(tag, TIME));
  const numeral = memoize((count) => {
    const parts = numbers().formatToParts(count);
    return parts.map(({ type, value }) => (type === 'group' && value.trim() === '' ? '\u202f' : value)).join('');
  });
  // A test proves for every language that its whole numbers have exactly these categories.
  const category = memoize((count) => rules().select(count) as Category);
  // Built from parts, because some languages add words between them.
  const dateOfDay = memoize((day) => {
    const parts = days().formatToParts(day * DAY_SECONDS * 1000);
    const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
    return `${part('day')} ${part('month')} ${part('year')}`;
  });
  const timeOfMinute = memoize((minute) => times().format(minute * MINUTE_SECONDS * 1000));
  const date = (at: number) => dateOfDay(Math.floor(at / DAY_SECONDS));
  const upTo = (count: number, most: number): string => numeral(count) + (count >= most ? '+' : '');
  const countsIn =
    (say: (count: number) => string): Formats<Category>['counts'] =>
    (forms) => {
      const choose = (count: number): string =>
        count === 0 && forms.none !== undefined ? forms.none : forms[category(count)];
      return Object.assign((count: number) => choose(count).replace('#', say(count)), { forms });
    };
  return {
    numeral,
    upTo,
    date,
    dateTime: (at) => `${date(at)}, ${timeOfMinute(Math.floor(at / MINUTE_SECONDS))} UTC`,
    counts: countsIn(numeral),
    boundedCounts: countsIn((count) => upTo(count, MOST_COUNTED)),
    countsUpTo: (most, forms) => countsIn((count) => upTo(count, most))(forms),
  };
}
