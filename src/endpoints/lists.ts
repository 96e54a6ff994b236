/** Lists that go on over several pages: which one is asked for, and where the neighbours are. */
import type { Pager } from '../pages/parts/table.ts';
import type { Form } from '../protocol/form.ts';

const LAST_PAGE = 10_000;

/** From 1; whatever else stands there means the first. */
export function readPageNumber(query: Form): number {
  const text = query.get('page') ?? '';
  const page = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
  return Math.min(page, LAST_PAGE);
}

/** A path with the parameters that have a value. */
export function withQuery(path: string, parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).filter(([, value]) => value !== '');
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

/** `path` may bring a query of its own. */
export function pagerFor(path: string, page: number, hasMore: boolean): Pager {
  const at = (number: number) => `${path}${path.includes('?') ? '&' : '?'}page=${number}`;
  return { previous: page > 1 ? at(page - 1) : null, next: hasMore ? at(page + 1) : null };
}

/** A record number as an address carries it; undefined for anything else. */
export function readNumber(text: string): number | undefined {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : undefined;
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
}
