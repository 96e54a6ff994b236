/** A Doorkeeper is taken over: what its clients and people hold works as it is, on both databases, from every source. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import { openBrowser } from '../support/browser-like.ts';
import { everyEngine } from '../support/each-database.ts';
import { whoami } from '../support/grant.ts';
import { json } from '../support/http-client.ts';
import { token } from '../support/token-client.ts';
import { driveEverything } from './drive.ts';
import { type Form, loadFixture, writeSource } from './fixture.ts';
import { setTakeoverStage } from './stage.ts';

test('tokens, refresh tokens, secrets, codes and passwords that were kept in plain go on working', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);

    await stage.importTables(tables, engine);

    await driveEverything(stage.service, held);
  }));

test('those that were kept as SHA-256, and secrets kept as bcrypt hashes, go on working', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('hashed');
    const stage = await setTakeoverStage(engine, held);

    await stage.importTables(tables, engine === 'sqlite' ? 'folder' : 'file');

    await driveEverything(stage.service, held);
  }));

test('every form of a source gives the same report, dry or not', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    const forms: readonly Form[] = ['folder', 'file', 'sqlite', 'postgres'];

    const dry = [];
    for (const form of forms) dry.push({ ...(await stage.importTables(tables, form, '--dry-run')), isDry: false });
    const done = await stage.importTables(tables, 'folder');

    for (const report of dry)
      assert.deepEqual(
        { ...report, tokens: { ...report.tokens, consents: 0 } },
        { ...done, tokens: { ...done.tokens, consents: 0 } },
      );
    assert.equal(done.people.added, 8);
    assert.equal(done.tokens.added, 13);
    assert.equal(done.tokens.withoutApplication, 1);
    assert.equal(done.tokens.codes, 4);
  }));

test('a dry run writes nothing, and says by application what will work, what will not and why', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);

    const report = await stage.importTables(tables, 'sqlite', '--dry-run');

    assert.equal((await whoami(stage.service, held.tokens.live.access)).status, 401);
    assert.equal((await stage.service.cliHere(['applications', 'list'])).stdout, '');
    const of = (name: string) => report.applications.find((application) => application.name === name);
    const kinds = (name: string) => of(name)?.findings.map(({ kind }) => kind);
    assert.deepEqual(kinds('Quill'), ['tokens_endless', 'tokens_of_nobody', 'redirect_unregistered']);
    assert.deepEqual(kinds('Mobile'), ['public']);
    assert.deepEqual(kinds('Insecure'), ['redirect_refused']);
    assert.deepEqual(of('Insecure')?.redirectUris, ['https://insecure.example/callback']);
    assert.deepEqual(kinds('Orphan'), ['owner_missing', 'scopes_missing']);
    assert.deepEqual(kinds('Shell'), ['scopes_unknown']);
    assert.deepEqual(of('Quill')?.tokens, { access: 8, refresh: 7, codes: 2, expired: 1, revoked: 2 });
  }));

test('people keep their numbers; names that cannot be kept are replaced, and the report says whose', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);

    const report = await stage.importTables(tables, 'folder');

    assert.deepEqual(
      report.people.notes.map(({ id, kind, nickname }) => [id, kind, nickname]),
      [
        [9, 'renamed', 'ADA-9'],
        [10, 'renamed', 'eve-example.org'],
      ],
    );
    const listed = (await stage.service.cliHere(['users', 'list', '--json'])).stdout.trim().split('\n');
    const numbers = listed
      .map((line) => Number(JSON.parse(line).id))
      .filter((id) => held.people.some((one) => one.id === id));
    assert.deepEqual(
      numbers.toSorted((one, other) => one - other),
      [1, 2, 7, 8, 9, 10, 11, 4_000_000_000],
    );
    const ada = json(await whoami(stage.service, held.tokens.live.access));
    assert.equal(ada.nickname, 'ada');
    assert.equal(ada.name, 'Ada Lovelace');
    assert.equal(ada.url, `${stage.service.url}/users/1`);
    assert.equal((await openBrowser(stage.service.url).get('/users/4000000000')).status, 200);
  }));

test('http redirect URIs are left out, unless the operator says that the danger is known', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    const { insecure } = held.applications;
    const ask = async () => {
      const browser = openBrowser(stage.service.url);
      await browser.signIn({ nickname: 'ada', password: 'correct horse battery' });
      const redirect_uri = 'http://insecure.example/callback';
      return await browser.authorize({ client_id: insecure.uid, redirect_uri, response_type: 'code', scope: 'public' });
    };

    await stage.importTables(tables, 'folder');
    const refused = await ask();
    await stage.importTables(tables, 'folder', '--danger-http-redirects');
    const allowed = await ask();

    assert.equal(refused.status, 400);
    assert.equal(allowed.status, 200, allowed.body);
  }));

test('a machine token of the old service can be revoked, and a revoked imported token ends its family', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('hashed');
    const stage = await setTakeoverStage(engine, held);
    await stage.importTables(tables, 'folder');
    const { uid, secret } = held.applications.quill;
    const path = '/oauth/revoke';

    const own = { client_id: uid, client_secret: secret };
    await token(stage.service.url, { ...own, token: held.tokens.machine.access }, { path });
    await token(stage.service.url, { ...own, token: held.tokens.live.refresh ?? '' }, { path });

    const asked = await token(
      stage.service.url,
      { ...own, token: held.tokens.machine.access },
      { path: '/oauth/introspect' },
    );
    assert.equal(json(asked).active, false);
    assert.equal((await whoami(stage.service, held.tokens.live.access)).status, 401);
    assert.equal((await whoami(stage.service, held.tokens.big.access)).status, 200);
  }));

test('times are read whatever way the database of the source writes them', async () => {
  const { held, tables } = loadFixture('plain');
  const stage = await setTakeoverStage('sqlite', held);
  const from = await writeSource(tables, 'postgres');
  const client = postgres(from, { max: 1 });
  await client.unsafe(`alter database ${new URL(from).pathname.slice(1)} set datestyle = 'German'`);
  await client.end();

  const report = await stage.import(from);

  assert.equal(report.people.disabled, 1);
  assert.equal((await whoami(stage.service, held.tokens.live.access)).status, 200);
});
