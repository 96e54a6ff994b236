/**
 * Statements as values: text and values travel apart, so a value can never become text.
 *
 * `insertRow` and `changeRow` also say what they are, so that an engine may put several of them into one statement
 * (postgres/write-groups.ts). What the `sql` tag makes says nothing about itself and travels alone.
 */

import type { RowWriter } from './rows.ts';

export type Value = string | number | null;

/** A piece of a statement: the literal parts, and the values between them. */
interface Fragment {
  readonly text: readonly string[];
  readonly values: readonly Value[];
}

export interface Sql extends Fragment {
  /** The literal parts. One call site always yields the same array, so drivers prepare each statement once. */
  readonly text: readonly string[];
  /** A guard: the batch it belongs to is undone as a whole when this statement touches no row. */
  readonly must: boolean;
  /** Undefined for a statement that says nothing about itself. */
  readonly shape: Shape | undefined;
  /** Runs before the others of its batch: `leading` before `locking`. */
  readonly leads?: 'first' | 'second';
  /** The row that a `locking` statement takes hold of. */
  readonly holds?: NamedRow;
  /** The one row that it writes (`touching`). */
  readonly touches?: NamedRow;
  /** Makes its rows (`inRows`). */
  readonly writeRow?: RowWriter;
  readonly halves?: Halves;
}

/**
 * A lookup of one row as two: the first has the values of the whole and answers what changes all the time, the second has the
 * field of the first at `by` and answers what seldom changes. Their columns, one after the other, are those of the whole.
 * For an engine that is asked without a round trip.
 */
export interface Halves {
  readonly first: Sql;
  readonly second: Sql;
  readonly by: number;
}

/** A row by its record number, or by its name in a table whose rows have names instead. */
export interface NamedRow {
  readonly table: string;
  readonly id: number | string;
}

export type Shape = NewRow | RowChange;

/** A row with a key that no other row has. */
export interface NewRow {
  readonly kind: 'insert';
  readonly table: string;
  readonly columns: readonly string[];
  /** The place of the record number among the values; -1 where the table has none. */
  readonly idPlace: number;
}

/** A change of one row, named by its record number, that depends on columns of this row alone. */
export interface RowChange {
  readonly kind: 'change';
  readonly table: string;
  /** The literal parts of what is set, and of the condition beside the record number; empty for none. */
  readonly set: readonly string[];
  readonly where: readonly string[];
  readonly idPlace: number;
}

export function sql(text: TemplateStringsArray, ...values: Value[]): Sql {
  return { text, values, must: false, shape: undefined };
}

/** Says how the rows of a statement are made, where it is asked all the time. */
export function inRows({ text, values, must, shape }: Sql, writeRow: RowWriter, halves?: Halves): Sql {
  return halves ? { text, values, must, shape, writeRow, halves } : { text, values, must, shape, writeRow };
}

/** Marks a write as a guard: it has to touch a row, or nothing of its batch happens. */
export function must({ text, values, shape }: Sql): Sql {
  return { text, values, must: true, shape };
}

/**
 * Marks a write that runs before the others of its batch, which then see what it had to wait for. Ending a session waits for
 * what that session is about to commit: what else ends with it has to find that too.
 */
export function leading(statement: Sql): Sql {
  return { ...statement, leads: 'first' };
}

/** Marks a write that takes hold of a row before others: everybody who adds what the batch ends holds it, and is waited for. */
export function locking(statement: Sql, holds: NamedRow): Sql {
  return { ...statement, leads: 'second', holds };
}

/** Says which row a statement of the `sql` tag writes, so that everybody locks it in one order (postgres/locking-order.ts). */
export function touching(statement: Sql, touches: NamedRow): Sql {
  return { ...statement, touches };
}

/**
 * Defines the insertion of a row: `insertRow('codes', (code: NewCode) => ({ id: code.id, … }))`. The object's names are
 * the columns, always the same ones in the same order.
 */
export function insertRow<Source extends readonly unknown[]>(
  table: string,
  columnsOf: (...source: Source) => Readonly<Record<string, Value>>,
): (...source: Source) => Sql {
  let composed: Composed | undefined;
  return (...source) => {
    const row = columnsOf(...source);
    composed ??= composeInsert(table, Object.keys(row));
    return { text: composed.text, values: Object.values(row), must: false, shape: composed.shape };
  };
}

/** The two pieces of a `changeRow`. */
export const set: (text: TemplateStringsArray, ...values: Value[]) => Fragment = fragment;
export const where: (text: TemplateStringsArray, ...values: Value[]) => Fragment = fragment;

/** Changes the row with this record number if the condition, about its own columns alone, holds. */
export function changeRow(table: string, id: number, changes: Fragment, condition: Fragment = UNCONDITIONAL): Sql {
  const { text, shape } = changeOf(table, changes.text, condition.text);
  return { text, values: [...changes.values, id, ...condition.values], must: false, shape };
}

interface Composed {
  readonly text: readonly string[];
  readonly shape: Shape;
}

const UNCONDITIONAL: Fragment = { text: [], values: [] };

function fragment(text: TemplateStringsArray, ...values: Value[]): Fragment {
  return { text, values };
}

function composeInsert(table: string, columns: readonly string[]): Composed {
  const between = columns.slice(1).map(() => ', ');
  const text = [`insert into ${table} (${columns.join(', ')}) values (`, ...between, ')'];
  return { text, shape: { kind: 'insert', table, columns, idPlace: columns.indexOf('id') } };
}

function composeChange(table: string, changes: readonly string[], condition: readonly string[]): Composed {
  const shape: Shape = { kind: 'change', table, set: changes, where: condition, idPlace: changes.length - 1 };
  const head = enclose(`update ${table} set `, changes, ' where id = ');
  const tail = condition.length === 0 ? [''] : enclose(' and (', condition, ')');
  return { text: [...head, ...tail], shape };
}

function enclose(before: string, parts: readonly string[], after: string): string[] {
  return parts.map((part, index) => {
    const begin = index === 0 ? before : '';
    return begin + part + (index === parts.length - 1 ? after : '');
  });
}

const conditions = new Map<readonly string[], Map<readonly string[], readonly string[]>>();

/** Both conditions as one: one text for each pair, as of the changes. */
export function conditionOf(one: readonly string[], other: readonly string[]): readonly string[] {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
  const known = conditions.get(one)?.get(other);
  if (known !== undefined) return known;
  const head = enclose('(', one, ') and (');
  const tail = enclose('', other, ')');
  const both = [...head.slice(0, -1), `${head.at(-1)}${tail[0]}`, ...tail.slice(1)];
  conditions.set(one, (conditions.get(one) ?? new Map()).set(other, both));
  return both;
}

const changes = new Map<readonly string[], Map<readonly string[], Composed>>();

/** One text for each pair of pieces: they come from call sites, so the source bounds their number. */
export function changeOf(table: string, set: readonly string[], where: readonly string[]): Composed {
  let bySet = changes.get(set);
  if (bySet === undefined) {
    bySet = new Map();
    changes.set(set, bySet);
  }
  let composed = bySet.get(where);
  if (composed === undefined) {
    composed = composeChange(table, set, where);
    bySet.set(where, composed);
  }
  if (composed.shape.table !== table)
    throw new Error(`The same change is made to ${table} and ${composed.shape.table}.`);
  return composed;
}
