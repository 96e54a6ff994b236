/** Shapes that several operations of the management API share: pages of lists, names of things, moments. */
import { CURSOR_MOST_CHARACTERS, formatCursor, PAGE_MOST, PAGE_USUAL, parseCursor } from '../../protocol/api/paging.ts';
import { integer, list, nullable, object, type Shape, text } from '../../protocol/api/shape.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { type ApiProblem, invalid } from './replies.ts';

export const CURSOR = text({
  says: 'Where the page begins.',
  most: CURSOR_MOST_CHARACTERS,
  pattern: '^[A-Za-z0-9_-]+$',
});

export const PAGING = {
  limit: integer(`How many at most; ${PAGE_USUAL} unless said otherwise.`, { least: 1, most: PAGE_MOST }),
  cursor: text({
    says: 'The `next_cursor` of the page before.',
    most: CURSOR_MOST_CHARACTERS,
    pattern: '^[A-Za-z0-9_-]+$',
  }),
};

export function pageOf<T>(of: Shape<T>) {
  return object({
    items: list('Of this page.', of, { most: PAGE_MOST }),
    next_cursor: nullable(CURSOR),
  });
}

export const CLIENT_ID = text({
  says: 'The client_id of the application.',
  least: 1,
  most: 255,
  pattern: '^[\\x20-\\x7e]+$',
});

/** Told as text, and asked for as it was told: programs that keep what they read need not turn it into a number. */
export const numberOf = (what: string) =>
  text({ says: `The number of the ${what}.`, least: 1, most: 16, pattern: '^[1-9]\\d{0,15}$' });

export const ACCOUNT_ID = integer('The number of the account.', { least: 1, most: Number.MAX_SAFE_INTEGER });

interface Asked {
  readonly limit?: number;
  readonly cursor?: string;
}

/** Where a list begins: `count` numbers, or undefined for its start. */
export function readPaging(
  { limit = PAGE_USUAL, cursor }: Asked,
  count: number,
): Result<{ readonly most: number; readonly from: readonly number[] | undefined }, ApiProblem> {
  if (cursor === undefined) return accept({ most: limit, from: undefined });
  const from = parseCursor(cursor, count);
  if (from === undefined) return invalid([{ parameter: 'cursor', detail: 'Is not a cursor of this list.' }]);
  return accept({ most: limit, from });
}

/** Of one row more than the page holds, which tells whether there is a next one. */
export function page<Row, Item>(
  rows: readonly Row[],
  most: number,
  { item, place }: { readonly item: (row: Row) => Item; readonly place: (row: Row) => readonly number[] },
): { readonly items: readonly Item[]; readonly next_cursor: string | null } {
  const shown = rows.slice(0, most);
  const last = shown.at(-1);
  const next_cursor = rows.length > most && last !== undefined ? formatCursor(place(last)) : null;
  return { items: shown.map(item), next_cursor };
}

export function iso(epochSecond: number): string {
  return new Date(epochSecond * 1000).toISOString();
}

export function isoOrNull(epochSecond: number | null): string | null {
  return epochSecond === null ? null : iso(epochSecond);
}
