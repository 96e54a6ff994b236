/** People whose table has another shape come from a view, from computed columns or from another schema. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import postgres from 'postgres';
import { everyEngine } from '../support/each-database.ts';
import type { Engine } from '../support/service.ts';
import { drivePasswords } from './drive.ts';
import { loadFixture, writeSource } from './fixture.ts';
import { setTakeoverStage, type TakeoverStage } from './stage.ts';

/** Runs statements in a source of either kind. */
async function alter(engine: Engine, from: string, statements: readonly string[]): Promise<void> {
  if (engine === 'sqlite') {
    const database = new DatabaseSync(from);
    for (const text of statements) database.exec(text);
    return database.close();
  }
  const client = postgres(from, { max: 1, onnotice: () => {} });
  for (const text of statements) await client.unsafe(text);
  await client.end();
}

async function nameOf({ service }: TakeoverStage, nickname: string): Promise<string> {
  const { stdout } = await service.cliHere(['users', 'show', nickname, '--json']);
  return JSON.parse(stdout).name;
}

test('people come from a view, and from computed columns of a table, of SQLite as of PostgreSQL', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const computed = engine === 'sqlite' ? 'virtual' : 'stored';
    const from = await writeSource(tables, engine);
    await alter(engine, from, [
      'alter table users rename to members',
      'alter table members rename column nickname to handle',
      `alter table members add column called varchar generated always as ('The ' || handle) ${computed}`,
      `create view people as select id, handle as nickname, email, encrypted_password, confirmed_at, locked_at,
        handle || ' of a view' as name from members`,
    ]);
    const [ofView, ofTable] = [await setTakeoverStage(engine, held), await setTakeoverStage(engine, held)];

    await ofView.import(from, '--users-table', 'people');
    const columns = ['--column', 'nickname=handle', '--column', 'name=called'];
    await ofTable.import(from, '--users-table', 'members', ...columns);

    assert.equal(await nameOf(ofView, 'ada'), 'ada of a view');
    assert.equal(await nameOf(ofTable, 'ada'), 'The ada');
    for (const { service } of [ofView, ofTable]) await drivePasswords(service, held);
  }));

test('tables of another schema of PostgreSQL are found by the way that the refusal tells', async () => {
  const { held, tables } = loadFixture('plain');
  const stage = await setTakeoverStage('postgres', held);
  const from = await writeSource(tables, 'postgres');
  await alter('postgres', from, [
    'create schema app',
    ...Object.keys(tables).map((table) => `alter table ${table} set schema app`),
  ]);
  const searched = (path: string) => `${from}${from.includes('?') ? '&' : '?'}${path}`;

  const refused = await stage.run(from);
  const [, way = ''] = /\?(search_path=)SCHEMA behind the address\.\n$/.exec(refused.stderr) ?? [];
  const report = await stage.import(searched(`${way}app`));

  assert.equal(refused.code, 1);
  assert.equal(report.people.added, tables.users.length);
});

test('a file of SQLite in WAL mode that cannot be read where it lies is imported from the copy that the refusal tells', async () => {
  const { held, tables } = loadFixture('plain');
  const stage = await setTakeoverStage('sqlite', held);
  const from = await writeSource(tables, 'sqlite');
  await alter('sqlite', from, ['pragma journal_mode = wal']);
  // As for a user who may not write to the folder: root, as whom tests may run, may write everywhere.
  mkdirSync(`${from}-wal`);

  const refused = await stage.run(from);
  rmdirSync(`${from}-wal`);
  const [, statement = ''] = /: sqlite3 \S+ "(.+)"\.\n$/.exec(refused.stderr) ?? [];
  const copy = `${from}.copy`;
  await alter('sqlite', from, [statement.replace('copy.sqlite3', copy)]);
  const report = await stage.import(copy);

  assert.equal(refused.code, 1);
  // The format of the file: 1 is read without others beside it, 2 is WAL mode.
  assert.deepEqual([readFileSync(from)[18], readFileSync(copy)[18]], [2, 1]);
  assert.match(refused.stderr, /^latchkey: \S+ cannot be read by this user \([^)]+\): in WAL mode, [^\n]+\n$/);
  assert.equal(report.people.added, tables.users.length);
});
