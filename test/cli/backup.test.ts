/** Backups taken while the service runs, restored elsewhere; and a restore that lets nothing old live again. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { signedIn } from '../support/actors.ts';
import {
  assertAlive,
  assertDead,
  assertRefused,
  obtainCode,
  obtainTokens,
  refresh,
  type Stage,
  usualStage,
} from '../support/grant.ts';
import { type Engine, run, type Service, startService, temporaryDirectory } from '../support/service.ts';
import { token } from '../support/token-client.ts';

async function stageOn(engine: Engine): Promise<Stage> {
  return await usualStage(await startService({ database: engine }));
}

let running: Promise<Stage> | undefined;

/** One service on SQLite for all tests that do not end it. */
function sharedStage(): Promise<Stage> {
  running ??= stageOn('sqlite');
  return running;
}

let backups = 0;

/** Restores into a place of its own and starts the service there. */
async function restored(from: string, more: string[] = []): Promise<Service> {
  const directory = temporaryDirectory();
  const databaseUrl = `sqlite:${join(directory, 'latchkey.db')}`;
  const done = await run(['restore', '--from', from, ...more], { env: { LATCHKEY_DATABASE: databaseUrl } });
  assert.equal(done.code, 0, done.stderr);
  return await startService({ database: 'sqlite', env: { LATCHKEY_DATABASE: databaseUrl } });
}

async function backUp({ service }: Pick<Stage, 'service'>): Promise<string> {
  backups += 1;
  const file = join(service.directory, `backup-${backups}.db`);
  const done = await service.cli(['backup', '--to', file]);
  assert.equal(done.code, 0, done.stderr);
  return file;
}

async function revoke({ service, quill }: Stage, access: string): Promise<void> {
  const { client_id, client_secret } = quill;
  await token(service.url, { client_id, client_secret, token: access }, { path: '/oauth/revoke' });
}

test('a backup is restored on a machine that has nothing yet, not even the folder', async () => {
  const stage = await sharedStage();
  const live = await obtainTokens(stage);
  const file = await backUp(stage);
  const directory = join(temporaryDirectory(), 'var', 'lib', 'latchkey');
  const databaseUrl = `sqlite:${join(directory, 'latchkey.db')}`;

  const done = await run(['restore', '--from', file], { env: { LATCHKEY_DATABASE: databaseUrl } });

  assert.equal(done.code, 0, done.stderr);
  assert.equal(statSync(directory).mode & 0o777, 0o700);
  const copy = await startService({ database: 'sqlite', env: { LATCHKEY_DATABASE: databaseUrl } });
  await assertAlive(copy, live.access);
});

test('a copy that cannot be written is told in one line, and leaves nothing half done', async () => {
  const { service } = await sharedStage();
  const file = await backUp({ service });
  const nowhere = join(service.directory, 'missing', 'backup.db');
  const blocked = join(file, 'data', 'latchkey.db');

  const backup = await service.cli(['backup', '--to', nowhere]);
  const restore = await run(['restore', '--from', file], { env: { LATCHKEY_DATABASE: `sqlite:${blocked}` } });

  assert.equal(backup.code, 1);
  assert.match(backup.stderr, /^latchkey: \S+backup\.db\S* cannot be written \([^\n]+\)\.[^\n]*\n$/);
  assert.equal(restore.code, 1);
  assert.match(restore.stderr, /^latchkey: \S+ leads through a file as if it were a folder\.\n$/);
});

test('what an interrupted backup has left is told by the next one, whatever its name, and its own is replaced', async () => {
  const { service } = await sharedStage();
  const folder = temporaryDirectory();
  const backUpTo = (name: string) => service.cli(['backup', '--to', join(folder, name)]);
  for (const name of ['monday.db', 'tuesday.db']) writeFileSync(join(folder, `${name}.unfinished`), 'half');

  const tuesday = await backUpTo('tuesday.db');
  assert.equal(tuesday.code, 0, tuesday.stderr);
  assert.equal(
    tuesday.stderr,
    `latchkey: A backup that was interrupted left ${join(folder, 'monday.db.unfinished')}, of no use to anybody: delete that, unless a backup is running.\n`,
  );
  assert.ok(!existsSync(join(folder, 'tuesday.db.unfinished')));
  assert.ok(existsSync(join(folder, 'monday.db.unfinished')));
  for (let day = 1; day < 7; day += 1) writeFileSync(join(folder, `${day}.db.unfinished`), 'half');
  assert.match((await backUpTo('next.db')).stderr, /5\.db\.unfinished and 2 more, of no use/);
});

test('a backup taken while the service runs has every acknowledged token, and what was revoked stays revoked', async () => {
  const stage = await sharedStage();
  const live = await obtainTokens(stage);
  const dead = await obtainTokens(stage);
  await revoke(stage, dead.access);

  const copy = await restored(await backUp(stage));

  await assertAlive(copy, live.access);
  await assertDead(copy, dead.access);
  await signedIn(copy, stage.ada);
});

test('after a restore that invalidates, everything old is dead, and a new sign-in works', async () => {
  const stage = await sharedStage();
  const old = await obtainTokens(stage);
  const code = await obtainCode(stage.browser, stage.quill);
  const file = await backUp(stage);
  await revoke(stage, old.access);

  const copy = await restored(file, ['--invalidate-before', 'now']);

  await assertDead(copy, old.access);
  const there = { ...stage, service: copy };
  assertRefused(await refresh(there, old.refresh), 400, 'invalid_grant');
  const { client_id, client_secret, redirect_uris } = stage.quill;
  const fields = {
    grant_type: 'authorization_code',
    client_id,
    client_secret,
    code,
    redirect_uri: `${redirect_uris[0]}`,
  };
  assertRefused(await token(copy.url, fields), 400, 'invalid_grant');
  const browser = await signedIn(copy, stage.ada);
  await assertAlive(copy, (await obtainTokens({ ...there, browser })).access);
});

test('a moment before everything invalidates nothing', async () => {
  const stage = await sharedStage();
  const tokens = await obtainTokens(stage);

  const copy = await restored(await backUp(stage), ['--invalidate-before', '2020-01-01T00:00:00Z']);

  await assertAlive(copy, tokens.access);
});

test('a backup is for its owner alone, and overwrites nothing', async () => {
  const stage = await sharedStage();
  const file = await backUp(stage);

  assert.equal(statSync(file).mode & 0o777, 0o600);
  const again = await stage.service.cli(['backup', '--to', file]);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /exists already/);
});

test('a restore refuses while the service runs, and refuses what is no backup', async () => {
  const { service } = await stageOn('sqlite');
  const backup = await backUp({ service });
  const junk = join(service.directory, 'junk.db');
  writeFileSync(junk, 'this is no database, and it is long enough to look like one'.repeat(50));

  const busy = await service.cli(['restore', '--from', backup]);
  assert.equal(busy.code, 1);
  assert.match(busy.stderr, /in use/);
  await service.stop();
  const before = readFileSync(service.databaseFile);
  const wrong = await service.cli(['restore', '--from', junk]);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /damaged or not a database/);
  assert.ok(before.equals(readFileSync(service.databaseFile)), 'the database is untouched');
});

test('a restore keeps what was there before under another name', async () => {
  const { service } = await stageOn('sqlite');
  const backup = await backUp({ service });
  await service.stop();

  const done = await service.cli(['restore', '--from', backup]);

  const kept = /kept as (\S+)\.$/m.exec(done.stdout)?.[1] ?? '';
  assert.ok(existsSync(kept), done.stdout + done.stderr);
});

test('for PostgreSQL both say in one line what to use, and a wrong moment is a wrong call', async () => {
  const { service } = await stageOn('postgres');
  const file = join(service.directory, 'backup.db');

  for (const words of [
    ['backup', '--to', file],
    ['restore', '--from', file],
  ]) {
    const refused = await service.cli(words);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^latchkey: PostgreSQL is (backed up|restored) by its own tools: [^\n]+\n$/);
  }
  const env = { LATCHKEY_DATABASE: 'sqlite:nowhere.db' };
  const wrong = await run(['restore', '--from', file, '--invalidate-before', 'yesterday'], { env });
  assert.equal(wrong.code, 2);
});
