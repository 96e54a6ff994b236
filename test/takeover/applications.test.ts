/** What imported applications are after one run and after the next, and that their owners can change them. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBrowser } from '../support/browser-like.ts';
import { everyEngine } from '../support/each-database.ts';
import { edit } from '../support/portal.ts';
import { temporaryDirectory } from '../support/service.ts';
import { loadFixture, type Row, type Tables, writeSource } from './fixture.ts';
import { setTakeoverStage, type TakeoverStage } from './stage.ts';

interface Shown {
  readonly name: string;
  readonly owner: number;
  readonly type: string;
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly string[];
}

async function shown({ service }: TakeoverStage, clientId: string): Promise<Shown> {
  const { code, stdout, stderr } = await service.cliHere(['applications', 'show', clientId, '--json']);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

function update({ service }: TakeoverStage, clientId: string, ...words: string[]) {
  return service.cliHere(['applications', 'update', clientId, ...words]);
}

function application({ oauth_applications }: Tables, uid: string): Row {
  const row = oauth_applications.find((candidate) => candidate.uid === uid);
  assert.ok(row, uid);
  return row;
}

test('an application whose redirect URIs were all left out is no machine, is changed and applied as it is, and takes one on by the command that the report asks for', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const { uid } = held.applications.quill;
    application(tables, uid).redirect_uri = 'http://quill.example/callback';
    const stage = await setTakeoverStage(engine, held);
    await stage.importTables(tables, 'folder');
    assert.equal((await shown(stage, uid)).type, 'web');
    const named = await update(stage, uid, '--name', 'Quill still');
    assert.equal(named.code, 0, named.stderr);
    const description = join(temporaryDirectory(), 'description.yaml');
    writeFileSync(description, (await stage.service.cliHere(['export'])).stdout);
    const applied = await stage.service.cliHere(['apply', description]);
    assert.equal(applied.code, 0, applied.stderr);

    const done = await update(stage, uid, '--redirect-uri', 'https://quill.example/callback');

    assert.equal(done.code, 0, done.stderr);
    assert.deepEqual((await shown(stage, uid)).redirect_uris, ['https://quill.example/callback']);
  }));

test('the kind of an application follows its source from run to run, where it does not fit any more', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const { quill, slow, mobile } = held.applications;
    const stage = await setTakeoverStage(engine, held);
    const turned = application(tables, slow.uid);
    const uri = turned.redirect_uri ?? '';
    turned.redirect_uri = '';
    await stage.importTables(tables, 'folder');
    assert.equal((await shown(stage, slow.uid)).type, 'machine');
    turned.redirect_uri = uri;
    application(tables, quill.uid).confidential = 0;
    application(tables, mobile.uid).confidential = 1;

    await stage.importTables(tables, 'folder');

    const kinds = await Promise.all([slow, quill, mobile].map(async (one) => (await shown(stage, one.uid)).type));
    assert.deepEqual(kinds, ['web', 'native', 'web']);
    const described = await update(stage, slow.uid, '--description', 'Says what it does');
    assert.equal(described.code, 0, described.stderr);
    assert.deepEqual((await shown(stage, slow.uid)).redirect_uris, [uri]);
  }));

test('a redirect URI for a machine is refused, where it was told as changed and left out', async () => {
  const { held, tables } = loadFixture('plain');
  const { uid } = held.applications.slow;
  application(tables, uid).redirect_uri = '';
  const stage = await setTakeoverStage('sqlite', held);
  await stage.importTables(tables, 'folder');
  const words = ['--redirect-uri', 'https://slow.example/cb'];

  const refused = await update(stage, uid, ...words);
  const done = await update(stage, uid, ...words, '--grant-type', 'authorization_code');

  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /Nobody comes back to a machine/);
  assert.equal(done.code, 0, done.stderr);
  const { type, redirect_uris } = await shown(stage, uid);
  assert.deepEqual([type, redirect_uris], ['web', ['https://slow.example/cb']]);
});

test('what an import has kept is not judged again when something else of the application changes, and a new one is', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const { insecure, oob } = held.applications;
    const stage = await setTakeoverStage(engine, held);
    await stage.importTables(tables, 'folder', '--danger-http-redirects');
    const kept = await shown(stage, insecure.uid);
    assert.ok(kept.redirect_uris.includes('http://insecure.example/callback'));

    const renamed = await update(stage, insecure.uid, '--name', 'Insecure still');
    const described = await update(stage, oob.uid, '--description', 'With a scope that the catalogue does not have');
    const another = await update(stage, insecure.uid, '--redirect-uri', 'http://other.example/callback');
    const wider = await update(stage, insecure.uid, '--scope', 'public unknown');

    assert.equal(renamed.code, 0, renamed.stderr);
    assert.equal(described.code, 0, described.stderr);
    assert.deepEqual((await shown(stage, oob.uid)).scopes, ['public', 'unknown']);
    assert.match(another.stderr, /Plain http/);
    assert.match(wider.stderr, /no scope called/);
    const owner = openBrowser(stage.service.url);
    await owner.signIn({ nickname: 'ada', password: 'correct horse battery' });
    const saved = await edit(
      owner,
      { client_id: insecure.uid, client_secret: '', redirect_uris: [] },
      { set: { description: 'By hand' } },
    );
    assert.equal(saved.status, 303, saved.body);
    const now = await shown(stage, insecure.uid);
    assert.deepEqual([now.name, now.redirect_uris], ['Insecure still', kept.redirect_uris]);
  }));

test('an owner who is another one at the source by now, or gone from it, is told, and nobody is said to get what nobody gets', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const { quill, slow, orphan } = held.applications;
    application(tables, slow.uid).owner_id = 8;
    const stage = await setTakeoverStage(engine, held);
    await stage.importTables(tables, 'folder');
    application(tables, quill.uid).owner_id = 2;
    const users = tables.users.filter(({ id }) => id !== 8);

    const { applications } = await stage.importTables({ ...tables, users }, 'folder');

    const told = [quill, slow, orphan].map((one) => {
      const found = applications.find(({ publicId }) => publicId === one.uid);
      return [found?.outcome, found?.findings.map(({ kind }) => kind).filter((kind) => kind.startsWith('owner'))];
    });
    assert.deepEqual(told, [
      ['unchanged', ['owner_other']],
      ['unchanged', ['owner_other']],
      ['unchanged', []],
    ]);
    const { stdout } = await stage.run(await writeSource({ ...tables, users }, 'folder'));
    assert.match(stdout, /It stays with the account that has it here/);
    const owners = await Promise.all([quill, slow].map(async (one) => (await shown(stage, one.uid)).owner));
    assert.deepEqual(owners, [1, 8]);
  }));
