/** Proves that the service starts only on a database that it understands, and brings an empty one up to date itself. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import postgres from 'postgres';
import { createUser, signedIn } from '../../support/actors.ts';
import { everyEngine } from '../../support/each-database.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { run, type Service, startService, temporaryDirectory } from '../../support/service.ts';

async function refusal(database: string): Promise<string> {
  const { code, stderr, stdout } = await run(['serve', '--port', '0'], {
    cwd: temporaryDirectory(),
    env: { LATCHKEY_DATABASE: database },
  });
  assert.ok(code !== null && code !== 0, `${database} was taken: ${stdout}`);
  assert.ok(stderr.trim().length > 0, 'a reason is given');
  assert.doesNotMatch(stderr, /\n\s+at /, 'no stack');
  assert.doesNotMatch(stdout, /listening/);
  return stderr;
}

async function execute(service: Service, statement: string): Promise<void> {
  if (service.engine === 'sqlite') {
    const database = new DatabaseSync(service.databaseFile);
    database.exec(statement);
    database.close();
    return;
  }
  const sql = postgres(service.databaseUrl, { max: 1 });
  await sql.unsafe(statement);
  await sql.end();
}

test('a file that is no database is refused and left as it was', async () => {
  const file = join(temporaryDirectory(), 'corrupt.db');
  const content = 'this is no database, it only looks like a file of some length '.repeat(200);
  writeFileSync(file, content);

  assert.match(await refusal(`sqlite:${file}`), /corrupt\.db/);
  assert.equal(readFileSync(file, 'utf8'), content);
});

test('a place where no file can be is refused', async () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'directory.db'));
  writeFileSync(join(directory, 'file'), '');

  await refusal(`sqlite:${join(directory, 'directory.db')}`);
  await refusal(`sqlite:${join(directory, 'file', 'x.db')}`);
});

test('a directory that may not be written to is refused', async () => {
  const directory = join(temporaryDirectory(), 'closed');
  mkdirSync(directory, { mode: 0o500 });
  // To root every directory is open, except those of the kernel.
  const place = process.getuid?.() === 0 ? '/proc' : directory;

  await refusal(`sqlite:${join(place, 'latchkey.db')}`);
  chmodSync(directory, 0o700);
});

test('a PostgreSQL out of reach, an unknown database and a password in the address are told without the password', async () => {
  const missing = new URL(await freshDatabase());
  missing.pathname = '/no_such_database';
  missing.password = 'sekret-password';

  for (const database of ['postgres://nobody:sekret-password@127.0.0.1:1/none', missing.href]) {
    assert.doesNotMatch(await refusal(database), /sekret-password/);
  }
});

test('a database of a newer release is refused, and nothing in it is changed', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    await service.stop();
    await execute(service, "insert into migrations (number, name, applied_at) values (9999, 'from the future', 0)");

    const reason = await refusal(service.databaseUrl);

    assert.match(reason, /newer/);
  }));

test('the same database serves again after a stop, and migrating twice changes nothing', () =>
  everyEngine(async (engine) => {
    const first = await startService({ database: engine });
    const user = await createUser(first);
    assert.equal(await first.stop(), 0);
    for (let round = 0; round < 2; round += 1) assert.equal((await first.cli(['migrate'])).code, 0);

    const second = await startService({ database: engine, sharedWith: first });

    assert.ok(await signedIn(second, user));
    await second.stop();
  }));

test('two services that start at once on an empty database both come up', () =>
  everyEngine(async (engine) => {
    const directory = temporaryDirectory();
    const databaseUrl = engine === 'sqlite' ? `sqlite:${join(directory, 'latchkey.db')}` : await freshDatabase();
    const env = { LATCHKEY_DATABASE: databaseUrl };

    const both = await Promise.all([startService({ database: engine, env }), startService({ database: engine, env })]);

    const user = await createUser(both[0]);
    assert.ok(await signedIn(both[1], user));
    for (const service of both) await service.stop();
  }));
