/**
 * Reads a row in two halves (`Halves` of sql.ts): the one that changes all the time from the database, the one that seldom does
 * from memory, for as long as its own tables are unchanged.
 *
 * While tokens are refreshed, their pairs change with every commit, and whatever was remembered of a token is read anew. Its
 * family, consent, application and account have not changed: of 42 columns from six tables, 18 from two are left to read.
 */
import type { Halves, Value } from '../sql.ts';
import type { Statement } from './connection.ts';
import type { Fields } from './packed.ts';
import type { Revisions } from './revisions.ts';

/** As lists of fields; SQLite answers at most one for each half. */
export type FetchFields = (values: readonly Value[]) => Fields;

/** Few, since what is asked for by one family after the other is not found again anyway; then all of them go. */
export const MOST_STEADY = 512;

interface Steady {
  readonly fields: readonly unknown[];
  readonly stamp: number;
}

/** `names` are the columns of the whole row, in their order. */
export function fetchInHalves(revisions: Revisions, halves: Halves, names: readonly string[]): FetchFields {
  const { prepared: first } = revisions.prepare(halves.first.text.join('?'));
  const { prepared: second, tables } = revisions.prepare(halves.second.text.join('?'));
  assertWhole([...columnsOf(first), ...columnsOf(second)], names);
  const [fetchFirst, fetchSecond] = [fetchWhole(first), fetchWhole(second)];
  const steady = new Map<number, Steady>();

  function steadyFor(key: number): readonly unknown[] | undefined {
    const stamp = revisions.stampOf(tables);
    const known = steady.get(key);
    if (known?.stamp === stamp) return known.fields;
    const [fields] = fetchSecond([key]);
    if (fields === undefined) return undefined;
    if (steady.size >= MOST_STEADY) steady.clear();
    steady.set(key, { fields, stamp });
    return fields;
  }

  return (values) => {
    const [changing] = fetchFirst(values);
    // Record numbers alone lead from one half to the other.
    const rest = changing && steadyFor(changing[halves.by] as number);
    return changing && rest ? [[...changing, ...rest]] : [];
  };
}

export function fetchWhole(prepared: Statement): FetchFields {
  prepared.setReturnArrays(true);
  // With setReturnArrays a row is an array, which the type of `all` does not say.
  return (values) => prepared.all(...values) as unknown as unknown[][];
}

function columnsOf(prepared: Statement): readonly string[] {
  return prepared.columns().map(({ name }) => name);
}

function assertWhole(columns: readonly string[], names: readonly string[]): void {
  if (columns.join() !== names.join()) throw new Error(`Halves have other columns than ${names.join(', ')}.`);
}
