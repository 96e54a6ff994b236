/** Proves the playground end to end, over HTTP and on both databases: every button, and what it shows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, signedIn } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { assertAlive, assertDead, usualStage } from '../../support/grant.ts';
import { decodeEntities, text } from '../../support/html.ts';
import { actIn, askIn, catchIn, exchangeIn, statusesOn, tokensOn } from '../../support/playground.ts';
import { applicationPath } from '../../support/portal.ts';

const on = eachDatabase(usualStage);

test(
  'the owner asks, catches the code, exchanges it and is told who they are',
  on(async ({ service, browser, quill, ada }) => {
    const run = await exchangeIn(browser, quill);
    await assertAlive(service, tokensOn(run).access);

    const asked = await actIn(browser, run, 'whoami');

    assert.deepEqual(statusesOn(asked), ['200 OK', '200 OK']);
    assert.match(text(asked.body), new RegExp(`"nickname"\\s*:\\s*"${ada.nickname}"`));
  }),
);

test(
  'a public application is played without a secret',
  on(async ({ service, browser, ada }) => {
    const application = await createApplication(service, { owner: ada, isPublic: true });

    const run = await exchangeIn(browser, application);

    assert.deepEqual(statusesOn(run), ['200 OK']);
    assert.doesNotMatch(text(run.body), /client_secret/);
    await assertAlive(service, tokensOn(run).access);
  }),
);

test(
  'what is shown of a request and its answer is what the endpoint of clients sends',
  on(async ({ browser, quill }) => {
    const page = decodeEntities((await exchangeIn(browser, quill)).body);

    assert.match(page, /POST \/oauth\/token HTTP\/1\.1\nHost: 127\.0\.0\.1:\d+\nUser-Agent: Quill\nContent-Type: /);
    assert.match(page, /grant_type=authorization_code&code=lkc_[\w-]{60}&redirect_uri=[^&]+&code_verifier=[\w-]{43}&/);
    assert.match(page, /200 OK/);
    for (const header of ['Cache-Control: no-store', 'Pragma: no-cache', 'Access-Control-Allow-Origin: *'])
      assert.ok(page.includes(header), header);
    assert.match(page, /Content-Length: \d+/);
    assert.match(page, /"access_token"<\/span>: "lka_/);
    for (const start of ['curl ', 'await fetch(', 'requests.post(', 'http.NewRequest('])
      assert.ok(page.includes(start), start);
  }),
);

test(
  'refreshing, introspecting and revoking show what a client would receive',
  on(async ({ service, browser, quill }) => {
    const first = await exchangeIn(browser, quill);
    const refreshed = await actIn(browser, first, 'refresh');
    assert.notEqual(tokensOn(refreshed).access, tokensOn(first).access);

    const introspected = await actIn(browser, refreshed, 'introspect');
    const revoked = await actIn(browser, introspected, 'revoke');
    const dead = await actIn(browser, revoked, 'whoami');

    assert.match(text(introspected.body), /"active"\s*:\s*true/);
    assert.deepEqual(statusesOn(dead), ['200 OK', '200 OK', '200 OK', '200 OK', '401 Unauthorized']);
    await assertDead(service, tokensOn(refreshed).access);
  }),
);

test(
  'tokens that have ended are marked so and offer no copy, and nobody is warned of them',
  on(async ({ browser, quill }) => {
    const copies = (body: string) => [...body.matchAll(/data-copy="((?:access|refresh)_token)"/g)].map(([, id]) => id);
    const run = await exchangeIn(browser, quill);
    assert.deepEqual(copies(run.body), ['access_token', 'refresh_token']);

    const expired = await actIn(browser, run, 'expire');
    const revoked = await actIn(browser, run, 'revoke');

    assert.deepEqual(copies(expired.body), ['refresh_token']);
    assert.match(text(expired.body), /Access token ended .*Whoever has them acts for you/);
    assert.deepEqual(copies(revoked.body), []);
    assert.match(text(revoked.body), /Access token ended .*Refresh token ended .*These tokens have ended/);
    assert.doesNotMatch(text(revoked.body), /Whoever has them acts for you/);
  }),
);

test(
  'an access token that is made to expire gets 401 and is refreshed',
  on(async ({ service, browser, quill }) => {
    const expired = await actIn(browser, await exchangeIn(browser, quill), 'expire');
    assert.deepEqual(statusesOn(expired), ['200 OK', '401 Unauthorized']);
    await assertDead(service, tokensOn(expired).access);

    const refreshed = await actIn(browser, expired, 'refresh');

    await assertAlive(service, tokensOn(refreshed).access);
  }),
);

test(
  'a lost response is made good by trying again with the old refresh token',
  on(async ({ service, browser, quill }) => {
    const lost = await actIn(browser, await exchangeIn(browser, quill), 'lose');

    assert.deepEqual(statusesOn(lost), ['200 OK', '200 OK', '200 OK']);
    await assertAlive(service, tokensOn(lost).access);
  }),
);

test(
  'a refresh token used twice at once succeeds both times',
  on(async ({ service, browser, quill }) => {
    const twice = await actIn(browser, await exchangeIn(browser, quill), 'twice');

    assert.deepEqual(statusesOn(twice), ['200 OK', '200 OK', '200 OK']);
    await assertAlive(service, tokensOn(twice).access);
  }),
);

test(
  'a refresh token used again after its time ends the family, without anybody waiting for it',
  on(async ({ service, browser, quill }) => {
    const late = await actIn(browser, await exchangeIn(browser, quill), 'late');

    const statuses = ['200 OK', '200 OK', '200 OK', '400 Bad Request', '401 Unauthorized'];
    assert.deepEqual(statusesOn(late), statuses);
    assert.match(text(late.body), /"error"\s*:\s*"invalid_grant"/);
    await assertDead(service, tokensOn(late).access);
  }),
);

test(
  'consent is denied with one button, and the callback shows what comes back',
  on(async ({ browser, quill }) => {
    const start = await browser.get(`${applicationPath(quill)}/test`);

    const sent = await actIn(browser, start, 'deny');
    const caught = await browser.follow(sent);

    assert.match(sent.location ?? '', /\/test\/callback\?iss=[^&]+&error=access_denied&/);
    assert.equal(caught.status, 200);
    assert.ok(text(caught.body).includes('access_denied'));
    assert.doesNotMatch(caught.body, /value="exchange"/);
  }),
);

test(
  'what the buttons do is written down for the owner',
  on(async ({ browser, quill }) => {
    const run = await exchangeIn(browser, quill);
    await actIn(browser, await actIn(browser, run, 'expire'), 'late');

    const events = text((await browser.get('/account/events')).body);

    assert.match(events, /While trying out Quill ?, you let its access run out on purpose/);
    assert.match(events, /While trying out Quill ?, you made one of its keys count as used up/);
  }),
);

test(
  'scopes can be left out of the address, and no others can be put in',
  on(async ({ browser, quill }) => {
    const path = `${applicationPath(quill)}/test`;
    const start = await browser.get(path);
    const form_token = /name="form_token" value="([^"]+)"/.exec(start.body)?.[1] ?? '';

    const some = await browser.post(path, [
      ['form_token', form_token],
      ['act', 'build'],
      ['scope', 'email'],
      ['scope', 'openid'],
    ]);

    const address = decodeEntities(/<a class="button primary" href="([^"]+)"/.exec(some.body)?.[1] ?? '');
    assert.equal(new URL(address, 'https://x.example').searchParams.get('scope'), 'email');
  }),
);

test(
  'a run that signing out has ended starts again instead of failing',
  on(async ({ service, browser, quill, ada }) => {
    const run = await exchangeIn(browser, quill);
    const other = await signedIn(service, ada);
    const start = await other.get(`${applicationPath(quill)}/test`);
    const token = /name="form_token" value="([^"]+)"/.exec(start.body)?.[1] ?? '';

    const stale = await other.post(`${applicationPath(quill)}/test`, {
      form_token: token,
      state: /name="state" value="([^"]+)"/.exec(run.body)?.[1] ?? '',
      act: 'whoami',
      access_token: tokensOn(run).access,
      refresh_token: tokensOn(run).refresh,
    });

    assert.equal(stale.status, 409);
    assert.ok((await askIn(other, quill)).startsWith('/oauth/authorize?'));
  }),
);

test(
  'exchanging the same code twice is refused and ends its tokens, as for any client',
  on(async ({ service, browser, quill }) => {
    const caught = await catchIn(browser, quill);
    const run = await actIn(browser, caught, 'exchange');

    const again = await actIn(browser, caught, 'exchange');

    assert.deepEqual(statusesOn(again), ['400 Bad Request']);
    await assertDead(service, tokensOn(run).access);
  }),
);
