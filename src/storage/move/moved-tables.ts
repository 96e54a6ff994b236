/** Which tables a move carries over, read from the schema itself, and which it does not and why. */
import type { Connection } from '../sqlite/connection.ts';

export interface MovedTable {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The names of the columns of the primary key, in its order. */
  readonly key: readonly string[];
}

interface Column {
  readonly name: string;
  readonly type: 'bigint' | 'text';
}

/** Every other table of the schema is moved. */
export const NOT_MOVED: Readonly<Record<string, string>> = {
  endings: 'each database notes its own; a listener of the other one starts anew',
  feed: 'the same',
  filed_events: 'SQLite files events by their accounts itself, as they arrive',
  filing: 'the same',
  migrations: 'each database has its own record; both must name the same migrations',
  move_changes: 'what changed in the database that is left',
  move_notes: 'how far the move is, in the database that is filled',
  moves: 'each database says for itself what it is in a move',
  revisions: 'SQLite counts changes of its own tables by triggers',
  webhook_groups: 'SQLite takes the words of webhooks apart by triggers',
};

export function movedTablesOf(connection: Connection): readonly MovedTable[] {
  const names = connection.prepare(TABLES).all();
  return names.map(({ name }) => describe(connection, String(name))).filter(({ name }) => !(name in NOT_MOVED));
}

const TABLES = "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by rowid";

function describe(connection: Connection, name: string): MovedTable {
  const rows = connection.prepare(`select name, type, pk from pragma_table_info('${name}')`).all();
  const columns = rows.map((row) => ({ name: String(row.name), type: typeOf(String(row.type)) }));
  const key = rows.filter(({ pk }) => Number(pk) > 0).toSorted((one, other) => Number(one.pk) - Number(other.pk));
  return { name, columns, key: key.map((row) => String(row.name)) };
}

/** The schema knows numbers and texts (docs/storage.md); a test of the move fails where that is no longer so. */
function typeOf(declared: string): Column['type'] {
  return declared.toLowerCase() === 'text' ? 'text' : 'bigint';
}
