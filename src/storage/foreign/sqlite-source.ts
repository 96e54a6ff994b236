/** Reads the tables of another service from its SQLite file, or from a copy of it. */
import { isUtf8 } from 'node:buffer';
import { type Connection, connectForeign, sqliteCode } from '../sqlite/connection.ts';
import { refuseNoFile } from './place.ts';
import {
  cutText,
  type ForeignRow,
  type ForeignSource,
  LONGEST_TEXT,
  noText,
  quoteName,
  ROWS_AT_ONCE,
  UnfitSource,
} from './source.ts';

/** One transaction: a service that still runs changes nothing under the reader. */
export function openSqliteSource(path: string): ForeignSource {
  refuseNoFile(path);
  const connection = explaining(path, () => begin(path));
  const encoding = explaining(path, () => String(connection.prepare('pragma encoding').get()?.encoding));
  return {
    columnsOf: async (table) =>
      explaining(path, () => {
        const [found] = connection
          .prepare("select name from sqlite_schema where type in ('table', 'view') and name = ? collate nocase")
          .all(table);
        if (!found) return undefined;
        // Computed columns as well, which 2 and 3 stand for; 1 is what a virtual table does not show.
        return connection
          .prepare('select name from pragma_table_xinfo(?) where hidden <> 1')
          .all(table)
          .map((row) => String(row.name));
      }),
    async *rows(table, columns) {
      for (const chunk of readRows(path, connection, selectOf(table, columns))) {
        for (const row of chunk) {
          const cut = row[CUT_COLUMN];
          if (typeof cut === 'string') throw cutText(table, cut, row[ROW_ID] ?? '');
          if (isDoubtful(row, encoding)) refuseNoText(path, connection, { table, columns, row, encoding });
        }
        yield chunk;
      }
    },
    close: async () => connection.close(),
  };
}

function begin(path: string): Connection {
  const connection = connectForeign(path);
  connection.exec('begin; select count(*) from sqlite_schema');
  return connection;
}

function selectOf(table: string, columns: readonly string[]): string {
  const list = columns.map((name) => `${textOf(name)} as ${quoteName(name)}`);
  // Of the table: the column of the answer is a text, which stands in another order.
  const id = `${quoteName(table)}.${quoteName('id')}`;
  const cut = columns.map(
    (name) => `when instr(cast(${quoteName(name)} as text), char(0)) > 0 then ${quoteText(name)}`,
  );
  list.push(`cast(${id} as text) as ${quoteName(ROW_ID)}`, `case ${cut.join(' ')} end as ${quoteName(CUT_COLUMN)}`);
  return `select ${list.join(', ')} from ${quoteName(table)} order by ${id}`;
}

const ROW_ID = 'row id';
/** The first column with a NUL, at which SQLite ends a text. */
const CUT_COLUMN = 'cut column';

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function textOf(name: string): string {
  return `substr(cast(${quoteName(name)} as text), 1, ${LONGEST_TEXT})`;
}

/** As they are kept: what is cut out of a text is UTF-8 by then. */
function bytesOf(name: string, encoding: string): string {
  if (encoding === UTF_8) return `cast(${textOf(name)} as blob)`;
  return `substr(cast(${quoteName(name)} as blob), 1, ${2 * LONGEST_TEXT})`;
}

/** What is no UTF-8 has come as U+FFFD; but a text may have that character itself. Half a character of UTF-16 takes in the next one. */
function isDoubtful(row: ForeignRow, encoding: string): boolean {
  return encoding !== UTF_8 || Object.values(row).some((text) => text?.includes('\uFFFD'));
}

const UTF_8 = 'UTF-8';

function isText(bytes: Uint8Array, encoding: string): boolean {
  if (encoding === UTF_8) return isUtf8(bytes);
  const text = Buffer.from(bytes);
  if (text.length % 2 === 1) return false;
  return (encoding === 'UTF-16be' ? text.swap16() : text).toString('utf16le').isWellFormed();
}

interface Doubted {
  readonly table: string;
  readonly columns: readonly string[];
  readonly row: ForeignRow;
  readonly encoding: string;
}

/** Looks at the bytes. */
function refuseNoText(path: string, connection: Connection, { table, columns, row, encoding }: Doubted): void {
  const id = row[ROW_ID] ?? '';
  const list = columns.map((name) => `${bytesOf(name, encoding)} as ${quoteName(name)}`);
  // A number is found by its text along the key; where the column has no type, only like this.
  const found = explaining(path, () => {
    const select = `select ${list.join(', ')} from ${quoteName(table)} where`;
    return (
      connection.prepare(`${select} ${quoteName('id')} = ?`).get(id) ??
      connection.prepare(`${select} cast(${quoteName('id')} as text) = ?`).get(id)
    );
  });
  const wrong = Object.entries(found ?? {}).find(
    ([, bytes]) => bytes instanceof Uint8Array && !isText(bytes, encoding),
  );
  if (wrong) throw noText(table, wrong[0], id, encoding);
}

function* readRows(path: string, connection: Connection, text: string): Generator<readonly ForeignRow[]> {
  const rows = explaining(path, () => connection.prepare(text).iterate());
  for (;;) {
    const chunk = explaining(path, () => take(rows));
    if (chunk.length > 0) yield chunk;
    if (chunk.length < ROWS_AT_ONCE) return;
  }
}

function take(rows: Iterator<Record<string, unknown>>): readonly ForeignRow[] {
  const chunk: ForeignRow[] = [];
  while (chunk.length < ROWS_AT_ONCE) {
    const { value, done } = rows.next();
    if (done) break;
    // Every column was cast to text by the statement.
    chunk.push(value as ForeignRow);
  }
  return chunk;
}

function explaining<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new UnfitSource(
      CLOSED.includes(sqliteCode(error))
        ? `${path} cannot be read by this user (${reason}): in WAL mode, and after a crash, SQLite needs files beside it that it may write to. Let a user who may make a copy, and import from that: sqlite3 ${path} "vacuum into 'copy.sqlite3'".`
        : `${path} cannot be read as an SQLite database: ${reason}.`,
    );
  }
}

/** It may not be written to (8), or it, or what stands beside it, cannot be opened (14). */
const CLOSED: readonly number[] = [8, 14];
