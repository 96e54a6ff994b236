/** The `sql` tag: statement text and values travel apart, so a value can never become text. */

export type Value = string | number | null;

export interface Sql {
  /** The literal parts. One call site always yields the same array, so drivers prepare each statement once. */
  readonly text: readonly string[];
  readonly values: readonly Value[];
  /** A guard: the batch it belongs to is undone as a whole when this statement touches no row. */
  readonly must: boolean;
}

export function sql(text: TemplateStringsArray, ...values: Value[]): Sql {
  return { text, values, must: false };
}

/** Marks a write as a guard: it has to touch a row, or nothing of its batch happens. */
export function must(statement: Sql): Sql {
  return { text: statement.text, values: statement.values, must: true };
}
