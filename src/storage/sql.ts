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

type Shape = NewRow | RowChange;

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
export function locking(statement: Sql): Sql {
  return { ...statement, leads: 'second' };
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

/**
 * Throws for a batch that changes a row which another statement of it touches, as far as statements say which rows
 * those are. PostgreSQL would apply one of two such changes and forget the other (database.ts).
 */
export function assertRowsOnce(batch: readonly Sql[]): void {
  if (batch.length > FEW) assertManyRowsOnce(batch);
  else assertFewRowsOnce(batch);
}

/** Comparing each with each is the fastest for as many as a request writes; `latchkey apply` writes thousands. */
const FEW = 64;

function assertFewRowsOnce(batch: readonly Sql[]): void {
  for (let later = 1; later < batch.length; later += 1) {
    for (let earlier = 0; earlier < later; earlier += 1) {
      const row = sharedRowOf(batch[earlier], batch[later]);
      if (row !== undefined) throw touchedTwice(row);
    }
  }
}

function assertManyRowsOnce(batch: readonly Sql[]): void {
  const rows = new Map<string, Shape['kind']>();
  for (const { shape, values } of batch) {
    if (!shape) continue;
    const row = `${shape.table} ${values[shape.idPlace]}`;
    const before = rows.get(row);
    if (before === 'change' || (before === 'insert' && shape.kind === 'change')) throw touchedTwice(row);
    rows.set(row, shape.kind);
  }
}

function touchedTwice(row: string): Error {
  return new Error(`A batch touches the row ${row} twice.`);
}

/**
 * A batch behind guards that change nothing. One whose row the batch changes itself, by a guard of its own, becomes part of
 * that guard's condition: a batch touches no row twice.
 */
export function guardedBy(guards: readonly Sql[], batch: readonly Sql[]): readonly Sql[] {
  let own = batch;
  const apart = guards.filter((guard) => {
    const met = own.findIndex((each) => each.must && sharedRowOf(guard, each) !== undefined);
    if (met < 0) return true;
    own = own.map((each, place) => (place === met ? bothOf(each, guard) : each));
    return false;
  });
  return [...apart, ...own];
}

/** The change, where the condition of the guard holds as well. */
function bothOf(change: Sql, guard: Sql): Sql {
  const { shape, values } = change;
  if (shape?.kind !== 'change' || guard.shape?.kind !== 'change') throw new Error('A new row cannot be guarded.');
  const { text, shape: both } = changeOf(shape.table, shape.set, conditionOf(shape.where, guard.shape.where));
  return { text, values: [...values, ...guard.values.slice(guard.shape.idPlace + 1)], must: true, shape: both };
}

/** Two new rows cannot meet: the unique key refuses the second. */
function sharedRowOf(one: Sql | undefined, other: Sql | undefined): string | undefined {
  const shape = one?.shape;
  const otherShape = other?.shape;
  if (!shape || !otherShape || shape.table !== otherShape.table) return undefined;
  if (shape.kind === 'insert' && otherShape.kind === 'insert') return undefined;
  const id = one.values[shape.idPlace];
  return id === other.values[otherShape.idPlace] ? `${shape.table} ${id}` : undefined;
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

/** One text for each pair, as of the changes. */
function conditionOf(one: readonly string[], other: readonly string[]): readonly string[] {
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
function changeOf(table: string, set: readonly string[], where: readonly string[]): Composed {
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
