/** Writes the statement texts of the house the way PostgreSQL wants them. */
import type { Sql, Value } from './sql.ts';

const numbered = new Map<readonly string[], string>();
const identities = new Map<readonly string[], number>();
const composed = new Map<string, string>();

/** Shapes come from call sites, so their number is bounded by the source; this guards against a defect. */
const MOST_SHAPES = 2000;

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

const gathered = new Map<string, string>();

/**
 * Puts several lookups of one statement into one: `lateral` runs it for each row of the lists of values, and the first
 * column says whose row it is. Undefined when they must travel alone: a null has no type of its own here, and the
 * order of rows would not be certain.
 */
export function textForMany(lookups: readonly Sql[]): string | undefined {
  const [first] = lookups;
  if (!first || first.values.length === 0) return undefined;
  if (lookups.some((lookup) => lookup.values.includes(null))) return undefined;
  const types = first.values.map((value) => (typeof value === 'number' ? 'bigint' : 'text'));
  const key = `${identityOf(first.text)}:${types.join()}`;
  let text = gathered.get(key);
  if (text === undefined) {
    text = composeMany(first.text, types);
    gathered.set(key, text);
  }
  return text === '' ? undefined : text;
}

function composeMany(text: readonly string[], types: readonly string[]): string {
  if (text.some((part) => part.includes('order by'))) return '';
  const lists = types.map((type, index) => `cast($${index + 1}::text as ${type}[])`);
  const names = types.map((_, index) => `v${index + 1}`);
  const inner = text.reduce((whole, part, index) => (index === 0 ? part : `${whole}asked.v${index}${part}`), '');
  return `select asked.place, found.* from unnest(${lists.join(', ')}) with ordinality as asked(${names.join(', ')}, place)
    cross join lateral (${inner}) as found`;
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

function identityOf(text: readonly string[]): number {
  let identity = identities.get(text);
  if (identity === undefined) {
    identity = identities.size;
    identities.set(text, identity);
  }
  return identity;
}
