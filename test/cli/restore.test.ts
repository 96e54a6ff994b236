/** A restore takes the place of a database that nobody else has, and there is a database at every moment of it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { spawnChild } from '../support/children.ts';
import { eventually } from '../support/eventually.ts';
import { freshDatabase } from '../support/postgres.ts';
import { run, startService, temporaryDirectory } from '../support/service.ts';
import { migratedFile } from '../support/sqlite-template.ts';

const executable = join(import.meta.dirname, '..', '..', 'bin', 'latchkey');

interface Place {
  readonly file: string;
  readonly backup: string;
  readonly env: { readonly LATCHKEY_DATABASE: string };
}

/** A database with the account ada, and a backup of it without anybody. */
async function place(): Promise<Place> {
  const file = join(temporaryDirectory(), 'latchkey.db');
  const env = { LATCHKEY_DATABASE: migratedFile(file) };
  const backup = join(temporaryDirectory(), 'backup.db');
  assert.equal((await run(['migrate'], { env })).code, 0);
  assert.equal((await run(['backup', '--to', backup], { env })).code, 0);
  const words = ['users', 'create', '--nickname', 'ada', '--email', 'ada@example.org', '--password-stdin'];
  const made = await run(words, { env, stdin: 'correct horse battery' });
  assert.equal(made.code, 0, made.stderr);
  return { file, backup, env };
}

/** So that its copy takes a while. */
function makeLong(backup: string): void {
  const database = new DatabaseSync(backup);
  const insert = database.prepare('insert into limits (name, spent, resets_at) values (?, 0, 1)');
  for (let row = 0; row < 60; row += 1) insert.run(`${row} ${'x'.repeat(1_000_000)}`);
  database.close();
}

async function namesIn(file: string): Promise<string> {
  return (await run(['users', 'list'], { env: { LATCHKEY_DATABASE: `sqlite:${file}` } })).stdout;
}

function keptIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.includes('.before-'));
}

test('whoever opens the database while a backup is copied into its place is refused, and the restore goes on', {
  timeout: 60_000,
}, async () => {
  const { file, backup, env } = await place();
  makeLong(backup);
  const { PATH = '', HOME = '' } = process.env;
  const restore = spawnChild(executable, ['restore', '--from', backup], { env: { PATH, HOME, ...env } });
  const ended = once(restore, 'exit');
  // Without a pause: the copy is a matter of some hundred milliseconds.
  for (const end = Date.now() + 20_000; !existsSync(`${file}.arriving`) && Date.now() < end; );
  restore.kill('SIGSTOP');

  const refused = await run(['users', 'list'], { env });
  restore.kill('SIGCONT');

  assert.equal(refused.code, 1, refused.stdout);
  assert.match(refused.stderr, /^latchkey: [^\n]+ is locked by another program\. [^\n]+\n$/);
  assert.deepEqual(await ended, [0, null]);
  assert.equal(await namesIn(file), '');
});

test('at every moment of a restore there is a database, and nothing but what was there is left beside it', async () => {
  const { file, backup, env } = await place();
  const service = await startService({ database: 'sqlite', databaseUrl: env.LATCHKEY_DATABASE });
  await service.kill();
  const changed: string[] = [];
  const watcher = watch(dirname(file), (kind, name) => {
    if (kind === 'rename' && name === 'latchkey.db') changed.push(name);
  });

  const done = await run(['restore', '--from', backup], { env });
  await eventually('the change of the name is heard', () => changed.length > 0);
  watcher.close();

  assert.equal(done.code, 0, done.stderr);
  assert.equal(changed.length, 1, 'the name changed its file once, and was never without one');
  const [kept = ''] = keptIn(dirname(file));
  assert.deepEqual(readdirSync(dirname(file)).sort(), ['latchkey.db', kept]);
  assert.match(await namesIn(join(dirname(file), kept)), / ada /);
});

test('two restores within one second keep what each of them found', async () => {
  const { file, backup, env } = await place();

  const done = [await run(['restore', '--from', backup], { env }), await run(['restore', '--from', backup], { env })];
  const kept = done.map(({ stdout, stderr }) => /kept as (\S+)\.$/m.exec(stdout)?.[1] ?? stderr);
  // A name that is taken, whatever second it is.
  const now = Math.floor(Date.now() / 1000);
  const names = Array.from({ length: 60 }, (_, later) => `${file}.before-${now + later}`);
  const mine = names.filter((name) => !existsSync(name));
  for (const name of mine) writeFileSync(name, 'mine');
  const third = await run(['restore', '--from', backup], { env });

  assert.match(third.stdout, /kept as \S+\.before-\d+-[23]\.$/m);
  for (const name of mine) assert.equal(readFileSync(name, 'utf8'), 'mine');
  assert.notEqual(kept[0], kept[1]);
  assert.match(await namesIn(kept[0] ?? ''), / ada /);
});

test('where the database is a link, what it leads to is replaced; a link to nothing is refused', async () => {
  const { file, backup } = await place();
  const folder = temporaryDirectory();
  const link = join(folder, 'link.db');
  symlinkSync(file, link);
  const dangling = join(folder, 'dangling.db');
  symlinkSync(join(folder, 'unmounted', 'latchkey.db'), dangling);

  const done = await run(['restore', '--from', backup], { env: { LATCHKEY_DATABASE: `sqlite:${link}` } });
  const refused = await run(['restore', '--from', backup], { env: { LATCHKEY_DATABASE: `sqlite:${dangling}` } });

  assert.equal(done.code, 0, done.stderr);
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.equal(await namesIn(file), '');
  assert.equal(keptIn(dirname(file)).length, 1);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^latchkey: \S+dangling\.db is a link to \S+, where nothing is\. [^\n]+\n$/);
  assert.deepEqual(readdirSync(folder).sort(), ['dangling.db', 'link.db']);
});

test('a backup takes the place of no link, and a folder is no damaged backup', async () => {
  const { env, backup } = await place();
  const folder = temporaryDirectory();
  const link = join(folder, 'link.db');
  symlinkSync('unmounted/backup.db', link);

  const onLink = await run(['backup', '--to', link], { env });
  const fromFolder = await run(['restore', '--from', dirname(backup)], { env });

  assert.match(
    onLink.stderr,
    /^latchkey: \S+link\.db is a link to unmounted\/backup\.db, where nothing is\. Mend it, or name a file\.\n$/,
  );
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.match(fromFolder.stderr, /^latchkey: \S+ is a folder, where a backup is needed\.\n$/);
  assert.deepEqual([onLink.code, fromFolder.code, readdirSync(folder)], [1, 1, ['link.db']]);
});

test('a database that can no longer be read is replaced by a backup, and kept', async () => {
  const { file, backup, env } = await place();
  writeFileSync(file, 'this was a database once, and it is long enough to look like one'.repeat(100));

  const done = await run(['restore', '--from', backup], { env });

  assert.equal(done.code, 0, done.stderr);
  assert.equal(await namesIn(file), '');
  assert.match(readFileSync(join(dirname(file), keptIn(dirname(file))[0] ?? ''), 'utf8'), /^this was a database/);
});

test('the file from which a service has moved is not restored to: it is told where the service is', async () => {
  const { file, backup, env } = await place();
  const moved = await run(['move', '--to', await freshDatabase()], { env });
  assert.equal(moved.code, 0, moved.stderr);

  const refused = await run(['restore', '--from', backup], { env });

  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /^latchkey: The database was moved to postgres:[^\n]+ Set LATCHKEY_DATABASE to [^\n]+\n$/,
  );
  assert.deepEqual(keptIn(dirname(file)), []);
});

test('a command that has the database open keeps a restore away, which says that it may be a command', async () => {
  const { file, backup, env } = await place();
  const { PATH = '', HOME = '' } = process.env;
  const following = spawnChild(executable, ['events', '--follow', '--since', '1h'], { env: { PATH, HOME, ...env } });
  await once(following.stdout, 'data');

  const refused = await run(['restore', '--from', backup], { env });
  const itself = await run(['restore', '--from', file], { env });
  following.kill('SIGKILL');

  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /is in use\. Stop the service first, and every command that has it open, [^\n]+\n$/);
  assert.match(itself.stderr, /is the database itself\. Name a backup\.\n$/);
});

test('a backup or a restore that finds no room leaves nothing half done', async () => {
  const { file, backup, env } = await place();
  const { PATH = '', HOME = '' } = process.env;
  const before = readdirSync(dirname(file));
  const copy = join(dirname(file), 'copy.db');

  for (const words of [`restore --from '${backup}'`, `backup --to '${copy}'`]) {
    // No file may grow beyond 50 KiB.
    const done = spawnSync('sh', ['-c', `ulimit -f 100; exec "$0" ${words}`, executable], {
      env: { PATH, HOME, ...env },
      encoding: 'utf8',
    });
    assert.equal(done.status, 1, done.stdout);
    assert.match(done.stderr, /^latchkey: \S+ cannot be written \([^\n]+\)\. [^\n]+\n$/);
    assert.deepEqual(readdirSync(dirname(file)), before);
  }
  assert.match(await namesIn(file), / ada /);
});

test('a backup or a database of a newer version is told apart from a damaged one', async () => {
  const { file, backup, env } = await place();
  const copy = join(dirname(file), 'copy.db');
  for (const path of [backup, file]) {
    const database = new DatabaseSync(path);
    database.exec("insert into migrations (number, name, applied_at) values (9999, 'of tomorrow', 0)");
    database.close();
  }

  const restored = await run(['restore', '--from', backup], { env });
  const copied = await run(['backup', '--to', copy], { env });

  for (const [{ code, stderr }, path] of [
    [restored, backup],
    [copied, file],
  ] as const) {
    assert.equal(code, 1);
    assert.match(
      stderr,
      / was written by a newer version of Latchkey \(schema 9999, this program knows \d+\)\. Use the newer program\.\n$/,
    );
    assert.ok(stderr.startsWith(`latchkey: ${path} was`), stderr);
  }
  assert.deepEqual(keptIn(dirname(file)), []);
  assert.ok(!existsSync(copy));
});

test('a restore that ends what was granted is killed while it does so: the database is the one from before', {
  timeout: 60_000,
}, async () => {
  const { file, backup, env } = await place();
  const { PATH = '', HOME = '' } = process.env;
  const words = ['restore', '--from', backup, '--invalidate-before', 'now'];
  const restore = spawnChild(executable, words, { env: { PATH, HOME, ...env } });
  const ended = once(restore, 'exit');
  // Without a pause: it is a matter of some hundred milliseconds. A restore that never has this file comes to its end.
  for (const end = Date.now() + 10_000; !existsSync(`${file}.arriving-wal`) && Date.now() < end; );
  restore.kill('SIGKILL');

  assert.deepEqual(await ended, [null, 'SIGKILL']);
  assert.match(await namesIn(file), / ada /);
  assert.deepEqual(keptIn(dirname(file)), []);
  const again = await run(words, { env });
  assert.equal(again.code, 0, again.stderr);
  assert.equal(await namesIn(file), '');
  const [kept = ''] = keptIn(dirname(file));
  assert.deepEqual(readdirSync(dirname(file)).sort(), ['latchkey.db', kept]);
});

test('a restore says where it put the backup, and whether anything was there', async () => {
  const { file, backup, env } = await place();
  const cwd = temporaryDirectory();
  const elsewhere = join(realpathSync(cwd), 'data', 'latchkey.db');

  const over = await run(['restore', '--from', backup], { env });
  const fresh = await run(['restore', '--from', backup], { cwd });
  const asJson = await run(['restore', '--from', backup, '--json'], {
    env: { LATCHKEY_DATABASE: 'sqlite:new.db' },
    cwd,
  });

  const [kept = ''] = keptIn(dirname(file));
  assert.equal(
    over.stdout.split('\n')[0],
    `Restored ${backup} to ${file}. What was there is kept as ${join(dirname(file), kept)}.`,
  );
  assert.equal(fresh.stdout.split('\n')[0], `Restored ${backup} to ${elsewhere}. Nothing was there before.`);
  assert.equal(JSON.parse(asJson.stdout).to, join(dirname(dirname(elsewhere)), 'new.db'));
});
