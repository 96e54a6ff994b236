/** Names and addresses go from one person to another at the source between two runs, and so they do here, in one run. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashSync } from 'bcryptjs';
import { openBrowser } from '../support/browser-like.ts';
import { everyEngine } from '../support/each-database.ts';
import { type Service, startService, temporaryDirectory } from '../support/service.ts';
import { loadFixture, type Row } from './fixture.ts';
import { setTakeoverStage } from './stage.ts';

const PASSWORD = 'kurz';
const HASH = hashSync(PASSWORD, 4);

interface Person {
  readonly id: number;
  readonly nickname: string;
  readonly address: string;
}

function people(...rows: readonly (readonly [number, string, string])[]): Person[] {
  return rows.map(([id, nickname, address]) => ({ id, nickname, address: `${address}@example.org` }));
}

async function bring(service: Service, lines: readonly Person[], ...words: string[]) {
  const path = join(temporaryDirectory(), 'people.jsonl');
  writeFileSync(path, lines.map((line) => `${JSON.stringify({ ...line, verified: true, hash: HASH })}\n`).join(''));
  const { code, stdout, stderr } = await service.cliHere(['import', 'users', '--from', path, '--json', ...words]);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout).people;
}

async function listed(service: Service): Promise<readonly Person[]> {
  const lines = (await service.cliHere(['users', 'list', '--json'])).stdout.trim().split('\n');
  const found = lines.map((line) => JSON.parse(line)).sort((one, other) => one.id - other.id);
  return found.map(({ id, nickname, email }) => ({ id, nickname, address: email }));
}

const FIRST = people(
  ...([
    [1, 'ada', 'ada'],
    [2, 'bob', 'bob'],
    [3, 'cyd', 'cyd'],
    [4, 'dan', 'dan'],
    [5, 'eve', 'eve'],
  ] as const),
);

test('names and addresses that were exchanged or passed along at the source are exchanged here by one run, as its dry run says', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    await bring(service, FIRST);
    const second = people(
      [1, 'bob', 'ada'],
      [2, 'ada', 'bob'],
      [3, 'cyd', 'dan'],
      [4, 'dan', 'eve'],
      [5, 'eve', 'new'],
    );

    const expected = await bring(service, second, '--dry-run');
    assert.deepEqual(await listed(service), FIRST, 'a dry run changes nothing');
    const done = await bring(service, second);
    const again = await bring(service, second);

    assert.deepEqual(await listed(service), second);
    assert.deepEqual(done, expected);
    assert.deepEqual([done.changed, done.renamed, done.withoutEmail], [5, 0, 0]);
    assert.deepEqual([again.changed, again.unchanged], [0, 5]);
    const browser = openBrowser(service.url);
    assert.equal((await browser.signIn({ nickname: 'dan@example.org', password: PASSWORD })).status, 303);
  }));

test('an address that somebody has kept who signed in here is not taken away, and the one who wants it gets none', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    await bring(service, FIRST);
    assert.equal((await openBrowser(service.url).signIn({ nickname: 'ada', password: PASSWORD })).status, 303);
    const second = people([1, 'ada', 'new'], [2, 'bob', 'ada']);

    const expected = await bring(service, second, '--dry-run');
    const done = await bring(service, second);

    assert.deepEqual(done, expected);
    assert.deepEqual([done.changedHere, done.withoutEmail], [1, 1]);
    const [ada, bob] = await listed(service);
    assert.equal(ada?.address, 'ada@example.org');
    assert.equal(bob?.address, 'user-2@imported.invalid');
  }));

test('whoever deleted the account at the source and signed up anew comes with the old name and address, and the old account stays out', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    await stage.importTables(tables, 'folder');
    const old = tables.users.find(({ id }) => id === 8);
    assert.ok(old);
    const users: Row[] = [...tables.users.filter((row) => row !== old), { ...old, id: 800, encrypted_password: HASH }];

    const expected = await stage.importTables({ ...tables, users }, 'folder', '--dry-run');
    const done = await stage.importTables({ ...tables, users }, 'folder');
    const again = await stage.importTables({ ...tables, users }, 'folder');
    const back = await stage.importTables({ ...tables, users: [...users, old] }, 'folder');

    assert.deepEqual(done.people, expected.people);
    assert.deepEqual([done.people.added, done.people.gone], [1, 1]);
    assert.deepEqual([again.people.changed, again.people.gone], [0, 0]);
    const found = await listed(stage.service);
    assert.equal(found.find(({ id }) => id === 800)?.nickname, old.nickname);
    assert.equal(found.find(({ id }) => id === 800)?.address, old.email);
    // Of both at once the one who has the name here keeps it.
    assert.equal(found.find(({ id }) => id === 8)?.address, 'user-8@imported.invalid');
    assert.equal(back.people.changed, 1);
  }));
