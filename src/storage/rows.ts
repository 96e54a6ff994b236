/**
 * The rows that both drivers hand out: frozen, alike in shape for one statement, and the same objects while they stay
 * equal.
 */

type Row = Readonly<Record<string, unknown>>;
export type Rows = readonly Row[];

export type RowMaker = (fields: readonly unknown[], skip?: number) => Row;

/**
 * Makes the rows of one statement from lists of fields, of which the first `skip` are not part of the row.
 *
 * Each row is a copy of one blank row: an object that gets 36 columns by computed names one after the other ends up as
 * a dictionary, which is slower to make and to read. Freezing such a copy costs nothing that can be measured (733 ns
 * without a blank row, 673 with it, 676 with it and frozen, for 36 columns on the machine of bench/FINDINGS.md).
 */
export function rowMaker(names: readonly string[]): RowMaker {
  const blank: Row = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))));
  return (fields, skip = 0) => {
    const row: Record<string, unknown> = { ...blank };
    for (let place = 0; place < names.length; place += 1) row[names[place] ?? ''] = fields[place + skip];
    return Object.freeze(row);
  };
}

/** What was handed out before where it equals what was read now: the port promises the same objects (database.ts). */
export function preferKnown(known: Rows, read: Rows): Rows {
  return areEqual(known, read) ? known : read;
}

function areEqual(some: Rows, others: Rows): boolean {
  if (some.length !== others.length) return false;
  return some.every((row, index) => {
    const other = others[index];
    // Both come from one statement, so they have the same columns.
    for (const column in row) if (row[column] !== other?.[column]) return false;
    return true;
  });
}
