/**
 * Reads of the embedded database, remembered for exactly as long as nobody has committed anything. Rows that are read again and
 * turn out the same are handed out as the same objects, so that what others have made of them stays good.
 *
 * SQLite's `data_version` changes with every commit of any other connection: our writer thread and other processes
 * alike. So a remembered answer is the one the database would give now, on every instance, and no rule of ours has
 * to name what might have changed.
 */
import { Unavailable } from './database.ts';
import type { Sql, Value } from './sql.ts';
import { type Connection, connect, isOutOfReach, type Statement } from './sqlite-connection.ts';

export interface Reader {
  read(statement: Sql): Promise<readonly unknown[]>;
  close(): void;
}

/** Lists for pages are not worth their memory; the lookups of the hot paths have a handful of rows. */
const MOST_ROWS = 4;
const MOST_ANSWERS = 4000;

type Row = Readonly<Record<string, unknown>>;

interface Answer {
  rows: readonly Row[];
  /** The count of changes at which the rows were last read. */
  readAt: number;
}

interface Shelf {
  readonly prepared: Statement;
  readonly answers: Map<Value, Answer>;
}

export function openReader(path: string): Reader {
  const connection = connect(path, 'reader');
  const versionStatement = connection.prepare('pragma data_version');
  versionStatement.setReturnArrays(true);
  const shelves = new Map<readonly string[], Shelf>();
  let version: unknown;
  let changes = 0;
  let remembered = 0;

  function noticeChange(): void {
    const current = firstColumn(versionStatement);
    if (current !== version) {
      version = current;
      changes += 1;
    }
    if (remembered < MOST_ANSWERS) return;
    for (const shelf of shelves.values()) shelf.answers.clear();
    remembered = 0;
  }

  /**
   * One look at the version serves all reads of a turn. It happens after the turn's requests were received, so what
   * any process had committed before a request began is seen by that request.
   */
  let looking: Promise<void> | undefined;
  function look(): Promise<void> {
    looking ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        looking = undefined;
        try {
          noticeChange();
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
    return looking;
  }

  function answer(statement: Sql): readonly unknown[] {
    const shelf = shelfFor(connection, shelves, statement);
    const key = keyOf(statement.values);
    const known = shelf.answers.get(key);
    if (known?.readAt === changes) return known.rows;
    const rows = shelf.prepared.all(...statement.values);
    if (known !== undefined) {
      if (!areSame(known.rows, rows)) known.rows = rows;
      known.readAt = changes;
      return known.rows;
    }
    if (rows.length <= MOST_ROWS) {
      shelf.answers.set(key, { rows, readAt: changes });
      remembered += 1;
    }
    return rows;
  }

  return {
    read: async (statement) => {
      try {
        await look();
        return answer(statement);
      } catch (error) {
        throw isOutOfReach(error) ? new Unavailable(`The database is busy or out of reach: ${String(error)}`) : error;
      }
    },
    close: () => connection.close(),
  };
}

function shelfFor(connection: Connection, shelves: Map<readonly string[], Shelf>, { text }: Sql): Shelf {
  let shelf = shelves.get(text);
  if (!shelf) {
    shelf = { prepared: connection.prepare(text.join('?')), answers: new Map() };
    shelves.set(text, shelf);
  }
  return shelf;
}

function areSame(some: readonly Row[], others: readonly Row[]): boolean {
  if (some.length !== others.length) return false;
  return some.every((row, index) => {
    const other = others[index];
    // Both come from one statement, so they have the same columns.
    for (const column in row) if (row[column] !== other?.[column]) return false;
    return true;
  });
}

/** One value is its own key: numbers and texts never meet in a Map. */
function keyOf(values: readonly Value[]): Value {
  return values.length === 1 ? (values[0] ?? null) : JSON.stringify(values);
}

function firstColumn(statement: Statement): unknown {
  // With setReturnArrays a row is an array, which the type of `get` does not say.
  return (statement.get() as unknown as unknown[])[0];
}
