/** Proves the walls around the playground by trying to get over them (docs/decisions: the playground). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, signedIn } from '../../support/actors.ts';
import type { Browser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  assertAlive,
  assertRefused,
  authorizeParams,
  CHALLENGE,
  codeFields,
  obtainCode,
  obtainTokens,
  type Stage,
  usualStage,
} from '../../support/grant.ts';
import { formWith, text } from '../../support/html.ts';
import { send } from '../../support/http-client.ts';
import { actIn, askIn, catchIn, exchangeIn, statusesOn, tokensOn } from '../../support/playground.ts';
import { applicationPath, register } from '../../support/portal.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(async (service) => {
  const stage = await usualStage(service);
  const mallory = await createUser(service);
  const root = await createUser(service, { admin: true });
  const [thief, admin] = await Promise.all([signedIn(service, mallory), signedIn(service, root)]);
  return { ...stage, mallory, thief, admin };
});

const STAND_IN = 'YOUR_CLIENT_SECRET';

function callbackOf({ service, quill }: Pick<Stage, 'service' | 'quill'>): string {
  return `${service.url}${applicationPath(quill)}/test/callback`;
}

/** The page that never redirects (RFC 6749 §4.1.2.1). */
async function assertUntrusted(browser: Browser, path: string): Promise<void> {
  const page = await browser.get(path);
  assert.equal(page.status, 400, `expected a page, got ${page.status} to ${page.location}`);
  assert.equal(page.location, undefined);
}

/** Posts to the playground with this browser's own form token. */
async function post(browser: Browser, path: string, fields: Record<string, string>) {
  const page = await browser.get('/account');
  const form_token = /name="form_token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  return browser.post(path, { form_token, ...fields });
}

const stateIn = (path: string) => new URL(path, 'https://x.example').searchParams.get('state') ?? '';

test(
  'nobody but the owner can be sent to the callback, not even with the owner’s own address',
  on(async ({ browser, thief, admin, quill, service }) => {
    const address = await askIn(browser, quill);

    await assertUntrusted(thief, address);
    await assertUntrusted(admin, address);
    const stranger = await send(service.url + address, {});
    assert.equal(stranger.status, 400);
    assert.equal(stranger.location, undefined);
  }),
);

test(
  'the callback is refused without a state of this session, and with another challenge',
  on(async (stage) => {
    const { browser, quill } = stage;
    const address = new URL(await askIn(browser, quill), stage.service.url);
    const changed = (name: string, value: string | null) => {
      const copy = new URL(address);
      if (value === null) copy.searchParams.delete(name);
      else copy.searchParams.set(name, value);
      return copy.pathname + copy.search;
    };

    await assertUntrusted(browser, changed('state', null));
    await assertUntrusted(browser, changed('state', 'xyz'));
    await assertUntrusted(browser, changed('state', `${address.searchParams.get('state')?.slice(0, -1)}_`));
    await assertUntrusted(browser, changed('code_challenge', null));
    await assertUntrusted(browser, changed('code_challenge', CHALLENGE));
    await assertUntrusted(browser, changed('redirect_uri', `${callbackOf(stage)}/`));
    await assertUntrusted(browser, changed('redirect_uri', callbackOf(stage).replace(/:\d+\//, ':9/')));
  }),
);

test(
  'a run of one application is worth nothing for another one of the same owner',
  on(async ({ service, browser, ada, quill }) => {
    const other = await createApplication(service, { owner: ada, name: 'Inkwell' });
    const address = new URL(await askIn(browser, quill), service.url);
    address.searchParams.set('client_id', other.client_id);
    await assertUntrusted(browser, address.pathname + address.search);

    address.searchParams.set('redirect_uri', callbackOf({ service, quill: other }));

    await assertUntrusted(browser, address.pathname + address.search);
  }),
);

test(
  'a run of an earlier session of the same owner is worth nothing',
  on(async ({ service, browser, quill, ada }) => {
    const address = await askIn(browser, quill);

    await assertUntrusted(await signedIn(service, ada), address);
  }),
);

test(
  'the callback cannot be registered',
  on(async ({ service, browser, quill }) => {
    const page = await register(browser, { name: 'Self', redirectUris: [callbackOf({ service, quill })] });

    assert.equal(page.status, 422);
  }),
);

test(
  'the callback shows nothing of an answer that this session did not ask for',
  on(async ({ browser, thief, quill, service }) => {
    const code = `lkc_${'A'.repeat(60)}`;
    const path = `${applicationPath(quill)}/test/callback`;
    const iss = encodeURIComponent(service.url);
    const state = stateIn(await askIn(browser, quill));

    for (const query of [
      `iss=${iss}&code=${code}&state=evil`,
      `iss=https%3A%2F%2Fevil.example&code=${code}&state=${state}`,
    ]) {
      const page = await browser.get(`${path}?${query}`);
      assert.equal(page.status, 400);
      assert.ok(!page.body.includes(code) && !page.body.includes('value="exchange"'));
    }
    const foreign = await thief.get(`${path}?iss=${iss}&code=${code}&state=${state}`);
    assert.equal(foreign.status, 404);
  }),
);

test(
  'a code of the playground is refused at the real token endpoint and stays good for the playground',
  on(async (stage) => {
    const { service, browser, quill } = stage;
    const caught = await catchIn(browser, quill);
    const code = /name="code" value="([^"]+)"/.exec(caught.body)?.[1] ?? '';
    // The verifier is on the page that built the address; here it does not even matter.
    const fields = { ...codeFields(quill, code), redirect_uri: callbackOf(stage), code_verifier: 'v'.repeat(43) };

    assertRefused(await token(service.url, fields), 400, 'invalid_grant');

    assert.deepEqual(statusesOn(await actIn(browser, caught, 'exchange')), ['200 OK']);
  }),
);

test(
  'even with the right verifier a code of the playground is refused from outside',
  on(async (stage) => {
    const { service, browser, quill } = stage;
    const start = await browser.get(`${applicationPath(quill)}/test`);
    const verifier = /<code id="code_verifier"[^>]*>([^<]+)</.exec(start.body)?.[1] ?? '';
    const address = /<a class="button primary" href="([^"]+)"/.exec(start.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const consent = await browser.get(address);
    const sent = await browser.approve(consent);
    const code = new URL(sent.location ?? '').searchParams.get('code') ?? '';
    const fields = { ...codeFields(quill, code), redirect_uri: callbackOf(stage), code_verifier: verifier };

    assertRefused(await token(service.url, fields), 400, 'invalid_grant');

    const caught = await browser.follow(sent);
    assert.deepEqual(statusesOn(await actIn(browser, caught, 'exchange')), ['200 OK']);
  }),
);

test(
  'the stand-in secret opens nothing from outside',
  on(async ({ service, browser, quill }) => {
    const { refresh, access } = tokensOn(await exchangeIn(browser, quill));
    const credentials = { client_id: quill.client_id, client_secret: STAND_IN };

    const tries = [
      { ...credentials, grant_type: 'refresh_token', refresh_token: refresh },
      { ...credentials, grant_type: 'client_credentials' },
    ];

    for (const fields of tries) assertRefused(await token(service.url, fields), 401, 'invalid_client');
    await assertAlive(service, access);
  }),
);

test(
  'a header or parameter cannot pretend to come from inside',
  on(async ({ service, browser, quill }) => {
    const { refresh } = tokensOn(await exchangeIn(browser, quill));
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refresh,
      client_id: quill.client_id,
      client_secret: STAND_IN,
      playground: '{"accountId":1}',
    }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', playground: '1', 'x-playground': '1' };

    const answer = await send(`${service.url}/oauth/token?playground=1`, { method: 'POST', headers, body });

    assert.equal(answer.status, 401);
  }),
);

test(
  'tokens that no run made cannot be used, expired or renewed through the playground',
  on(async ({ service, browser, quill }) => {
    // Ada's own tokens for her own application, but from the real flow: as good as those of any user.
    const real = await obtainTokens({ service, browser, quill });
    const path = `${applicationPath(quill)}/test`;
    const state = stateIn(await askIn(browser, quill));

    for (const act of ['whoami', 'refresh', 'introspect', 'revoke', 'expire', 'lose', 'twice', 'late']) {
      const fields = { state, act, access_token: real.access, refresh_token: real.refresh };
      assert.equal((await post(browser, path, fields)).status, 409, act);
    }
    const own = tokensOn(await exchangeIn(browser, quill));
    const mixed = { state, act: 'refresh', access_token: own.access, refresh_token: real.refresh };
    assert.equal((await post(browser, path, mixed)).status, 409);

    await assertAlive(service, real.access);
  }),
);

test(
  'a code of a user cannot be exchanged through the playground',
  on(async ({ service, browser, thief, quill }) => {
    const stolen = await obtainCode(thief, quill);
    const state = stateIn(await askIn(browser, quill));

    const page = await post(browser, `${applicationPath(quill)}/test`, { state, act: 'exchange', code: stolen });

    assert.deepEqual(statusesOn(page), ['400 Bad Request']);
    const kept = await token(service.url, codeFields(quill, stolen));
    assert.equal(kept.status, 200, 'and it is not consumed by the attempt');
  }),
);

test(
  'others find no playground, and an administrator finds only its snippets',
  on(async ({ thief, admin, quill }) => {
    const path = `${applicationPath(quill)}/test`;

    assert.equal((await thief.get(path)).status, 404);
    assert.equal((await post(thief, path, { act: 'whoami' })).status, 404);
    const seen = await admin.get(path);
    assert.equal(seen.status, 200);
    assert.doesNotMatch(seen.body, /name="act"|code_verifier"/);
    assert.equal((await post(admin, path, { act: 'deny' })).status, 404);
  }),
);

test(
  'a form of another site changes nothing',
  on(async ({ service, browser, quill }) => {
    const run = await exchangeIn(browser, quill);
    const fields = { state: 'x', act: 'revoke', refresh_token: tokensOn(run).refresh };

    const forged = await browser.post(`${applicationPath(quill)}/test`, fields, { 'sec-fetch-site': 'cross-site' });

    assert.equal(forged.status, 403);
    await assertAlive(service, tokensOn(run).access);
  }),
);

test(
  'what a page carries along is shown as text and never believed',
  on(async ({ browser, quill }) => {
    const run = await exchangeIn(browser, quill);
    const own = tokensOn(run);
    const state = /name="state" value="([^"]+)"/.exec(run.body)?.[1] ?? '';
    const wire = JSON.stringify([
      'whoami',
      'GET',
      'https://x.example/<script>alert(1)</script>',
      [['X', '\ud800']],
      [['"><script>', '\ud800']],
      200,
      [],
      '</code><script>alert(1)</script>',
    ]);
    const form_token = /name="form_token" value="([^"]+)"/.exec(run.body)?.[1] ?? '';
    const fields: [string, string][] = [
      ['form_token', form_token],
      ['state', state],
      ['act', 'whoami'],
      ['access_token', own.access],
      ['refresh_token', own.refresh],
      ...['{', '[]', '[1,2]', 'null', wire].map((value): [string, string] => ['wire', value]),
    ];

    const page = await browser.post(`${applicationPath(quill)}/test`, fields);

    assert.equal(page.status, 200);
    assert.doesNotMatch(page.body, /<script>/);
    assert.equal(statusesOn(page).length, 2);
    assert.ok(text(page.body).includes('alert(1)'));
  }),
);

test(
  'a callback registered for nobody is refused for an ordinary request of the owner',
  on(async (stage) => {
    const params = authorizeParams(stage.quill, { redirect_uri: callbackOf(stage) });

    await assertUntrusted(stage.browser, `/oauth/authorize?${new URLSearchParams(params)}`);
  }),
);

test(
  'what a browser sends back as an earlier answer does not grow when it is shown, however deep or wide it is',
  on(async ({ browser, quill }) => {
    const run = await exchangeIn(browser, quill);
    const form = formWith(run.body, 'act', 'state');
    const wireOf = (fields: readonly (readonly string[])[], body: string) =>
      JSON.stringify(['whoami', 'POST', 'https://id.example/oauth/token', [], fields, 200, [], body]);
    const deep = `{"a":${'['.repeat(4000)}${']'.repeat(4000)}}`;
    const wide = Array.from({ length: 1000 }, (_, index) => [`f${index}`, '"']);

    for (const wire of [wireOf([], deep), wireOf(wide, '{}')]) {
      const page = await browser.submit(run, form, { set: { wire }, button: { name: 'act', value: 'whoami' } });

      assert.equal(page.status, 200, text(page.body).slice(0, 200));
      assert.ok(page.body.length < 20 * wire.length, `${page.body.length} characters for ${wire.length}`);
    }
  }),
);
