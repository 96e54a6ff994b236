/** A takeover is run again until the switch: it brings what is new, ends what ended, and leaves alone what was changed here. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { openBrowser } from '../support/browser-like.ts';
import { everyEngine } from '../support/each-database.ts';
import { tokensOf, whoami } from '../support/grant.ts';
import { json } from '../support/http-client.ts';
import type { Service } from '../support/service.ts';
import { driveEverything, refreshed } from './drive.ts';
import { type Fixture, loadFixture, type Row, railsTime, type Tables } from './fixture.ts';
import { setTakeoverStage } from './stage.ts';

function now(): number {
  return Math.floor(Date.now() / 1000);
}

function rowOf(tables: Tables, table: keyof Tables, id: number): Row {
  const row = tables[table].find((candidate) => candidate.id === id);
  assert.ok(row, `${table} ${id}`);
  return row;
}

/** The row of a token that the clients hold in plain. */
function tokenRow({ tables }: Fixture, access: string): Row {
  const row = tables.oauth_access_tokens.find(({ token }) => token === access);
  assert.ok(row);
  return row;
}

async function status(service: Service, access: string): Promise<number> {
  return (await whoami(service, access)).status;
}

test('a second run of the same source changes nothing, and everything held still works', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    await stage.importTables(tables, 'folder');

    const again = await stage.importTables(tables, 'sqlite');

    const { added, changed, unchanged, gone } = again.people;
    assert.deepEqual({ added, changed, unchanged, gone }, { added: 0, changed: 0, unchanged: 8, gone: 0 });
    assert.deepEqual(new Set(again.applications.map(({ outcome }) => outcome)), new Set(['unchanged']));
    assert.equal(again.tokens.added, 0);
    assert.equal(again.tokens.unchanged, 13);
    assert.equal(again.tokens.ended, 0);
    await driveEverything(stage.service, held);
  }));

test('what is new at the source comes, and what changed there changes here', () =>
  everyEngine(async (engine) => {
    const fixture = loadFixture('plain');
    const { held, tables } = fixture;
    const stage = await setTakeoverStage(engine, held);
    await stage.importTables(tables, 'folder');
    const fresh = randomBytes(32).toString('base64url');
    const secret = randomBytes(32).toString('base64url');
    tables.users.push({ ...rowOf(tables, 'users', 2), id: 500, nickname: 'newcomer', email: 'newcomer@example.org' });
    const template = tokenRow(fixture, held.tokens.live.access);
    tables.oauth_access_tokens.push({
      ...template,
      id: 900,
      token: fresh,
      refresh_token: null,
      resource_owner_id: 500,
    });
    Object.assign(rowOf(tables, 'users', 1), {
      email: 'countess@example.org',
      encrypted_password: rowOf(tables, 'users', 2).encrypted_password,
    });
    Object.assign(rowOf(tables, 'oauth_applications', 1), { name: 'Quill 2', secret });

    const report = await stage.importTables(tables, 'folder');

    assert.equal(report.people.added, 1);
    assert.equal(report.people.changed, 1);
    assert.equal(json(await whoami(stage.service, fresh)).id, 500);
    assert.equal(json(await whoami(stage.service, held.tokens.live.access)).id, 1);
    const browser = openBrowser(stage.service.url);
    assert.equal((await browser.signIn({ nickname: 'countess@example.org', password: 'kurz' })).status, 303);
    const quill = { ...held.applications.quill, secret };
    tokensOf(await refreshed(stage.service, quill, held.tokens.live.refresh ?? ''));
    assert.equal((await refreshed(stage.service, held.applications.quill, held.tokens.big.refresh ?? '')).status, 401);
  }));

test('what was revoked or removed at the source ends here, and so does whoever is gone from it', () =>
  everyEngine(async (engine) => {
    const fixture = loadFixture('plain');
    const { held, tables } = fixture;
    const stage = await setTakeoverStage(engine, held);
    await stage.importTables(tables, 'folder');
    tokenRow(fixture, held.tokens.live.access).revoked_at = railsTime(now() - 5);
    const removed = [held.tokens.slow.access, held.tokens.orphan.access];
    const gone = { users: [9], applications: [4] };
    const left: Tables = {
      ...tables,
      users: tables.users.filter(({ id }) => !gone.users.includes(Number(id))),
      oauth_applications: tables.oauth_applications.filter(({ id }) => !gone.applications.includes(Number(id))),
      oauth_access_tokens: tables.oauth_access_tokens.filter(({ token }) => !removed.includes(String(token))),
    };

    const report = await stage.importTables(left, 'folder');

    assert.equal(report.people.gone, 1);
    assert.equal(report.applications.find(({ outcome }) => outcome === 'gone')?.name, 'Insecure');
    for (const dead of ['live', 'slow', 'orphan', 'insecure'] as const)
      assert.equal(await status(stage.service, held.tokens[dead].access), 401, dead);
    assert.equal((await refreshed(stage.service, held.applications.quill, held.tokens.live.refresh ?? '')).status, 400);
    assert.equal(await status(stage.service, held.tokens.big.access), 200);
    const ada = { nickname: 'ada.two@example.org', password: 'second ada here' };
    assert.equal((await openBrowser(stage.service.url).signIn(ada)).status, 422);
  }));

test('somebody who was missing at the source in one run is let in again when the source has them again', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    await stage.importTables(tables, 'folder');
    const copy = { ...tables, users: tables.users.filter(({ id }) => id !== 1) };
    const tried = async () => (await stage.importTables(copy, 'folder', '--dry-run')).people.gone;
    assert.equal(await tried(), 1);
    await stage.importTables(copy, 'folder');
    assert.equal(await status(stage.service, held.tokens.live.access), 401);
    assert.equal(await tried(), 0, 'what is done already');

    const report = await stage.importTables(tables, 'folder');

    const { changed, changedHere } = report.people;
    assert.deepEqual({ changed, changedHere }, { changed: 1, changedHere: 0 });
    assert.equal(await status(stage.service, held.tokens.live.access), 200);
    const ada = { nickname: 'ada', password: 'correct horse battery' };
    assert.equal((await openBrowser(stage.service.url).signIn(ada)).status, 303);
  }));

test('who has signed in here, and what was changed here, is left as it is by later runs', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    await stage.importTables(tables, 'folder');
    const ada = { nickname: 'ada', password: 'correct horse battery' };
    assert.equal((await openBrowser(stage.service.url).signIn(ada)).status, 303);
    Object.assign(rowOf(tables, 'users', 1), {
      email: 'other@example.org',
      encrypted_password: rowOf(tables, 'users', 2).encrypted_password,
    });

    const report = await stage.importTables(tables, 'folder');

    assert.equal(report.people.changedHere, 1);
    assert.equal((await openBrowser(stage.service.url).signIn(ada)).status, 303);
    assert.equal(json(await whoami(stage.service, held.tokens.live.access)).id, 1);
  }));

test('an application of this service keeps its settings, and gets the tokens of its namesake at the source', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    const { quill } = held.applications;
    const words = ['--owner', 'operator', '--name', 'Quill here', '--redirect-uri', 'https://quill.example/callback'];
    const preset = [`--client-id=${quill.uid}`, `--client-secret=${quill.secret}`];
    const made = await stage.service.cliHere(['applications', 'create', ...words, ...preset]);
    assert.equal(made.code, 0, made.stderr);

    const report = await stage.importTables(tables, 'folder');

    assert.equal(report.applications.find(({ publicId }) => publicId === quill.uid)?.outcome, 'kept');
    assert.match((await stage.service.cliHere(['applications', 'list'])).stdout, /Quill here/);
    tokensOf(await refreshed(stage.service, quill, held.tokens.live.refresh ?? ''));
  }));
