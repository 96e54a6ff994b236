/** What is wrong with a database file is said in one line that names the file and what to do, whichever command meets it. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { freshDatabase } from '../support/postgres.ts';
import { type Outcome, run, temporaryDirectory } from '../support/service.ts';
import { hasTemplate, migrate, migratedFile } from '../support/sqlite-template.ts';

/** Who is not root is shut out by permissions already. */
const STRANGER = process.geteuid?.() === 0 ? { uid: 65_534 } : {};

interface Place {
  readonly folder: string;
  readonly file: string;
  readonly env: { readonly LATCHKEY_DATABASE: string };
}

/** A folder that the stranger owns. */
function stage(): Place {
  const folder = temporaryDirectory();
  const file = join(folder, 'latchkey.db');
  const env = { LATCHKEY_DATABASE: migratedFile(file) };
  if (!hasTemplate()) migrate(env.LATCHKEY_DATABASE);
  if (STRANGER.uid !== undefined) for (const path of [folder, file]) chownSync(path, STRANGER.uid, STRANGER.uid);
  return { folder, file, env };
}

function backUp({ folder, env }: Place): Promise<Outcome> {
  return run(['backup', '--to', join(folder, 'copy.db')], { env, cwd: folder, ...STRANGER });
}

function assertLine({ code, stdout, stderr }: Outcome, line: RegExp): void {
  assert.equal(code, 1, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, line);
  assert.equal(stderr.split('\n').length, 2, stderr);
}

test('a backup of a text file, of a folder and of a damaged file names the source, and leaves nothing behind', async () => {
  const text = stage();
  writeFileSync(text.file, 'This is a text and no database. '.repeat(300));
  const folder = stage();
  const named = { ...folder, env: { LATCHKEY_DATABASE: `sqlite:${folder.folder}` } };
  const damaged = stage();
  const descriptor = openSync(damaged.file, 'r+');
  for (let page = 3; page < 40; page += 1) writeSync(descriptor, 'damage '.repeat(100), page * 4096);

  assertLine(
    await backUp(text),
    /^latchkey: The database file \S+latchkey\.db is damaged or not an SQLite database\. /,
  );
  assertLine(await backUp(named), /^latchkey: \S+ is a folder, where a database file is needed\.\n$/);
  assertLine(await backUp(damaged), /^latchkey: The database file \S+latchkey\.db is damaged /);
  for (const { folder: place } of [text, folder, damaged])
    assert.deepEqual(
      readdirSync(place).filter((name) => name.startsWith('copy.db')),
      [],
    );
});

test('a backup of a file that is closed to the user names the source and whom to run it as', async () => {
  const place = stage();
  if (STRANGER.uid !== undefined) chownSync(place.file, 0, 0);
  chmodSync(place.file, STRANGER.uid === undefined ? 0 : 0o600);

  const done = await backUp(place);

  assertLine(
    done,
    /^latchkey: The database file \S+latchkey\.db cannot be read \([^)]+\)\. .*as the user of the service\.\n$/,
  );
});

test('a database in a folder that the user may not look into is told apart from one that is missing', async () => {
  const place = stage();
  const inner = join(place.folder, 'data');
  mkdirSync(inner);
  if (STRANGER.uid !== undefined) chownSync(inner, 0, 0);
  chmodSync(inner, STRANGER.uid === undefined ? 0 : 0o700);
  const env = { LATCHKEY_DATABASE: `sqlite:${join(inner, 'latchkey.db')}` };

  const copy = join(place.folder, 'copy.db');
  for (const words of [['users', 'list'], ['backup', '--to', copy], ['sweep'], ['move', '--to', await freshDatabase()]])
    assertLine(
      await run(words, { env, cwd: place.folder, ...STRANGER }),
      /^latchkey: \S+latchkey\.db is in a folder that this user may not look into\. .*as the user of the service\.\n$/,
    );
  assert.ok(!existsSync(copy));
});

test('a backup after a move says where the database is now, and leaves nothing behind', async () => {
  const { folder, env } = stage();
  const moved = await run(['move', '--to', await freshDatabase()], { env, cwd: folder });
  assert.equal(moved.code, 0, moved.stderr);

  const done = await run(['backup', '--to', join(folder, 'copy.db')], { env, cwd: folder });

  assertLine(done, /^latchkey: The database was moved to postgres:\S+\. Set LATCHKEY_DATABASE to that address, /);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('copy.db')),
    [],
  );
});

test('a write to a file that is read-only or locked names the file and what to do', async () => {
  const closed = stage();
  chmodSync(closed.file, 0o400);
  const locked = stage();
  const before = readFileSync(locked.file).length;
  const other = new DatabaseSync(locked.file);
  other.exec('begin immediate');

  const create = ['users', 'create', '--nickname', 'ada', '--email', 'ada@example.org', '--password-stdin'];
  const stdin = 'a lantern over the harbour';
  const readOnly = await run(create, { env: closed.env, cwd: closed.folder, stdin, ...STRANGER });
  const busy = await run(create, { env: locked.env, cwd: locked.folder, stdin, ...STRANGER });
  other.close();

  assertLine(
    readOnly,
    /^latchkey: The database file \S+latchkey\.db (cannot be written to by this user|is read-only)\. /,
  );
  assertLine(busy, /^latchkey: The database file \S+latchkey\.db is locked by another program\. Stop it, /);
  assert.equal(readFileSync(locked.file).length, before);
});

test('a migration that finds no room ends with one line, and the next one begins anew', async () => {
  const folder = temporaryDirectory();
  const file = join(folder, 'latchkey.db');
  const env = { LATCHKEY_DATABASE: `sqlite:${file}` };
  const executable = join(import.meta.dirname, '..', '..', 'bin', 'latchkey');

  // What has to be written to run the program is written before.
  await run(['--version'], {});
  // No file may grow beyond this size.
  const words = ['-c', 'ulimit -f 100; exec "$0" migrate', executable];
  const done = await run(words, { program: 'sh', env, cwd: folder });

  assertLine(
    done,
    /^latchkey: The database file \S+latchkey\.db cannot (grow: its disk is full|be read or written: its disk fails or is full)\. /,
  );
  const again = await run(['migrate'], { env, cwd: folder });
  assert.equal(again.code, 0, again.stderr);
});
