/**
 * The steps of a move. After each of them the rows in the database that is filled are those of the other one at a single
 * moment, as far as they have been copied: so no unique key is ever in the way, and a comparison has to find equal rows.
 */
import { digest } from '../../protocol/digest.ts';
import { Unusable } from '../database.ts';
import type { MovedTable } from './moved-tables.ts';
import { type Cells, keyOf, type Source, type Target } from './session.ts';

export interface Ends {
  readonly source: Source;
  readonly target: Target;
  readonly tables: readonly MovedTable[];
}

/** The next rows of a table to be copied. */
interface Portion {
  readonly table: MovedTable;
  readonly after: Cells | undefined;
  readonly most: number;
}

/** Looked up or written together. */
const MOST_TOGETHER = 500;

/** What has changed since the last step, and a portion of rows with it. Answers how many keys had changed. */
export async function carryOver(ends: Ends, portion?: Portion): Promise<{ changed: number; rows: readonly Cells[] }> {
  const { source, target } = ends;
  const changes = await readChanges(ends);
  const rows = portion ? await source.page(portion.table, portion.after, portion.most) : [];
  if (portion === undefined && changes.length === 0) return { changed: 0, rows };
  await target.transaction(async () => {
    for (const { table, keys } of changes) for (const some of slices(keys)) await target.remove(table, some);
    for (const { table, keys } of changes)
      for (const some of slices(keys)) await insertCompared(ends, table, await source.rowsOf(table, some), some);
    if (portion) await copyPortion(ends, portion, rows, changes);
  });
  return { changed: changes.reduce((sum, { keys }) => sum + keys.length, 0), rows };
}

/** Throws unless the other database has exactly these rows for these keys. */
export async function compare(
  { target }: Pick<Ends, 'target'>,
  table: MovedTable,
  rows: readonly Cells[],
  keys: readonly Cells[] = rows.map((row) => keyOf(table, row)),
): Promise<void> {
  const found = await target.rowsOf(table, keys);
  if (digestOf(table, rows) === digestOf(table, found)) return;
  throw new Unusable(
    `Rows of ${table.name} are not the same in both databases after they were copied. Nothing was switched; run latchkey move --abandon and report this.`,
  );
}

/** Where the copying of each table has come to. */
export async function readProgress(target: Target, table: MovedTable): Promise<{ after?: Cells; isDone: boolean }> {
  const [[noted] = []] = await target.query('select value from move_notes where name = ?', [`copied ${table.name}`]);
  if (noted === undefined || noted === null) return { isDone: false };
  return noted === 'all' ? { isDone: true } : { after: JSON.parse(noted), isDone: false };
}

interface Changes {
  readonly table: MovedTable;
  readonly keys: readonly Cells[];
}

async function readChanges({ source, tables }: Ends): Promise<readonly Changes[]> {
  const noted = await source.query('select distinct table_name, key from move_changes');
  return tables.flatMap((table) => {
    const keys: readonly Cells[] = noted
      .filter(([name]) => name === table.name)
      .map(([, key]) => JSON.parse(String(key)));
    return keys.length === 0 ? [] : [{ table, keys }];
  });
}

async function copyPortion(
  ends: Ends,
  { table, most }: Portion,
  rows: readonly Cells[],
  changes: readonly Changes[],
): Promise<void> {
  const { target } = ends;
  const changed = new Set(changes.find((one) => one.table === table)?.keys.map((key) => JSON.stringify(key)));
  const unchanged = rows.filter((row) => !changed.has(JSON.stringify(keyOf(table, row))));
  const keys = unchanged.map((row) => keyOf(table, row));
  // Of a step that was killed after it was written down, or of a change that came before the copy.
  await target.remove(table, keys);
  await target.insert(table, unchanged);
  const last = rows.at(-1);
  const value = last === undefined || rows.length < most ? 'all' : JSON.stringify(keyOf(table, last));
  await target.query(NOTE, [`copied ${table.name}`, value]);
}

const NOTE = `insert into move_notes (name, value) values (?, ?)
  on conflict (name) do update set value = excluded.value`;

async function insertCompared(
  ends: Ends,
  table: MovedTable,
  rows: readonly Cells[],
  keys: readonly Cells[],
): Promise<void> {
  await ends.target.insert(table, rows);
  await compare(ends, table, rows, keys);
}

function digestOf(table: MovedTable, rows: readonly Cells[]): string {
  const lines = rows.map((row) => `${JSON.stringify(keyOf(table, row))} ${JSON.stringify(row)}`);
  return digest(lines.toSorted().join('\n'));
}

function* slices(keys: readonly Cells[]): Generator<readonly Cells[]> {
  for (let start = 0; start < keys.length; start += MOST_TOGETHER) yield keys.slice(start, start + MOST_TOGETHER);
}
