/** Bytes of a source that are no text in UTF-8 are told with their row: they would be kept as another character. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import postgres from 'postgres';
import { freshDatabase } from '../support/postgres.ts';
import { type Outcome, temporaryDirectory } from '../support/service.ts';
import { loadFixture, type Tables, writePostgres, writeSource, writeSqlite } from './fixture.ts';
import { setTakeoverStage, type TakeoverStage } from './stage.ts';

async function assertRefused(stage: TakeoverStage, outcome: Outcome, why: string): Promise<void> {
  assert.deepEqual([outcome.code, outcome.stdout, outcome.stderr], [1, '', `latchkey: ${why}\n`]);
  assert.doesNotMatch((await stage.service.cliHere(['users', 'list'])).stdout, /example\.org {2}user/);
}

const noText = (table: string, column: string, id: number) =>
  `The table ${table} has in ${column} what is no text in UTF-8, in the row with the id ${id}: mend it there, or in a copy, and import again.`;

/** With names that hold what is easily taken for a wrong byte. */
function named(name: string): { readonly held: ReturnType<typeof loadFixture>['held']; readonly tables: Tables } {
  const { held, tables } = loadFixture('plain');
  return { held, tables: { ...tables, users: tables.users.map((row) => ({ ...row, name })) } };
}

async function namesIn({ service }: TakeoverStage): Promise<readonly string[]> {
  const { stdout } = await service.cliHere(['users', 'list', '--json']);
  const people = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return [...new Set(people.filter(({ nickname }) => nickname !== 'operator').map(({ name }) => name))];
}

test('bytes in SQLite that are no UTF-8 are refused with their row, and the character that stands for such bytes is none', async () => {
  const { held, tables } = named('Renée \uFFFD');
  const stage = await setTakeoverStage('sqlite', held);
  const broken = async (statement: string): Promise<Outcome> => {
    const path = await writeSource(tables, 'sqlite');
    const file = new DatabaseSync(path);
    file.exec(statement);
    file.close();
    return await stage.run(path);
  };

  const name = await broken("update users set name = cast(x'52656ee965' as text) where id = 2");
  await assertRefused(stage, name, noText('users', 'name', 2));
  const token = await broken("update oauth_access_tokens set token = x'8081' where id = 3");
  await assertRefused(stage, token, noText('oauth_access_tokens', 'token', 3));
  await stage.importTables(tables, 'sqlite');
  assert.deepEqual(await namesIn(stage), ['Renée \uFFFD']);
});

test('a NUL in a text of SQLite, and half a character in one that is kept in UTF-16, are refused with their row', async () => {
  const { held, tables } = named('Renée \uFFFD');
  const stage = await setTakeoverStage('sqlite', held);
  const path = await writeSource(tables, 'sqlite');
  const change = (statement: string) => {
    const file = new DatabaseSync(path);
    file.exec(statement);
    file.close();
  };
  change("update users set name = 'Re' || char(0) || 'ne' where id = 2");
  const cut =
    'a text with the character U+0000, in the row with the id 2: mend it there, or in a copy, and import again.';
  await assertRefused(stage, await stage.run(path), `The table users has in name ${cut}`);

  for (const [encoding, half] of [
    ['UTF-16le', '00d85200'],
    ['UTF-16be', 'd8000052'],
  ] as const) {
    const source = writeSqlite(tables, join(temporaryDirectory(), 'utf16.sqlite3'), encoding);
    const file = new DatabaseSync(source);
    file.exec(`update users set name = cast(x'${half}' as text) where id = 2`);
    await assertRefused(stage, await stage.run(source), noText('users', 'name', 2).replace('UTF-8', encoding));
    file.exec("update users set name = 'Renée \uFFFD' where id = 2");
    file.close();
    assert.equal((await stage.run(source, '--dry-run')).code, 0);
  }
});

test('bytes in a PostgreSQL database without an encoding that are no UTF-8 are refused with their row', async () => {
  const { held, tables } = named('Renée \uFFFD');
  const stage = await setTakeoverStage('sqlite', held);
  const address = await databaseWithoutEncoding();
  await writePostgres(tables, address);
  const name = (value: string) => inside(address, `update users set name = ${value} where id = 2`);

  await name("E'Ren\\xe9e'");
  await assertRefused(stage, await stage.run(address), noText('users', 'name', 2));
  await name("'Renée \uFFFD'");
  await stage.import(address);
  assert.deepEqual(await namesIn(stage), ['Renée \uFFFD']);
});

async function databaseWithoutEncoding(): Promise<string> {
  const other = await freshDatabase();
  const address = new URL(other);
  address.pathname += '_ascii';
  const made = `create database ${address.pathname.slice(1)} template template0 encoding 'SQL_ASCII' locale 'C'`;
  await inside(other, made);
  return address.href;
}

async function inside(address: string, statement: string): Promise<void> {
  const client = postgres(address, { max: 1, onnotice: () => {} });
  await client.unsafe(statement);
  await client.end();
}
