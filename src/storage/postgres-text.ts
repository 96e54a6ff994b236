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
