/** Proves that a running service moves to the other database with everything it holds, and that a wrong target harms nothing. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import postgres from 'postgres';
import { openDisk } from '../../faults/environment/disk.ts';
import { everyEngine } from '../../support/each-database.ts';
import {
  assertAlive,
  assertDead,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  revoke,
  tokensOf,
  usualStage,
} from '../../support/grant.ts';
import { send } from '../../support/http-client.ts';
import { png } from '../../support/png.ts';
import { freshDatabase, migratedDatabase } from '../../support/postgres.ts';
import { run, type Service, startService, temporaryDirectory } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';
import { upload } from '../../support/upload.ts';

/** An empty database of the other engine. */
async function otherOf(service: Service): Promise<string> {
  return service.engine === 'sqlite' ? await freshDatabase() : join(service.directory, 'moved.db');
}

test('every token, code, session, consent, picture and event lives on after a move, at both of two processes', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const second = await startService({ database: engine, sharedWith: service });
    const stage = await usualStage(service);
    const live = await obtainTokens(stage);
    const dead = await obtainTokens(stage);
    await revoke(stage, dead.access);
    const code = await obtainCode(stage.browser, stage.quill);
    const page = await stage.browser.get('/account');
    await upload(service, stage.browser, { page, action: '/account/picture', field: 'picture', file: png() });
    const before = JSON.parse((await service.cliHere(['events', '--json'])).stdout.split('\n')[0] ?? '');
    const to = await otherOf(service);

    const moved = await service.cli(['move', '--to', to]);

    assert.equal(moved.stderr, '');
    assert.equal(moved.code, 0);
    for (const instance of [second, service]) {
      await assertAlive(instance, live.access);
      await assertDead(instance, dead.access);
    }
    const exchanged = await token(second.url, codeFields(stage.quill, code));
    assert.equal(exchanged.status, 200);
    const renewed = tokensOf(await refresh(stage, live.refresh));
    await assertAlive(second, renewed.access);
    await revoke(stage, renewed.access);
    await assertDead(second, renewed.access);
    const account = await stage.browser.get('/account');
    const [picture = 'none'] = /\/avatars\/[\w-]{43}\.png/.exec(account.body) ?? [];
    assert.equal((await send(second.url + picture)).headers['content-type'], 'image/png');
    const after = (await service.cliHere(['events', '--json'])).stdout;
    assert.ok(after.includes(JSON.stringify(before.id)), 'an event from before the move');
    const health = await fetch(`${service.url}/health/ready`);
    assert.equal(health.status, 200);
  }));

/** Each with what the one sentence has to say. */
async function wrongTargets(service: Service): Promise<readonly (readonly [to: string, says: RegExp])[]> {
  if (service.engine === 'postgres') {
    const filled = await startService({ database: 'sqlite' });
    const text = join(service.directory, 'no-database');
    writeFileSync(text, 'This is a text and no database. '.repeat(100));
    return [
      [filled.databaseFile, /is not empty: there are rows in setup_links\. Name an empty database\./],
      [text, /is not a readable SQLite database/],
      ['/proc/latchkey.db', /cannot be opened/],
    ];
  }
  const filled = await startService({ database: 'postgres' });
  const nowhere = new URL(await freshDatabase());
  nowhere.pathname = '/nowhere';
  const unreachable = new URL(nowhere);
  unreachable.port = '1';
  const newer = await freshDatabase();
  await asPostgres(newer, 'create table migrations (number bigint); insert into migrations values (9999)');
  const foreign = await freshDatabase();
  await asPostgres(foreign, 'create table accounts (name text)');
  return [
    [filled.databaseUrl, /is not empty: there are rows in setup_links\. Name an empty database\./],
    [foreign, /is not empty: it has a table accounts that this service did not make\. Name an empty database\./],
    [newer, /has schema 9999, this program makes schema \d+\. Use the newer program\./],
    [nowhere.href, /does not exist: create the database first\./],
    [unreachable.href, /is out of reach\./],
  ];
}

async function asPostgres(url: string, statements: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  await client.unsafe(statements);
  await client.end();
}

test('a wrong target is refused with one sentence, and the service goes on as before', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const stage = await usualStage(service);
    const tokens = await obtainTokens(stage);

    for (const [to, says] of await wrongTargets(service)) {
      const refused = await service.cli(['move', '--to', to]);
      assert.match(refused.stderr, says);
      assert.match(refused.stderr, /^[^\n]+\n$/, 'one sentence on one line');
      assert.equal(refused.code, 1, to);
    }

    assert.equal((await service.cli(['move', '--abandon'])).stdout, 'No move is under way.\n');
    const abandoned = await service.cli(['move', '--abandon', '--json']);
    assert.deepEqual(JSON.parse(abandoned.stdout), { abandoned: false, to: null });
    await assertAlive(service, tokens.access);
  }));

test('a wrong source is named, and not the database that the move was to fill', async () => {
  const nowhere = new URL(await freshDatabase());
  nowhere.pathname = '/nowhere';
  const unreachable = new URL(nowhere);
  unreachable.port = '1';
  const cwd = temporaryDirectory();
  const text = join(cwd, 'no-database');
  writeFileSync(text, 'This is a text and no database. '.repeat(100));
  const cases: readonly (readonly [from: string, to: string, says: RegExp])[] = [
    [nowhere.href, 'new.db', /^latchkey: postgres:\S+\/nowhere does not exist: name the database of the service with /],
    [unreachable.href, 'new.db', /^latchkey: postgres:\S+:1\/nowhere is out of reach\. /],
    [`sqlite:${text}`, await freshDatabase(), /^latchkey: The database file \S+no-database is not a readable SQLite /],
  ];

  for (const [from, to, says] of cases)
    for (const words of [['--to', to], ['--abandon']]) {
      const refused = await run(['move', ...words], { cwd, env: { LATCHKEY_DATABASE: from } });
      assert.match(refused.stderr, says);
      assert.match(refused.stderr, /^[^\n]+\n$/, 'one sentence on one line');
      assert.equal(refused.code, 1);
      assert.ok(!existsSync(join(cwd, 'new.db')));
    }
});

test('a move that is refused leaves nothing where the new database was to be', async () => {
  const cwd = temporaryDirectory();
  const empty = await freshDatabase();
  const newer = await freshDatabase();
  await asPostgres(newer, 'create table migrations (number bigint); insert into migrations values (9999)');
  const moved = await migratedDatabase();
  const env = { LATCHKEY_DATABASE: moved };
  // Run alone, this file has no template with tables.
  assert.equal((await run(['migrate'], { cwd, env })).code, 0);
  const first = await run(['move', '--to', 'first.db'], { cwd, env });
  assert.equal(first.code, 0, first.stderr);
  const cases: readonly (readonly [from: string, says: RegExp])[] = [
    [empty, /is no database of this service\./],
    [newer, /has schema 9999, /],
    [moved, /was moved to sqlite:\S+first\.db\./],
  ];

  for (const [from, says] of cases)
    for (const to of ['new.db', 'folder/within/new.db']) {
      const refused = await run(['move', '--to', to], { cwd, env: { LATCHKEY_DATABASE: from } });

      assert.match(refused.stderr, says);
      assert.deepEqual(readdirSync(cwd), ['first.db']);
    }
  rmSync(join(cwd, 'first.db'));

  const gone = await run(['move', '--to', 'first.db'], { cwd, env });

  assert.match(gone.stderr, /^latchkey: There is no database file \S+first\.db\.\n$/);
  assert.deepEqual([gone.code, readdirSync(cwd)], [1, []]);
});

test('a move between two databases of one engine, without a target or with a wrong pause is a wrong call', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const same = engine === 'sqlite' ? 'other.db' : 'postgres://127.0.0.1/other';
    const other = engine === 'sqlite' ? 'postgres://127.0.0.1/other' : 'other.db';
    const calls: readonly (readonly [words: string[], says: RegExp])[] = [
      [['--to', same], /^latchkey: Both are (SQLite files|PostgreSQL)\./],
      [[], /^latchkey: --to DATABASE or --to-file FILE is missing\.\n$/],
      [['--to', 'mysql://127.0.0.1/other'], /^latchkey: --to must be sqlite:PATH or postgres:/],
      [['--to', other, '--pause-seconds', '0'], /^latchkey: --pause-seconds takes a whole number from 1 to 600\.\n$/],
      [['--to', other, '--abandon'], /^latchkey: --abandon takes no --to\.\n$/],
      [['--to-file', 'address', '--abandon'], /^latchkey: --abandon takes no --to-file\.\n$/],
      [['--to', other, '--to-file', 'address'], /^latchkey: --to and --to-file are given: keep one of them\.\n$/],
    ];

    for (const [words, says] of calls) {
      const wrong = await service.cli(['move', ...words]);
      assert.match(wrong.stderr, says);
      assert.equal(wrong.code, 2);
    }
  }));

test('the address of the new database, with its password, is kept for its own user and told to nobody', async () => {
  const service = await startService({ database: 'sqlite' });
  const to = new URL(await freshDatabase());
  to.password = 'harbour-lantern';

  const moved = await service.cli(['move', '--to', to.href, '--json']);
  const restarted = await startService({ database: 'sqlite', sharedWith: service });

  const facts = JSON.parse(moved.stdout);
  assert.equal(facts.to.includes('harbour'), false);
  assert.ok(facts.rows >= 1 && facts.tables > 20 && facts.paused_ms >= 0 && !facts.was_complete);
  const file = `${service.databaseFile}.moved-to`;
  assert.equal(readFileSync(file, 'utf8'), `${to.href}\n`);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.match(restarted.stderr(), /The database was moved: set LATCHKEY_DATABASE to its new address/);
  assert.equal(restarted.stderr().includes('harbour'), false);
  assert.equal(readFileSync(service.databaseFile, 'latin1').includes('harbour'), false);
});

test('the address of the new database is read from a file, so that no word of the command line holds its password', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const address = join(service.directory, 'address');
    const move = () => service.cli(['move', '--to-file', address, '--json']);

    const missing = await move();
    writeFileSync(address, 'mysql://latchkey:harbour-lantern@127.0.0.1/other\n');
    const wrong = await move();
    writeFileSync(address, `${await otherOf(service)}\n`);
    const moved = await move();

    assert.deepEqual([missing.code, missing.stderr], [1, `latchkey: There is no file or folder ${address}.\n`]);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /^latchkey: The address in \S+ must be sqlite:PATH or postgres:[^\n]+\n$/);
    assert.doesNotMatch(wrong.stderr, /harbour/);
    assert.equal(moved.code, 0, moved.stderr);
    assert.equal((await service.cli(['users', 'list'])).code, 0);
    assert.equal(JSON.parse((await move()).stdout).was_complete, true);
  }));

test('a full disk under the new database stops the move with one sentence, and it goes on when there is room', async () => {
  const service = await startService({ database: 'postgres' });
  const stage = await usualStage(service);
  const tokens = await obtainTokens(stage);
  const folder = temporaryDirectory();
  const disk = openDisk({ folder });
  const env = { LATCHKEY_DATABASE: service.databaseUrl, ...disk.env };
  const words = ['move', '--to', join(folder, 'moved.db')];

  disk.turn('full');
  const full = await run(words, { env, cwd: service.directory });
  const left = readdirSync(folder);
  disk.turn('healthy');
  const again = await run(words, { env, cwd: service.directory });
  disk.close();

  assert.match(full.stderr, /^latchkey: [^\n]*moved\.db[^\n]*\n$/);
  assert.equal(full.code, 1);
  assert.deepEqual(left, []);
  assert.equal(again.code, 0, again.stderr);
  await assertAlive(service, tokens.access);
});
