/** Writes the statement texts of the house the way PostgreSQL wants them. */
import type { Sql, Value } from '../sql.ts';

const numbered = new Map<readonly string[], string>();
const identities = new Map<readonly string[], number>();
const composed = new Map<string, string>();

/** Shapes come from call sites, so their number is bounded by the source; this guards against a defect. */
export const MOST_SHAPES = 2000;

/** `?` by position becomes `$1`, `$2`, … */
export function numberedText(text: readonly string[]): string {
  let result = numbered.get(text);
  if (result === undefined) {
    result = withPlaceholders(text, 1);
    numbered.set(text, result);
  }
  return result;
}

/**
 * Puts a whole batch into one statement: each write is a data-modifying `with` term, the answer is their row counts.
 * A guard that touched no row divides by zero, which undoes everything: PostgreSQL has no plainer way to make
 * a statement fail on a condition without a function of our own in the database.
 */
export function composeBatch(batch: readonly Sql[]): { text: string; values: Value[] } {
  const key = batch.map((statement) => `${identityOf(statement.text)}${statement.must ? '!' : ''}`).join(',');
  let text = composed.get(key);
  if (text === undefined) {
    text = compose(batch);
    if (composed.size >= MOST_SHAPES) composed.clear();
    composed.set(key, text);
  }
  return { text, values: batch.flatMap((statement) => statement.values) };
}

const lateral = new Map<string, string>();

/**
 * Puts lookups of one statement into one; the first column of a row says which of them it belongs to. Undefined where
 * they have to travel alone: a null among the values has no type of its own, and rows of a lateral join come in no
 * certain order.
 */
export function lateralText(lookups: readonly Sql[]): string | undefined {
  const [first] = lookups;
  if (!first || first.values.length === 0) return undefined;
  if (first.text.some((part) => part.includes('order by'))) return undefined;
  if (lookups.some((lookup) => lookup.values.includes(null))) return undefined;
  const types = first.values.map((value) => (typeof value === 'number' ? 'bigint' : 'text'));
  const key = `${identityOf(first.text)}:${types.join()}`;
  let text = lateral.get(key);
  if (text === undefined) {
    text = composeLateral(first.text, types);
    lateral.set(key, text);
  }
  return text;
}

function composeLateral(text: readonly string[], types: readonly string[]): string {
  const lists = types.map((type, index) => `cast($${index + 1}::text as ${type}[])`);
  const inner = text.reduce((whole, part, index) => (index === 0 ? part : `${whole}asked.v${index}${part}`), '');
  return `select asked.place, found.* from unnest(${lists.join(', ')}) with ordinality
    as asked(${namesOf(types)}, place) cross join lateral (${inner}) as found`;
}

/** One list for each place in a statement: the values that the lookups have there. */
export function listsOf(lookups: readonly Sql[]): string[] {
  const places = lookups[0]?.values ?? [];
  return places.map((_, place) => arrayLiteral(lookups.map(({ values }) => values[place] ?? null)));
}

/** PostgreSQL's own notation for a list, so that no type has to be fetched before the first query. */
export function arrayLiteral(values: readonly Value[]): string {
  let list = '{';
  for (const value of values) {
    if (list.length > 1) list += ',';
    if (typeof value === 'number') list += value;
    else list += value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`;
  }
  return `${list}}`;
}

function namesOf(types: readonly string[]): string {
  return types.map((_, index) => `v${index + 1}`).join(', ');
}

function compose(batch: readonly Sql[]): string {
  let next = 1;
  const terms = batch.map((statement, index) => {
    const term = `w${index} as (${withPlaceholders(statement.text, next)} returning 1)`;
    next += statement.values.length;
    return term;
  });
  const counts = batch.map((_, index) => `(select count(*) from w${index})`);
  const guards = batch.flatMap((statement, index) => (statement.must ? [`1 / (select count(*) from w${index})`] : []));
  return `with ${terms.join(', ')} select ${[...counts, ...guards].join(', ')}`;
}

function withPlaceholders(text: readonly string[], first: number): string {
  return text.reduce((whole, part, index) => (index === 0 ? part : `${whole}$${first + index - 1}${part}`), '');
}

export function identityOf(text: readonly string[]): number {
  let identity = identities.get(text);
  if (identity === undefined) {
    identity = identities.size;
    identities.set(text, identity);
  }
  return identity;
}
