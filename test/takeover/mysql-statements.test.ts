/** The statements of docs/moving-from-doorkeeper.md for MySQL write every column that an import reads, as it reads them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { APPLICATIONS, CODES, TOKENS } from '../../src/imports/doorkeeper/tables.ts';
import { TABLES } from './fixture.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/moving-from-doorkeeper.md'), 'utf8');
const [, COMMAND = '', STATEMENTS = ''] = /^(mysql [^\n]+ <<'SQL')\n((?:[^\n]+\n)+?)SQL$/m.exec(DOCUMENT) ?? [];

/** Of the statement for a table, with each name beside the column that it is the name of. */
function columnsWritten(table: string): readonly string[] {
  const start = `select json_object('table', '${table}', 'row', json_object(`;
  const end = `)) from ${table}`;
  const statements = STATEMENTS.replaceAll(/\n\s+/g, ' ').split(';');
  const statement = statements.map((text) => text.trim()).find((text) => text.startsWith(start)) ?? '';
  assert.ok(statement.endsWith(end), table);
  const words = statement.slice(start.length, -end.length).split(', ');
  return words.flatMap((word, index) => {
    if (index % 2 === 1) return [];
    assert.equal(word, `'${words[index + 1]}'`);
    return [words[index + 1] ?? ''];
  });
}

test('the statements for MySQL write all columns that an import reads, and an end behind each table', () => {
  for (const { name, needed, useful } of [APPLICATIONS, TOKENS, CODES]) {
    // Tables of Doorkeeper alone do not have it: the paragraph below the statements says when to add it.
    const read = [...needed, ...useful].filter((column) => column !== 'resource_owner_type');
    assert.deepEqual(columnsWritten(name).toSorted(), read.toSorted(), name);
  }
  const devise = ['id', 'nickname', 'email', 'encrypted_password', 'confirmed_at', 'locked_at'];
  for (const column of devise) assert.ok(columnsWritten('users').includes(column), column);
  for (const table of TABLES)
    assert.ok(STATEMENTS.includes(`select json_object('end', '${table}', 'rows', count(*)) from ${table};`), table);
});

test('the command for MySQL loses no letter, doubles no backslash, keeps no table in memory and writes UTC of one moment', () => {
  for (const word of ['--default-character-set=utf8mb4', '--raw', '--quick', '--skip-column-names'])
    assert.ok(COMMAND.includes(` ${word} `), word);
  assert.match(
    STATEMENTS,
    /^set time_zone = '\+00:00';\n.+repeatable read; start transaction with consistent snapshot;\n/,
  );
});
