/** What the drivers may remember of their answers: few rows, few bytes, and not more bytes in all than fit beside the rest. */
import type { Rows } from './rows.ts';
import type { Value } from './sql.ts';

/** Lists for pages are not worth their memory; the lookups of the hot paths have a handful of rows. */
const MOST_ROWS = 4;
/** The records of the hot paths have one or two thousand. A logo has 350 000, and browsers keep it. */
export const MOST_ANSWER_BYTES = 16_384;
/** Of a driver, all statements together; what one turn of the event loop adds may come on top. */
export const MOST_REMEMBERED_BYTES = 33_554_432;

/** A field, and a place in a map with what leads to it. */
const FIELD_BYTES = 16;
const ENTRY_BYTES = 150;
/** What is computed from a row and kept with it: an answer as text, permissions as a list (per-record.ts). */
export const COMPUTED_BYTES = 1000;

/** One value is its own key: numbers and texts never meet in a Map, and all lookups of a statement have as many values. */
export function keyOf(values: readonly Value[]): Value {
  return values.length === 1 ? (values[0] ?? null) : JSON.stringify(values);
}

/** Of an entry without rows: what was asked once. */
export function bytesOfKey(key: Value): number {
  return ENTRY_BYTES + bytesOfField(key);
}

/** An upper bound, cheap to compute: a text is taken for one of two bytes a character. Infinite beyond what is kept. */
export function bytesOf(rows: Rows): number {
  if (rows.length > MOST_ROWS) return Number.POSITIVE_INFINITY;
  let bytes = 0;
  for (const row of rows) {
    bytes += ENTRY_BYTES + COMPUTED_BYTES;
    for (const column in row) bytes += bytesOfField(row[column]);
  }
  return bytes > MOST_ANSWER_BYTES ? Number.POSITIVE_INFINITY : bytes;
}

function bytesOfField(field: unknown): number {
  return typeof field === 'string' ? FIELD_BYTES + 2 * field.length : FIELD_BYTES;
}
