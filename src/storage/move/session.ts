/** One end of a move: a connection of its own to either engine, on which every value is a text or null. */
import type { MovedTable } from './moved-tables.ts';

type Cell = string | null;
/** The values of a row, or of a key, in the order of the columns. */
export type Cells = readonly Cell[];

export interface Session {
  readonly engine: 'sqlite' | 'postgres';
  /** The address as it may be shown. */
  readonly shown: string;
  /** Runs one statement; `?` stands for each value. What it selects must be cast to text. */
  query(text: string, values?: Cells): Promise<readonly Cells[]>;
  /** The rows with these keys that there are, in any order. */
  rowsOf(table: MovedTable, keys: readonly Cells[]): Promise<readonly Cells[]>;
  insert(table: MovedTable, rows: readonly Cells[]): Promise<void>;
  remove(table: MovedTable, keys: readonly Cells[]): Promise<void>;
  /** Rows of keys behind this one, in the order of the engine. */
  page(table: MovedTable, after: Cells | undefined, most: number): Promise<readonly Cells[]>;
  /** Undone when the work fails. */
  transaction<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  close(): Promise<void>;
}

/** What the end that is left can do besides. */
export interface SourceActs {
  /** From now on changes of these tables are noted. */
  noteChanges(tables: readonly MovedTable[]): Promise<void>;
  stopNoting(tables: readonly MovedTable[]): Promise<void>;
  /** Everything that `work` reads is of one moment; the notes of changes from before it are forgotten once it is done. */
  snapshotOfChanges<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  /** Nobody can write meanwhile. What `work` did here is kept when it answers, and undone when it fails. */
  pause<Answer>(tables: readonly MovedTable[], work: () => Promise<Answer>): Promise<Answer>;
  /** Within a pause: from its end on nothing can be read or written in these tables, and nothing is noted. */
  leaveBehind(tables: readonly MovedTable[]): Promise<void>;
}

/** What the end that is filled can do besides. */
export interface TargetActs {
  /** Rows come in any order: references between tables are judged when all are there. */
  ignoreReferences(tables: readonly MovedTable[]): Promise<void>;
  /** New rows are judged again; it takes a moment however many there are. */
  respectReferences(): Promise<void>;
  /** Judges the rows that came meanwhile, also while the service uses them. */
  checkReferences(): Promise<void>;
}

export type Source = Session & SourceActs;
export type Target = Session & TargetActs;

/** How a column is selected: as text on both engines. */
export function selection({ columns }: MovedTable, prefix = ''): string {
  return columns
    .map(({ name, type }) => (type === 'text' ? `${prefix}${name}` : `cast(${prefix}${name} as text)`))
    .join(', ');
}

/** `(a, b) > (cast(? as bigint), ?)`, in words of both engines. */
export function pageText(table: MovedTable, isFirst: boolean, most: number): string {
  const names = table.key.join(', ');
  const values = table.key.map((name) => (typeOf(table, name) === 'text' ? '?' : 'cast(? as bigint)')).join(', ');
  const condition = isFirst ? '' : ` where (${names}) > (${values})`;
  return `select ${selection(table)} from ${table.name}${condition} order by ${names} limit ${most}`;
}

export function typeOf({ columns }: MovedTable, name: string): 'text' | 'bigint' {
  return columns.find((column) => column.name === name)?.type ?? 'text';
}

/** The key of a row. */
export function keyOf(table: MovedTable, row: Cells): Cells {
  return table.key.map((name) => row[table.columns.findIndex((column) => column.name === name)] ?? null);
}
