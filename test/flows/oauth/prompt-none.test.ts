/** Proves that prompt=none sends a browser away without a word only where somebody knows the application. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Application, CALLBACK, createApplication, createUser, signedIn } from '../../support/actors.ts';
import { type Browser, openBrowser, type Page } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { agree, authorizeParams, callback, rivalStage } from '../../support/grant.ts';
import { formTo, text } from '../../support/html.ts';
import { send } from '../../support/http-client.ts';

const on = eachDatabase(rivalStage);

function askSilently(browser: Browser, application: Application, more: Record<string, string> = {}): Promise<Page> {
  return browser.authorize(authorizeParams(application, { prompt: 'none', ...more }));
}

/** A page that names the application and where it leads, with the answer behind a link. */
function assertAsked(page: Page, error: string): void {
  assert.equal(page.status, 400, `${page.status} ${page.location}`);
  assert.equal(page.location, undefined);
  assert.match(text(page.body), /Other.*app\.example\.com/);
  const [, address = ''] = /href="(https:\/\/app\.example\.com\/cb\?[^"]+)"/.exec(page.body) ?? [];
  const answer = new URLSearchParams(address.replaceAll('&amp;', '&').split('?')[1]);
  assert.deepEqual([answer.get('error'), answer.get('state')], [error, 'xyz']);
}

test(
  'whoever is signed out is sent to no application without a word: a page names it, and a link leads on',
  on(async ({ service, other }) => {
    assertAsked(await askSilently(openBrowser(service.url), other), 'login_required');
  }),
);

test(
  'whoever is signed in and has not allowed the application reads the same page, so that no site learns of the session',
  on(async ({ browser, other }) => {
    assertAsked(await askSilently(browser, other), 'consent_required');
  }),
);

test(
  'an application that the account has allowed is answered without a word: a code, or why there is none',
  on(async ({ service, other }) => {
    const browser = await signedIn(service, await createUser(service));
    await agree(browser, authorizeParams(other, { scope: 'profile' }));

    assert.ok(callback(await askSilently(browser, other, { scope: 'profile' })).get('code'));
    const wider = await askSilently(browser, other, { scope: 'profile email' });
    assert.equal(callback(wider).get('error'), 'consent_required');
  }),
);

test(
  'once access is removed, the application is a stranger again',
  on(async ({ service, other }) => {
    const browser = await signedIn(service, await createUser(service));
    await agree(browser, authorizeParams(other));
    const list = await browser.get('/oauth/authorized_applications');
    await browser.submit(list, formTo(list.body, /\/revoke$/));

    assertAsked(await askSilently(browser, other), 'consent_required');
  }),
);

test(
  'the owner of an application, and everybody for one of an administrator, is answered without a word',
  on(async ({ service, browser, quill }) => {
    const admin = await createUser(service, { admin: true });
    const official = await createApplication(service, { owner: admin, name: 'Official' });

    assert.equal(callback(await askSilently(browser, quill)).get('error'), 'consent_required');
    assert.equal(callback(await askSilently(browser, official)).get('error'), 'consent_required');
    assert.equal(callback(await askSilently(openBrowser(service.url), official)).get('error'), 'login_required');
  }),
);

test(
  'a frame leads nobody away, and is answered without a word',
  on(async ({ service, other }) => {
    const query = new URLSearchParams(authorizeParams(other, { prompt: 'none' }));
    const framed = await send(`${service.url}/oauth/authorize?${query}`, { headers: { 'sec-fetch-dest': 'iframe' } });

    assert.equal(callback(framed).get('error'), 'login_required');
    assert.ok(framed.location?.startsWith(CALLBACK));
  }),
);

test(
  'an application without an address is answered on a page',
  on(async ({ service, bob }) => {
    const oob = await createApplication(service, { owner: bob, redirectUris: ['urn:ietf:wg:oauth:2.0:oob'] });
    const browser = await signedIn(service, bob);

    for (const visitor of [browser, openBrowser(service.url)]) {
      const page = await askSilently(visitor, oob);
      assert.deepEqual([page.status, page.location], [400, undefined]);
    }
  }),
);
