/** The tables of another service as an import reads them: columns by name, rows as texts, all as of one moment. */

/** Columns that were asked for, by name; null where the row has nothing there. */
export type ForeignRow = Readonly<Record<string, string | null>>;

export interface ForeignSource {
  /** Undefined where there is no such table; empty where the source cannot know because the table is empty. */
  columnsOf(table: string): Promise<readonly string[] | undefined>;
  /** Every row once, some thousands at a time. */
  rows(table: string, columns: readonly string[]): AsyncGenerator<readonly ForeignRow[]>;
  close(): Promise<void>;
  /** Where a table may be that is not found; a sentence for the operator. */
  readonly elsewhere?: string;
}

/** The source is damaged, cut off or not what it should be: nothing of it is taken. */
export class UnfitSource extends Error {
  override readonly name = 'UnfitSource';
}

/** Bytes that are no UTF-8 would come as U+FFFD and be written as that: names would change, and secrets fit nothing any more. */
export function noText(table: string, column: string, id: string, encoding = 'UTF-8'): UnfitSource {
  return new UnfitSource(
    `The table ${table} has in ${column} what is no text in ${encoding}, in the row with the id ${id}: mend it there, or in a copy, and import again.`,
  );
}

/** SQLite hands out a text up to its first NUL: names and secrets would come in half. */
export function cutText(table: string, column: string, id: string): UnfitSource {
  return new UnfitSource(
    `The table ${table} has in ${column} a text with the character U+0000, in the row with the id ${id}: mend it there, or in a copy, and import again.`,
  );
}

export const ROWS_AT_ONCE = 2000;
/** Nothing that is imported is longer; what is, was not made by such a service, and is cut so that rules refuse it. */
export const LONGEST_TEXT = 65_536;

/** Names come from the operator and from the source itself. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
