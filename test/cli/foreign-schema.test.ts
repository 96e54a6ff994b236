/** What stands in the schema of a database file and was not made by a migration is refused, before it can act. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { connect } from '../../src/storage/sqlite/connection.ts';
import { freshDatabase } from '../support/postgres.ts';
import { run, startService, temporaryDirectory } from '../support/service.ts';
import { hasTemplate, migrate, migratedFile } from '../support/sqlite-template.ts';

const TRIGGER = `create trigger helpful after insert on sessions begin
  update accounts set admin_at = new.created_at where id = new.account_id;
end`;

/** Each with the words that name what is wrong. */
const CHANGES: readonly (readonly [change: string, named: RegExp])[] = [
  [TRIGGER, /it has the trigger "helpful", which this service did not make/],
  ['create view people as select nickname from accounts', /it has the view "people"/],
  ['create table notes (text text)', /it has the table "notes"/],
  ['create unique index one_only on sessions (account_id)', /it has the index "one_only"/],
  ['drop trigger pairs_update_counted', /it lacks the trigger "pairs_update_counted"/],
  [
    'drop index sessions_by_expiry; create index sessions_by_expiry on sessions (created_at)',
    /it has the index "sessions_by_expiry" with another definition/,
  ],
];

/** A sound database in a place of its own. */
function migrated(): { file: string; env: Record<string, string> } {
  const file = join(temporaryDirectory(), 'latchkey.db');
  const env = { LATCHKEY_DATABASE: migratedFile(file) };
  if (!hasTemplate()) migrate(env.LATCHKEY_DATABASE);
  return { file, env };
}

function change(file: string, statements: string): void {
  const database = new DatabaseSync(file);
  database.exec(statements);
  database.close();
}

test('a restore refuses a backup whose schema is not the one that the migrations make, and leaves the database', async () => {
  const { file, env } = migrated();
  const before = readFileSync(file);

  for (const [statements, named] of CHANGES) {
    const backup = migrated().file;
    change(backup, statements);
    const refused = await run(['restore', '--from', backup], { env });
    assert.equal(refused.code, 1, statements);
    assert.match(refused.stderr, named);
    assert.match(refused.stderr, /^[^\n]+\n$/, 'one sentence on one line');
  }
  assert.ok(before.equals(readFileSync(file)));
});

test('a file of another program, and an empty one, stay byte for byte as they are where a command refuses them', async () => {
  const folder = temporaryDirectory();
  const foreign = join(folder, 'foreign.db');
  change(foreign, "create table accounts (name text); insert into accounts values ('other')");
  const empty = join(folder, 'empty.db');
  writeFileSync(empty, '');
  const postgres = await freshDatabase();

  for (const file of [foreign, empty]) {
    const before = readFileSync(file);
    const calls: readonly (readonly [words: string[], address: string])[] = [
      [['users', 'list'], `sqlite:${file}`],
      [['migrate', '--check'], `sqlite:${file}`],
      [['move', '--to', postgres], `sqlite:${file}`],
      [['move', '--to', file], postgres],
    ];
    for (const [words, address] of calls) {
      const refused = await run(words, { env: { LATCHKEY_DATABASE: address } });
      assert.notEqual(refused.code, 0, words.join(' '));
      assert.ok(before.equals(readFileSync(file)), words.join(' '));
    }
  }
  assert.deepEqual(readdirSync(folder).toSorted(), ['empty.db', 'foreign.db']);
});

test('the service does not start on a file that holds a foreign trigger, and a command does not run on it', async () => {
  const { file, env } = migrated();
  change(file, TRIGGER);

  for (const words of [['serve', '--port', '0'], ['users', 'list'], ['migrate']]) {
    const refused = await run(words, { env });
    assert.equal(refused.code, 1, words.join(' '));
    assert.match(refused.stderr, /^latchkey: The database file \S+ is not used: it has the trigger "helpful"[^\n]+\n$/);
  }
});

test('a trigger in a file that is still to be migrated is refused before the migration', async () => {
  const file = join(temporaryDirectory(), 'latchkey.db');
  change(
    file,
    'create table accounts (id integer primary key); create trigger x after insert on accounts begin select 1; end',
  );

  const refused = await run(['migrate'], { env: { LATCHKEY_DATABASE: `sqlite:${file}` } });

  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /which this service did not make/);
});

test('statistics for the planner, and a copy that was packed anew, are no foreign schema', async () => {
  const { file } = migrated();
  change(file, 'analyze; vacuum');

  const service = await startService({ database: 'sqlite', env: { LATCHKEY_DATABASE: `sqlite:${file}` } });

  assert.equal((await fetch(`${service.url}/health/ready`)).status, 200);
});

test('every connection keeps the schema of the file from calling functions that reach beyond it', () => {
  const connection = connect(join(temporaryDirectory(), 'latchkey.db'), 'writer');

  const row = connection.prepare('pragma trusted_schema').get();
  connection.close();

  assert.equal(row?.trusted_schema, 0);
});
