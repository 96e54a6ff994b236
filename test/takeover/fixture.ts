/** The recorded tables of a real Doorkeeper, as if it had been recorded now, in each form that an import reads. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';
import { freshDatabase } from '../support/postgres.ts';
import { temporaryDirectory } from '../support/service.ts';
import type { Held, Mode } from './held.ts';

export type Cell = string | number | null;
export type Row = Record<string, Cell>;
export type Tables = Record<TableName, Row[]>;
export type TableName = 'users' | 'oauth_applications' | 'oauth_access_tokens' | 'oauth_access_grants';

export interface Fixture {
  readonly held: Held;
  readonly tables: Tables;
}

export const TABLES: readonly TableName[] = [
  'users',
  'oauth_applications',
  'oauth_access_tokens',
  'oauth_access_grants',
];

export function fixturePath(mode: Mode): string {
  return join(import.meta.dirname, 'fixture', `${mode}.json`);
}

/** Times are moved by as much as has passed since the recording, so that what was live then is live now. */
export function loadFixture(mode: Mode): Fixture {
  // Written by main.ts.
  const { held, tables } = JSON.parse(readFileSync(fixturePath(mode), 'utf8')) as Fixture;
  const passed = Math.floor(Date.now() / 1000) - held.recorded_at;
  for (const rows of Object.values(tables)) {
    for (const row of rows)
      for (const name of Object.keys(row)) if (name.endsWith('_at')) row[name] = moved(row[name], passed);
  }
  return { held, tables };
}

/** Rails writes UTC without saying so. */
export function railsTime(epochSeconds: number): string {
  return new Date(epochSeconds * 1000)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '.123456');
}

function moved(cell: Cell | undefined, seconds: number): Cell {
  if (typeof cell !== 'string' || cell === '') return cell ?? null;
  return railsTime(Date.parse(`${cell.slice(0, 19).replace(' ', 'T')}Z`) / 1000 + seconds);
}

export type Form = 'folder' | 'file' | 'sqlite' | 'postgres';

/** Answers what `--from` takes. */
export async function writeSource(tables: Tables, form: Form): Promise<string> {
  const directory = temporaryDirectory();
  switch (form) {
    case 'folder':
      return writeFolder(tables, directory);
    case 'file':
      return writeFile(tables, directory);
    case 'sqlite':
      return writeSqlite(tables, join(directory, 'old.sqlite3'));
    case 'postgres':
      return await writePostgres(tables);
  }
}

export function linesOf(rows: readonly object[], table: string): string {
  return [...rows, { end: table, rows: rows.length }].map((row) => `${JSON.stringify(row)}\n`).join('');
}

function writeFolder(tables: Tables, directory: string): string {
  mkdirSync(directory, { recursive: true });
  for (const [table, rows] of Object.entries(tables))
    writeFileSync(join(directory, `${table}.jsonl`), linesOf(rows, table));
  return directory;
}

function writeFile(tables: Tables, directory: string): string {
  const path = join(directory, 'dump.jsonl');
  const texts = Object.entries(tables).map(([table, rows]) =>
    linesOf(
      rows.map((row) => ({ table, row })),
      table,
    ),
  );
  writeFileSync(path, texts.join(''));
  return path;
}

function columnsOf(rows: readonly Row[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

export function writeSqlite(tables: Tables, path: string, encoding = 'UTF-8'): string {
  const database = new DatabaseSync(path);
  database.exec(`pragma encoding = '${encoding}'`);
  for (const [table, rows] of Object.entries(tables)) {
    const columns = columnsOf(rows);
    const typed = columns.map((name) => `${name} ${typeOf(name).replace('bigint primary key', 'integer primary key')}`);
    database.exec(`create table ${table} (${typed.join(', ')})`);
    const insert = database.prepare(`insert into ${table} values (${columns.map(() => '?').join(', ')})`);
    // What it answers has the number of the row, which may be beyond 2^53.
    insert.setReadBigInts(true);
    for (const row of rows) insert.run(...columns.map((name) => row[name] ?? null));
  }
  database.close();
  return path;
}

function typeOf(name: string): string {
  if (name === 'id') return 'bigint primary key';
  if (name.endsWith('_at')) return 'timestamp(6)';
  if (name.endsWith('_id')) return 'bigint';
  if (name === 'confidential') return 'boolean';
  return name === 'expires_in' ? 'integer' : 'varchar';
}

export async function writePostgres(tables: Tables, at?: string): Promise<string> {
  const address = at ?? (await freshDatabase());
  const client = postgres(address, { max: 1, onnotice: () => {} });
  for (const [table, rows] of Object.entries(tables)) {
    const columns = columnsOf(rows);
    await client.unsafe(`create table ${table} (${columns.map((name) => `${name} ${typeOf(name)}`).join(', ')})`);
    for (const row of rows) {
      const cells = columns.map((name) => (name === 'confidential' ? row[name] === 1 : (row[name] ?? null)));
      await client.unsafe(
        `insert into ${table} values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
        cells,
      );
    }
  }
  await client.end();
  return address;
}
