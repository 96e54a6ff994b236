/** `latchkey tokens invalidate` on both engines: everything from before a moment ends, and life goes on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn } from '../support/actors.ts';
import { press } from '../support/administration.ts';
import { type Browser, openBrowser } from '../support/browser-like.ts';
import { everyEngine } from '../support/each-database.ts';
import {
  assertAlive,
  assertDead,
  assertRefused,
  obtainCode,
  obtainTokens,
  refresh,
  usualStage,
} from '../support/grant.ts';
import { json } from '../support/http-client.ts';
import { startService } from '../support/service.ts';
import { token } from '../support/token-client.ts';

test('after tokens invalidate everything old is dead while the service runs, and new sign-ins and tokens work', () =>
  everyEngine(async (engine) => {
    const stage = await usualStage(await startService({ database: engine }));
    const { service, quill, ada, browser } = stage;
    const credentials = { client_id: quill.client_id, client_secret: quill.client_secret };
    const machine = () => token(service.url, { grant_type: 'client_credentials', ...credentials });
    const own = String(json(await machine()).access_token);
    const old = await obtainTokens(stage);
    const code = await obtainCode(browser, quill);

    const done = await service.cli(['tokens', 'invalidate', '--before', 'now']);

    assert.equal(done.code, 0, done.stderr);
    await assertDead(service, old.access);
    await assertDead(service, own);
    assertRefused(await refresh(stage, old.refresh), 400, 'invalid_grant');
    const redirect_uri = `${quill.redirect_uris[0]}`;
    const late = { grant_type: 'authorization_code', ...credentials, code, redirect_uri };
    assertRefused(await token(service.url, late), 400, 'invalid_grant');
    assert.equal((await machine()).status, 200);
    const again = await signedIn(service, ada);
    await assertAlive(service, (await obtainTokens({ ...stage, browser: again })).access);
  }));

test('an offer of an application from before is dead afterwards, and a new one works', () =>
  everyEngine(async (engine) => {
    const { service, ada, browser, quill } = await usualStage(await startService({ database: engine }));
    const bob = await createUser(service);
    const settings = `/oauth/applications/${quill.client_id}/settings`;
    const offer = (owner: Browser) =>
      press(owner, settings, `/oauth/applications/${quill.client_id}/transfer`, { nickname: bob.nickname });
    const isOffered = async () =>
      (await (await signedIn(service, bob)).get('/oauth/applications')).body.includes('Quill');
    await offer(browser);
    assert.ok(await isOffered());

    const done = await service.cli(['tokens', 'invalidate', '--before', 'now']);

    assert.equal(done.code, 0, done.stderr);
    assert.equal(await isOffered(), false);
    await offer(await signedIn(service, ada));
    assert.ok(await isOffered());
  }));

test('a moment before everything ends nothing, and a wrong one is a wrong call', () =>
  everyEngine(async (engine) => {
    const stage = await usualStage(await startService({ database: engine }));
    const tokens = await obtainTokens(stage);

    const done = await stage.service.cli(['tokens', 'invalidate', '--before', '2020-01-01T00:00:00Z']);
    const wrong = await stage.service.cli(['tokens', 'invalidate', '--before', 'yesterday']);

    assert.equal(done.code, 0, done.stderr);
    assert.equal(wrong.code, 2);
    await assertAlive(stage.service, tokens.access);
  }));

test('a sign-in link from before the moment lets nobody in, and one that is made afterwards does', () =>
  everyEngine(async (engine) => {
    const { service, ada } = await usualStage(await startService({ database: engine }));
    const makeLink = async () => {
      const { stdout, stderr } = await service.cliHere(['users', 'sign-in-link', ada.nickname, '--json']);
      assert.equal(stderr, '');
      return new URL(JSON.parse(stdout).url).pathname;
    };
    const opened = async (link: string) => (await openBrowser(service.url).get(link)).status;
    const old = await makeLink();

    await service.cli(['tokens', 'invalidate', '--before', '2020-01-01T00:00:00Z']);
    assert.equal(await opened(old), 200);
    const done = await service.cli(['tokens', 'invalidate', '--before', 'now']);

    assert.equal(done.code, 0, done.stderr);
    assert.equal(await opened(old), 404);
    assert.equal(await opened(await makeLink()), 200);
  }));
