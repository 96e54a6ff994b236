/** Sources that are hostile, cut off or of another program: one clear sentence, and nothing is written. */
import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { everyEngine } from '../support/each-database.ts';
import { whoami } from '../support/grant.ts';
import { type Outcome, run, temporaryDirectory } from '../support/service.ts';
import { linesOf, loadFixture, type Tables, writeSource } from './fixture.ts';
import { setTakeoverStage, type TakeoverStage } from './stage.ts';

/** One line on stderr, no stack, no secret of the source, and nobody was brought. */
async function assertRefused(stage: TakeoverStage, outcome: Outcome, why: RegExp): Promise<void> {
  assert.equal(outcome.code, 1, outcome.stdout);
  assert.match(outcome.stderr, why);
  assert.match(outcome.stderr, /^latchkey: [^\n]+\n$/);
  assert.doesNotMatch((await stage.service.cliHere(['users', 'list'])).stdout, /example\.org {2}user/);
}

async function folderWith(tables: Tables, change: (folder: string) => void): Promise<string> {
  const folder = await writeSource(tables, 'folder');
  change(folder);
  return folder;
}

test('a dump that was cut off, at any byte or between two lines, is refused as a whole', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    const cut = async (table: keyof Tables, bytes: (text: Buffer) => number) =>
      await stage.run(
        await folderWith(tables, (folder) => {
          const path = join(folder, `${table}.jsonl`);
          truncateSync(path, bytes(readFileSync(path)));
        }),
      );
    const lineStart = (text: Buffer) => text.lastIndexOf('\n', text.length - 2) + 1;

    await assertRefused(stage, await cut('users', (text) => text.length - 3), /has no end: the file was cut off there/);
    await assertRefused(
      stage,
      await cut('oauth_access_tokens', lineStart),
      /and no line \{"end":"oauth_access_tokens","rows":18\} behind them/,
    );
    await assertRefused(
      stage,
      await cut('oauth_access_grants', () => 0),
      /has 0 rows of oauth_access_grants and no line/,
    );
    await assertRefused(stage, await cut('oauth_applications', () => 1), /has no end/);
  }));

test('a dump with wrong counts, broken lines, lists for values, or rows behind its end is refused', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    const withLine = async (line: string) =>
      await stage.run(
        await folderWith(tables, (folder) => {
          writeFileSync(join(folder, 'users.jsonl'), `${line}\n${linesOf(tables.users, 'users')}`);
        }),
      );

    await assertRefused(stage, await withLine('{"id":99}'), /has 9 rows of users, but its last line says 8/);
    await assertRefused(stage, await withLine('{"id":'), /Line 1 of \S+ is not a JSON object/);
    await assertRefused(stage, await withLine('[1]'), /Line 1 of \S+ is not a JSON object/);
    await assertRefused(stage, await withLine('{"id":{"a":1}}'), /Line 1 of \S+ has a list or an object in id/);
    await assertRefused(
      stage,
      await withLine('{"id":1,"email":"a","email":"b"}'),
      /Line 1 of \S+ has email more than once/,
    );
    await assertRefused(stage, await withLine('{"end":"users","rows":0}'), /comes after the end of users/);
    await assertRefused(stage, await withLine(`{"id":"${'x'.repeat(70_000)}"}`), /Line \d+ of \S+ is too long/);
    const folder = await folderWith(tables, (place) =>
      appendFileSync(join(place, 'users.jsonl'), Buffer.from([0xff, 10])),
    );
    await assertRefused(stage, await stage.run(folder), /is not UTF-8/);
  }));

test('a source of another program or version is refused with the table or column that is missing', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    const without = (column: string): Tables => ({
      ...tables,
      oauth_access_tokens: tables.oauth_access_tokens.map(({ [column]: _, ...row }) => row),
    });
    const { oauth_applications: _applications, ...fewer } = tables;
    const empty = join(temporaryDirectory(), 'empty');
    mkdirSync(empty);
    const text = join(temporaryDirectory(), 'notes.txt');
    writeFileSync(text, 'hello\n');

    const run = async (from: string) => await stage.run(from);
    await assertRefused(
      stage,
      await run(await writeSource(without('token'), 'sqlite')),
      /oauth_access_tokens has no column token/,
    );
    // The sentence is the same for every form.
    await assertRefused(
      stage,
      await run(await writeSource(fewer as Tables, engine)),
      /There is no table oauth_applications/,
    );
    await assertRefused(
      stage,
      await run(empty),
      /There is no table users: name the table of people with --users-table/,
    );
    await assertRefused(stage, await run(text), /Line 1 of \S+ is not a JSON object/);
    await assertRefused(stage, await run('/nowhere/at/all'), /There is no file or folder/);
    await assertRefused(stage, await run('mysql://old/app'), /MySQL is read from JSON lines/);
    await assertRefused(
      stage,
      await run('postgres://nobody@127.0.0.1:1/x'),
      /The database to import from cannot be read/,
    );
  }));

test('what stands in the way of a file or a folder is told as that, and not as a missing table', async () => {
  const { held, tables } = loadFixture('plain');
  const stage = await setTakeoverStage('sqlite', held);
  const instead = async (put: (file: string) => void): Promise<Outcome> =>
    await stage.run(
      await folderWith(tables, (folder) => {
        rmSync(join(folder, 'users.jsonl'));
        put(join(folder, 'users.jsonl'));
      }),
    );
  const at = join(temporaryDirectory(), 'at');
  symlinkSync('nowhere', at);
  const file = await writeSource(tables, 'file');

  const missing = await instead(() => {});
  await assertRefused(
    stage,
    missing,
    /no table users: name .+ A table is a file of its own there, such as \S+users\.jsonl\./,
  );
  await assertRefused(
    stage,
    await instead((path) => mkdirSync(path)),
    /users\.jsonl is a folder, where a file is needed\./,
  );
  await assertRefused(
    stage,
    await instead((path) => symlinkSync('../gone.jsonl', path)),
    /users\.jsonl is a link to \.\.\/gone\.jsonl, where nothing is\./,
  );
  await assertRefused(
    stage,
    await instead((path) => symlinkSync('users.jsonl', path)),
    /is a link that leads back to itself\./,
  );
  await assertRefused(stage, await stage.run(at), /at is a link to nowhere, where nothing is\./);
  await assertRefused(
    stage,
    await stage.run(join(file, 'users')),
    /There is no file or folder \S+dump\.jsonl\/users\./,
  );
  await assertRefused(
    stage,
    await stage.run(`sqlite:${temporaryDirectory()}`),
    /is a folder, where a file is needed\./,
  );
});

test('a folder that this user may not look into is told as that, and not as one without the table', async () => {
  const { tables } = loadFixture('plain');
  const folder = await writeSource(tables, 'folder');
  const cwd = temporaryDirectory();
  for (const path of [dirname(folder), folder]) chmodSync(path, 0o755);
  chmodSync(cwd, 0o777);
  const env = { LATCHKEY_DATABASE: `sqlite:${join(cwd, 'new.db')}` };
  const words = ['import', 'doorkeeper', '--from', folder];
  // Readable, and closed to whoever wants to open what is in it; who is not root is shut out by that already.
  chmodSync(folder, 0o444);

  const closed = await run(words, { env, ...(process.geteuid?.() === 0 ? { uid: 65_534 } : {}) });
  chmodSync(folder, 0o755);

  assert.match(closed.stderr, /^latchkey: \S+users\.jsonl is in a folder that this user may not look into: [^\n]+\n$/);
  assert.equal(closed.code, 1);
});

test('ids that cannot be kept, ids that come twice, and hexadecimal tokens of which nobody said what they are are refused', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    const [first] = tables.users;
    assert.ok(first);
    const withUser = async (change: Record<string, string | number>) =>
      await stage.run(await writeSource({ ...tables, users: [...tables.users, { ...first, ...change }] }, 'folder'));
    const withToken = async (token: string, ...words: string[]) => {
      const rows = tables.oauth_access_tokens.map((row, index) => (index === 0 ? { ...row, token } : row));
      return await stage.run(await writeSource({ ...tables, oauth_access_tokens: rows }, 'folder'), ...words);
    };

    await assertRefused(
      stage,
      await withUser({ id: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' }),
      /UUIDs cannot be taken over/,
    );
    await assertRefused(stage, await withUser({ id: 0 }), /they must be whole numbers from 1 to 9007199254740991/);
    await assertRefused(stage, await withUser({ id: 1 }), /has the id 1 twice/);
    await assertRefused(stage, await withToken('ab'.repeat(32)), /Tokens are 64 hexadecimal digits/);
    assert.equal((await withToken('ab'.repeat(32), '--tokens', 'plain')).code, 0);
    assert.equal((await whoami(stage.service, 'ab'.repeat(32))).status, 200);
  }));

test('a hostile dump brings nothing that could hurt: costly hashes, marked up names, tokens of ours, doubled tokens', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    const evil = '<script>alert(1)</script>';
    Object.assign(tables.users[0] ?? {}, {
      encrypted_password: `$2a$31$${'a'.repeat(53)}`,
      nickname: evil,
      name: `${evil}\u202e`,
    });
    Object.assign(tables.oauth_applications[0] ?? {}, {
      name: evil,
      redirect_uri: 'javascript:alert(1) https://quill.example/callback',
    });
    const [first, second] = tables.oauth_access_tokens;
    Object.assign(second ?? {}, { token: first?.token ?? '' });
    const ours = `lka_${'A'.repeat(60)}`;
    Object.assign(tables.oauth_access_tokens[2] ?? {}, { token: ours, expires_in: 99_999_999 });
    const page = join(temporaryDirectory(), 'report.html');

    const report = await stage.importTables(tables, 'folder', '--report', page);

    assert.equal(report.people.withoutPassword, 1);
    const quill = report.applications.find(({ name }) => name === evil);
    assert.ok(quill?.findings.some(({ kind }) => kind === 'redirect_refused'));
    assert.ok(quill?.findings.some(({ kind }) => kind === 'tokens_doubled'));
    assert.equal((await whoami(stage.service, ours)).status, 401);
    assert.doesNotMatch(readFileSync(page, 'utf8'), /<script/);
  }));

test('another service is not taken for the one that was imported, however whole it is', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    await stage.importTables(tables, 'folder');

    const other = await stage.run(
      await writeSource(loadFixture('hashed').tables, 'folder'),
      '--tokens',
      'sha256',
      '--secrets',
      'sha256',
    );

    assert.equal(other.code, 1);
    assert.match(other.stderr, /^latchkey: None of the applications that were imported before is in this source/);
    assert.equal((await whoami(stage.service, held.tokens.live.access)).status, 200);
  }));

test('a table without anybody of those who were imported is refused, and nobody of them is disabled for it', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    await stage.importTables(tables, 'folder');
    const listed = (await stage.service.cliHere(['users', 'list'])).stdout;
    const [ada] = tables.users;
    assert.ok(ada);
    const others: readonly Tables['users'][] = [
      [],
      [{ ...ada, id: 77_777, nickname: 'boss', email: 'boss@example.org' }],
    ];

    for (const users of others) {
      const from = await writeSource({ ...tables, users }, 'folder');
      for (const words of [['--dry-run'], []]) {
        const refused = await stage.run(from, ...words);

        assert.equal(refused.code, 1);
        assert.match(refused.stderr, /^latchkey: None of the people who were imported before is in the table users: /);
      }
    }
    assert.equal((await stage.service.cliHere(['users', 'list'])).stdout, listed);
    assert.equal((await whoami(stage.service, held.tokens.live.access)).status, 200);
  }));
