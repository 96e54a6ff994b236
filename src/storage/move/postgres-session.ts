/** One end of a move in a PostgreSQL database. */
import { withoutPassword } from '../../config/values.ts';
import { arrayLiteral } from '../postgres/statement-text.ts';
import { dropPostgresTrigger, postgresTriggers } from './change-triggers.ts';
import type { MovedTable } from './moved-tables.ts';
import { type Line, openLine } from './postgres-line.ts';
import {
  type Cells,
  pageText,
  type Session,
  type Source,
  type SourceActs,
  selection,
  type Target,
  type TargetActs,
  typeOf,
} from './session.ts';

export async function openPostgresSession(url: string): Promise<Source & Target> {
  const line = await openLine(url);
  return { ...sessionOver(line, withoutPassword(url)), ...sourceOver(line), ...targetOver(line) };
}

function sessionOver({ query, within, end }: Line, shown: string): Session {
  return {
    engine: 'postgres',
    shown,
    query,
    rowsOf: (table, keys) => query(lookupOf(table), listsOf(keys, table.key.length)),
    insert: async (table, rows) => {
      if (rows.length > 0) await query(insertOf(table), listsOf(rows, table.columns.length));
    },
    remove: async (table, keys) => {
      if (keys.length > 0) await query(removeOf(table), listsOf(keys, table.key.length));
    },
    page: (table, after, most) => query(pageText(table, after === undefined, most), after ?? []),
    transaction: (work) => within('begin', work),
    close: async () => end(),
  };
}

function sourceOver({ run, within, withLocks, lock }: Line): SourceActs {
  return {
    async noteChanges(tables) {
      for (const table of tables)
        await withLocks(() =>
          within('begin', async () => {
            for (const text of postgresTriggers(table)) await run(text);
          }),
        );
    },
    async stopNoting(tables) {
      for (const table of tables) await withLocks(() => run(dropPostgresTrigger(table)));
    },
    snapshotOfChanges: (work) =>
      within('begin isolation level repeatable read', async () => {
        const answer = await work();
        // Of the same snapshot: what was noted since stays.
        await run('delete from move_changes');
        return answer;
      }),
    pause: (tables, work) =>
      within('begin', async () => {
        await lock(tables, 'exclusive');
        return await work();
      }),
    async leaveBehind(tables) {
      await lock(tables, 'access exclusive');
      for (const table of tables) await run(dropPostgresTrigger(table));
      for (const { name } of tables) await run(`alter table ${name} rename to moved_${name}`);
    },
  };
}

function targetOver({ query, run, within }: Line): TargetActs {
  return {
    ignoreReferences: (tables) =>
      within('begin', async () => {
        const found = await query(REFERENCES, [arrayLiteral(tables.map(({ name }) => name))]);
        for (const [table, name, definition] of found) {
          await query(NOTE_REFERENCE, [`reference ${table} ${name}`, definition ?? '']);
          await run(`alter table ${table} drop constraint ${name}`);
        }
      }),
    async respectReferences() {
      for (const { table, name, definition } of await notedReferences(query)) {
        await run(`alter table ${table} drop constraint if exists ${name}`);
        await run(`alter table ${table} add constraint ${name} ${definition} not valid`);
      }
    },
    async checkReferences() {
      // A statement about whole tables, which no connection of the service ever sends.
      await run('set enable_seqscan = on; set enable_hashjoin = on; set enable_mergejoin = on');
      for (const { table, name } of await notedReferences(query))
        await run(`alter table ${table} validate constraint ${name}`);
    },
  };
}

/** One list for each column: the values that the rows have there. */
function listsOf(rows: readonly Cells[], columns: number): string[] {
  return Array.from({ length: columns }, (_, place) => arrayLiteral(rows.map((row) => row[place] ?? null)));
}

function insertOf({ name, columns }: MovedTable): string {
  const lists = columns.map(({ type }) => `cast(cast(? as text) as ${type}[])`).join(', ');
  return `insert into ${name} (${columns.map((column) => column.name).join(', ')}) select * from unnest(${lists})`;
}

function keysOf(table: MovedTable): string {
  const lists = table.key.map((name) => `cast(cast(? as text) as ${typeOf(table, name)}[])`).join(', ');
  return `unnest(${lists}) as asked(${table.key.map((_, place) => `k${place}`).join(', ')})`;
}

function matches(table: MovedTable): string {
  return table.key.map((name, place) => `t.${name} = asked.k${place}`).join(' and ');
}

function lookupOf(table: MovedTable): string {
  return `select ${selection(table, 't.')} from ${keysOf(table)} join ${table.name} t on ${matches(table)}`;
}

function removeOf(table: MovedTable): string {
  return `delete from ${table.name} t using ${keysOf(table)} where ${matches(table)}`;
}

/** A move that is gone on with may find references that it has put back already, not valid yet. */
const NOTE_REFERENCE = 'insert into move_notes (name, value) values (?, ?) on conflict (name) do nothing';

const REFERENCES = `select conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) from pg_constraint
  where contype = 'f' and conrelid::regclass::text = any (cast(cast(? as text) as text[]))`;

interface Reference {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function notedReferences(query: (text: string) => Promise<readonly Cells[]>): Promise<readonly Reference[]> {
  const rows = await query("select name, value from move_notes where name like 'reference %' order by name");
  return rows.map(([noted, definition]) => {
    const [, table = '', name = ''] = String(noted).split(' ');
    return { table, name, definition: String(definition) };
  });
}
