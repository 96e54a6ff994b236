/** An import is taken back while nobody has signed in: nothing of it stays, and everything else does. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBrowser } from '../support/browser-like.ts';
import { everyEngine } from '../support/each-database.ts';
import { whoami } from '../support/grant.ts';
import { temporaryDirectory } from '../support/service.ts';
import { driveEverything, refreshed } from './drive.ts';
import { loadFixture } from './fixture.ts';
import { setTakeoverStage } from './stage.ts';

const UNDO = ['import', 'doorkeeper', '--undo'];

test('after an undo nothing of the import is left, and it can be imported again', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    const { cliHere: cli } = stage.service;
    await stage.importTables(tables, 'folder');
    assert.equal((await whoami(stage.service, held.tokens.live.access)).status, 200);

    const undone = await cli(UNDO);

    assert.equal(undone.code, 0, undone.stderr);
    assert.equal((await whoami(stage.service, held.tokens.live.access)).status, 401);
    assert.equal((await cli(['applications', 'list'])).stdout, '');
    assert.match((await cli(['users', 'list'])).stdout, /^id [^\n]*\n\d+ {2}operator [^\n]*\n$/);
    const again = await stage.importTables(tables, 'folder');
    assert.equal(again.people.added, 8);
    assert.equal(again.tokens.added, 13);
    await driveEverything(stage.service, held);
  }));

test('once somebody has signed in, or an application has renewed a token, an undo is refused with one line', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    await stage.importTables(tables, 'folder');

    await refreshed(stage.service, held.applications.quill, held.tokens.big.refresh ?? '');
    const renewed = await stage.service.cliHere(UNDO);
    await openBrowser(stage.service.url).signIn({ nickname: 'ada', password: 'correct horse battery' });
    const signedIn = await stage.service.cliHere(UNDO);

    assert.equal(renewed.code, 1);
    assert.match(renewed.stderr, /^latchkey: An application has renewed an imported token here[^\n]*\n$/);
    assert.equal(signedIn.code, 1);
    assert.match(signedIn.stderr, /^latchkey: Somebody who was imported has signed in here[^\n]*\n$/);
    assert.equal((await whoami(stage.service, held.tokens.live.access)).status, 200);
  }));

test('taking back people from a file leaves the tokens that came from Doorkeeper alive, renewed ones too', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    await stage.importTables(tables, 'folder');
    await refreshed(stage.service, held.applications.quill, held.tokens.big.refresh ?? '');
    const people = join(temporaryDirectory(), 'people.jsonl');
    writeFileSync(people, '{"id":900,"nickname":"lin","address":"lin@example.org"}\n');
    assert.equal((await stage.service.cliHere(['import', 'users', '--from', people])).code, 0);

    const undone = await stage.service.cliHere(['import', 'users', '--undo']);

    assert.equal(undone.code, 0, undone.stderr);
    assert.doesNotMatch((await stage.service.cliHere(['users', 'list'])).stdout, / lin /);
    assert.equal((await whoami(stage.service, held.tokens.live.access)).status, 200);
  }));

test('without an import there is nothing to undo', () =>
  everyEngine(async (engine) => {
    const stage = await setTakeoverStage(engine, loadFixture('plain').held);

    const undone = await stage.service.cliHere(UNDO);

    assert.equal(undone.code, 1);
    assert.equal(undone.stderr, 'latchkey: There is no import to undo.\n');
  }));
