/** Reads the tables of another service from its PostgreSQL database, in one transaction that changes nothing. */
import { isUtf8 } from 'node:buffer';
import { type DriverClient, openPool } from '../postgres/pool.ts';
import { codeOf, reasonOf } from '../postgres/reasons.ts';
import {
  type ForeignRow,
  type ForeignSource,
  LONGEST_TEXT,
  noText,
  quoteName,
  ROWS_AT_ONCE,
  UnfitSource,
} from './source.ts';

/** One moment for all tables; and no time limits, for between two reads stands the writing of what was read. */
const BEGIN = [
  'begin isolation level repeatable read read only',
  'set local idle_in_transaction_session_timeout = 0',
  'set local statement_timeout = 0',
  // A database may write its dates otherwise.
  "set local datestyle = 'ISO'",
  // The planner knows these tables better than our own settings do.
  'set local enable_seqscan = on',
];

export async function openPostgresSource(address: string): Promise<ForeignSource> {
  let isOpen = false;
  const pool = openPool({
    server: address,
    size: 1,
    statementMs: 0,
    lockMs: 0,
    mayBeStandby: true,
    // A new connection would see another moment. Before there is one, the driver says itself why there is none.
    onBroken: () => isOpen && pool.abort(),
    onStandby: () => {},
  });
  const ask = (text: string, values: readonly string[] = []) =>
    explaining(pool.call((client: DriverClient) => client.unsafe<Record<string, string | null>[]>(text, [...values])));
  try {
    for (const statement of BEGIN) {
      await ask(statement);
      isOpen = true;
    }
  } catch (error) {
    pool.abort();
    throw error;
  }
  const [first] = await ask('show server_encoding');
  const isUnknown = first?.server_encoding === 'SQL_ASCII';
  return {
    async columnsOf(table) {
      const rows = await ask(
        `select attname as name from pg_attribute where attrelid = to_regclass(quote_ident($1))
          and attnum > 0 and not attisdropped order by attnum`,
        [table],
      );
      return rows.length === 0 ? undefined : rows.map(({ name }) => String(name));
    },
    async *rows(table, columns) {
      for await (const chunk of readRows(ask, { table, columns, read: isUnknown ? BYTES : TEXT }))
        yield isUnknown ? chunk.map((row) => decoded(table, row)) : chunk;
    },
    close: () => pool.end(1),
    elsewhere: ' Tables of another schema are found by ?search_path=SCHEMA behind the address.',
  };
}

type Ask = (text: string, values?: readonly string[]) => Promise<readonly Record<string, string | null>[]>;

/** How a value is asked for. */
const TEXT = (name: string) => `left(${name}::text, ${LONGEST_TEXT})`;

/** A database that knows of no encoding has taken whatever bytes it was given, and the server hands them out as they are. */
const BYTES = (name: string) => `encode(convert_to(${TEXT(name)}, 'SQL_ASCII'), 'hex')`;

interface Reading {
  readonly table: string;
  readonly columns: readonly string[];
  readonly read: (name: string) => string;
}

/** Along the primary key; each page begins behind the last row of the one before. */
async function* readRows(ask: Ask, { table, columns, read }: Reading): AsyncGenerator<readonly ForeignRow[]> {
  // Of the table: a column of the answer has the same name, and texts stand in another order than numbers.
  const id = `kept.${quoteName('id')}`;
  const list = columns.map((name) => `${read(quoteName(name))} as ${quoteName(name)}`);
  const from = `select ${list.join(', ')}, ${id}::text as "${PAGE_AFTER}" from ${quoteName(table)} kept`;
  let last: string | undefined;
  for (;;) {
    const behind = last === undefined ? '' : `where ${id} > $1`;
    const rows = await ask(`${from} ${behind} order by ${id} limit ${ROWS_AT_ONCE}`, last === undefined ? [] : [last]);
    if (rows.length > 0) yield rows;
    last = rows.at(-1)?.[PAGE_AFTER] ?? undefined;
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
  }
}

const PAGE_AFTER = 'page after';

function decoded(table: string, row: ForeignRow): ForeignRow {
  const id = row[PAGE_AFTER] ?? '';
  const cells = Object.entries(row).map(([name, hex]) => {
    if (name === PAGE_AFTER || hex === null) return [name, hex] as const;
    const bytes = Buffer.from(hex, 'hex');
    // One that is too long was cut between two bytes, and is refused for its length.
    if (bytes.length < LONGEST_TEXT && !isUtf8(bytes)) throw noText(table, name, id);
    return [name, bytes.toString()] as const;
  });
  return Object.fromEntries(cells);
}

async function explaining<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const strange = codeOf(error) === UNKNOWN_SETTING ? `: ${NO_SETTING}` : '';
    throw new UnfitSource(`The database to import from cannot be read: ${reasonOf(error)}${strange}.`);
  }
}

const UNKNOWN_SETTING = '42704';
const NO_SETTING = 'leave out of the address what is neither about the connection nor a setting of PostgreSQL';
