/** Root administers a service of another user: what root makes for it is that user's, or the service could not start. */
import assert from 'node:assert/strict';
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { run, temporaryDirectory } from '../support/service.ts';

const CREATE = ['users', 'create', '--nickname', 'ada', '--email', 'ada@example.org', '--password-stdin'];
const SOMEBODY = 10_001;

/** The folder of a service; whoever is not root has folders of their own only, and owns what they make there. */
function folderOfService(): string {
  const folder = temporaryDirectory();
  if (process.geteuid?.() === 0) chownSync(folder, SOMEBODY, SOMEBODY);
  return folder;
}

async function done(words: readonly string[], cwd: string): Promise<void> {
  const { code, stderr } = await run([...words], { cwd, stdin: 'a lantern over the harbour' });
  assert.equal(code, 0, stderr);
}

function assertOwned(folder: string): void {
  const { uid, gid } = statSync(folder);
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  assert.ok(found.length > 1, `${folder} holds ${found.join(' ')}`);
  for (const name of found) {
    const owner = statSync(join(folder, name));
    assert.deepEqual([owner.uid, owner.gid], [uid, gid], name);
  }
}

test('a database that a command makes belongs to the owner of the folder that it is made in', async () => {
  for (const words of [['migrate'], CREATE]) {
    const folder = folderOfService();

    await done(words, folder);

    assertOwned(folder);
    assert.equal(statSync(join(folder, 'data', 'latchkey.db')).mode & 0o777, 0o600);
  }
});

test('a log that a command is the first to open belongs to the owner of its folder', async () => {
  const folder = folderOfService();
  const env = { LATCHKEY_LOG_FILE: join(folder, 'log', 'latchkey.log') };

  const { code, stderr } = await run(['migrate'], { cwd: folder, env });

  assert.equal(code, 0, stderr);
  assert.ok(existsSync(env.LATCHKEY_LOG_FILE));
  assertOwned(folder);
});

test('a restored database belongs to whom the one before belonged to, or the folder where there was none', async () => {
  const backup = join(temporaryDirectory(), 'before.db');
  const folder = folderOfService();
  await done(CREATE, folder);
  await done(['backup', '--to', backup], folder);

  await done(['restore', '--from', backup], folder);
  assertOwned(folder);
  rmSync(join(folder, 'data'), { recursive: true });
  await done(['restore', '--from', backup, '--invalidate-before', 'now'], folder);

  assertOwned(folder);
  assert.equal(statSync(join(folder, 'data', 'latchkey.db')).mode & 0o777, 0o600);
});

test('a backup belongs to whoever takes it', async () => {
  const folder = folderOfService();
  const kept = join(folder, 'kept');
  mkdirSync(kept);
  await done(CREATE, folder);

  await done(['backup', '--to', join(kept, 'before.db')], folder);

  assert.equal(statSync(join(kept, 'before.db')).uid, process.geteuid?.());
});

test('nothing is made for the owner of the folder where a link of theirs leads', async () => {
  const folder = folderOfService();
  const elsewhere = join(temporaryDirectory(), 'elsewhere.db');
  mkdirSync(join(folder, 'data'));
  symlinkSync(elsewhere, join(folder, 'data', 'latchkey.db'));

  await run(['migrate'], { cwd: folder });

  assert.ok(!existsSync(elsewhere) || statSync(elsewhere).uid === process.geteuid?.());
});
