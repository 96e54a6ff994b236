/** A command that is run in the wrong folder, or with the wrong address, says so, and makes no database there. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import postgres from 'postgres';
import { freshDatabase } from '../support/postgres.ts';
import { type Outcome, run, startService, temporaryDirectory } from '../support/service.ts';

const COMMANDS: readonly (readonly string[])[] = [
  ['users', 'list'],
  ['users', 'disable', 'ada'],
  ['users', 'set-password', 'ada', '--password-stdin'],
  ['applications', 'list'],
  ['applications', 'create', '--owner', 'ada', '--name', 'Quill', '--redirect-uri', 'https://quill.example/cb'],
  ['tokens', 'revoke', '--account', 'ada'],
  ['tokens', 'invalidate', '--before', 'now'],
  ['events', '--json'],
  ['jobs', 'list'],
  ['sweep'],
  ['backup', '--to', 'copy.db'],
];

const CREATE = ['users', 'create', '--nickname', 'ada', '--email', 'ada@example.org', '--password-stdin', '--json'];
const PASSWORD = 'a lantern over the harbour';

test('no command that reads or changes what exists makes an SQLite database', async () => {
  const cwd = temporaryDirectory();

  for (const words of COMMANDS) {
    const done = await run([...words], { cwd, stdin: PASSWORD });

    assertOneLine(done, /^latchkey: There is no database file .*latchkey\.db\b/, words.join(' '));
    assert.deepEqual(readdirSync(cwd), [], words.join(' '));
  }
});

test('nor does one make tables in a PostgreSQL database that has none', async () => {
  const address = await freshDatabase();

  for (const words of [['users', 'list'], ['events', '--json'], ['sweep']]) {
    const done = await run(words, { env: { LATCHKEY_DATABASE: address } });
    assertOneLine(done, /^latchkey: The database .* has no tables of this service/, words.join(' '));
  }

  assert.equal(await countTables(address), 0);
});

test('an empty file is no database either', async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'empty.db'), '');

  const done = await run(['users', 'list'], { cwd, env: { LATCHKEY_DATABASE: 'sqlite:empty.db' } });

  assertOneLine(done, /^latchkey: There is nothing of this service in the database file .*empty\.db\b/, 'users list');
});

for (const words of [['migrate'], CREATE]) {
  test(`${words.slice(0, 2).join(' ')} makes a database where there is none, and says where, once`, async () => {
    const cwd = temporaryDirectory();

    const first = await run([...words], { cwd, stdin: PASSWORD });
    const second = await run(['migrate'], { cwd });

    assert.equal(first.code, 0, first.stderr);
    assert.equal(first.stderr, `latchkey: Made a new database: ${join(cwd, 'data', 'latchkey.db')}.\n`);
    assert.equal(second.code, 0);
    assert.equal(second.stderr, '');
  });
}

test('a database that was made for a command which is refused goes again, with its folder', async () => {
  const cwd = temporaryDirectory();
  const unfit = ['users', 'create', '--nickname', 'a\u202eb', '--email', 'a@example.org', '--no-password'];
  writeFileSync(join(cwd, 'people.jsonl'), '{"id":"x"}\n');

  const refused = await run(unfit, { cwd });
  const none = await run(['users', 'create-many'], { cwd, stdin: '{}\n' });
  const imported = await run(['import', 'users', '--from', 'people.jsonl'], { cwd });

  for (const { code, stderr } of [refused, none, imported]) {
    assert.equal(code, 1);
    assert.doesNotMatch(stderr, /Made a new database/);
  }
  assert.deepEqual(readdirSync(cwd), ['people.jsonl']);
  symlinkSync('elsewhere.db', join(cwd, 'link.db'));
  await run(unfit, { cwd, env: { LATCHKEY_DATABASE: 'sqlite:link.db' } });
  assert.equal(readlinkSync(join(cwd, 'link.db')), 'elsewhere.db');
  const some = '{}\n{"nickname":"grace","email":"grace@example.org"}\n';
  const kept = await run(['users', 'create-many'], { cwd, stdin: some });
  assert.match(kept.stderr, /1 done, 1 not\.\nlatchkey: Made a new database: \S+latchkey\.db\.\n$/);
  assert.match((await run(['users', 'list'], { cwd })).stdout, /grace/);
});

test('an import makes a database where there is none and says where; a dry run and a missing source make none', async () => {
  const cwd = temporaryDirectory();
  const person = { id: 7, nickname: 'grace', address: 'grace@example.org' };
  writeFileSync(join(cwd, 'people.jsonl'), `${JSON.stringify(person)}\n`);
  const words = ['import', 'users', '--from', 'people.jsonl'];

  const dry = await run([...words, '--dry-run'], { cwd });
  const missing = await run(['import', 'users', '--from', 'absent.jsonl'], { cwd });
  const unfit = await run(['import', 'doorkeeper', '--from', 'absent'], { cwd });

  assertOneLine(dry, /^latchkey: There is no database file/, 'a dry run');
  assertOneLine(missing, /^latchkey: There is no file or folder absent\.jsonl\./, 'a missing file');
  assertOneLine(unfit, /^latchkey: .*absent/, 'a missing source');
  assert.deepEqual(readdirSync(cwd), ['people.jsonl']);
  const done = await run(words, { cwd });
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stderr, /^latchkey: Made a new database: \S+latchkey\.db\.\n/);
});

test('migrate says that it made the tables of a PostgreSQL database, without the password', async () => {
  const address = await freshDatabase();
  const withPassword = address.replace('postgres@', 'postgres:hush@');

  const first = await run(['migrate'], { env: { LATCHKEY_DATABASE: withPassword } });
  const second = await run(['migrate'], { env: { LATCHKEY_DATABASE: withPassword } });

  assert.match(first.stderr, /^latchkey: Made a new database: postgres:\/\/postgres:\*\*\*@\S+\.\n$/);
  assert.equal(second.stderr, '');
});

test('serve writes a line to its log when it makes a database', async () => {
  const file = join(temporaryDirectory(), 'latchkey.db');
  const service = await startService({ database: 'sqlite', databaseUrl: `sqlite:${file}` });

  assert.ok(existsSync(file));
  assert.match(service.stderr(), /"database":"\S+latchkey\.db".*"msg":"Made a new database\."/);
});

function assertOneLine(done: Outcome, line: RegExp, words: string): void {
  assert.equal(done.code, 1, `${words}: ${done.stderr}`);
  assert.equal(done.stdout, '', words);
  assert.match(done.stderr, line, words);
  assert.equal(done.stderr.split('\n').length, 2, `${words}: ${done.stderr}`);
}

async function countTables(address: string): Promise<number> {
  const client = postgres(address, { max: 1, onnotice: () => {} });
  try {
    const rows = await client`select 1 from pg_tables where schemaname = 'public'`;
    return rows.length;
  } finally {
    await client.end();
  }
}
