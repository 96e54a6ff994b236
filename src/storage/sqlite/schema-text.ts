/** What a database file is made of, as text that can be compared, and the digest of what all migrations make. */
import { hash } from 'node:crypto';
import type { Connection } from './connection.ts';

/** Definitions by type and name, such as `trigger "pairs_insert_counted"`. */
export type Schema = ReadonlyMap<string, string>;

/** Changes with every migration: test/storage/sqlite/schema.test.ts says what it has to be. */
export const SCHEMA_DIGEST = 'f6eb7a539c2ad9be226351543c34856b6b7f59d2898919218852cb97c8e85b3b';

export function digestOf(schema: Schema): string {
  const lines = [...schema].map(([name, text]) => JSON.stringify([name, text]));
  return hash('sha256', lines.sort().join('\n'));
}

/** What `analyze` writes: counts for the planner, which change no answer. */
const STATISTICS = ['table "sqlite_stat1"', 'table "sqlite_stat4"'];

export function readSchema(connection: Connection): Schema {
  const rows = connection.prepare('select type, name, tbl_name as tableName, sql from sqlite_schema').all();
  const entries = rows.map(({ type, name, tableName, sql }) => [
    `${type} ${JSON.stringify(name)}`,
    `${tableName}: ${withoutSpacing(String(sql))}`,
  ]);
  return new Map(
    entries.filter(([name = '']) => !STATISTICS.includes(name)).map(([name = '', text = '']) => [name, text]),
  );
}

/** SQLite keeps the text of a statement, and adds to it in its own spacing where a column is added later. */
function withoutSpacing(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/ ?([(),]) ?/g, '$1');
}
