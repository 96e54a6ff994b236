/**
 * How batches travel between the event loop and the writer thread: as one flat list each way.
 *
 * Copying between threads costs by the object, so a group of nested lists would cost several times as much.
 */
import type { Sql, Value } from '../sql.ts';

export interface Group {
  /** Statements not sent before, by number. */
  readonly texts: readonly (readonly [number: number, text: string])[];
  /**
   * For each batch the number of its steps; for each step its statement (see `stepOf`), its number of values, these.
   */
  readonly flat: readonly Value[];
}

/** For each batch the rows touched by each step; or a single null (undone), or a text: the defect that undid it. */
export type Outcome = { readonly flat: readonly Value[] } | { readonly failed: string };

/** Said between groups: the thread asks for the log to be moved into the file, and is told when that has been tried. */
export const LOG_GROWN = 'log grown';
export const LOG_MOVED = 'log moved';

/** A guard is written as the statement's number below zero, counted from -1. */
function stepOf(number: number, must: boolean): number {
  return must ? -1 - number : number;
}

export function readStep(step: number): { readonly number: number; readonly must: boolean } {
  return step < 0 ? { number: -1 - step, must: true } : { number: step, must: false };
}

/** Appends a batch. `numberOf` knows the number of each statement. */
export function pack(flat: Value[], batch: readonly Sql[], numberOf: (statement: Sql) => number): void {
  flat.push(batch.length);
  for (const statement of batch) {
    flat.push(stepOf(numberOf(statement), statement.must), statement.values.length);
    for (const value of statement.values) flat.push(value);
  }
}

/** What became of one batch, and where the next one's outcome begins. */
interface Unpacked {
  readonly outcome: readonly number[] | null | { readonly defect: string };
  readonly next: number;
}

export function unpack(flat: readonly Value[], start: number, steps: number): Unpacked {
  const first = flat[start] ?? null;
  if (steps === 0) return { outcome: [], next: start };
  if (first === null) return { outcome: null, next: start + 1 };
  if (typeof first === 'string') return { outcome: { defect: first }, next: start + 1 };
  return { outcome: flat.slice(start, start + steps).map(Number), next: start + steps };
}
