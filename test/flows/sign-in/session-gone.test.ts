/** Proves over HTTP that whoever sends a form after the session ended is told that nothing was saved, and finds the way back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROWS } from '../../../src/endpoints/routes.ts';
import { openBrowser, type Page } from '../../support/browser-like.ts';
import { onMovedClock } from '../../support/clocked.ts';
import { authorizeParams, callback } from '../../support/grant.ts';
import { decodeEntities, formTo, formWith, text } from '../../support/html.ts';
import { applicationPath } from '../../support/portal.ts';

test(
  'a form with nothing in it to keep leads to a sign-in page that says it was not saved, and back to the form',
  onMovedClock(async (clocked) => {
    const ada = await clocked.createUser('Ada');
    const quill = await clocked.createApplication(ada);
    const path = applicationPath(quill);
    for (const [page, action] of [
      ['/account/password', '/account/password'],
      ['/account/delete', '/account/delete'],
      [`${path}/settings`, `${path}/tokens/revoke`],
    ] as const) {
      const browser = await clocked.signedIn(ada);
      const opened = await browser.get(page);
      browser.cookies.clear();

      const asked = await browser.follow(await browser.submit(opened, formTo(opened.body, action)));

      assert.match(text(asked.body), /You were signed out, so what you sent was not saved/);
      assert.match(asked.body, /class="notice warning" role="status"/);
      const form = formWith(asked.body, 'nickname', 'password');
      const back = await browser.submit(asked, form, { set: { nickname: ada.nickname, password: ada.password } });
      assert.equal(back.location, page);
    }
  }),
);

test(
  'whoever is signed out and sends a form, whichever it is, is led back to a page of the service',
  onMovedClock(async (clocked) => {
    const browser = openBrowser(clocked.url);
    const acts = ROWS.filter(({ method, kind, needs }) => method === 'POST' && kind === 'page' && needs !== 'visitor');
    assert.ok(acts.length > 50);

    for (const { path } of acts) {
      const { location = '' } = await browser.post(path.replaceAll(/:\w+/g, '1'), {});
      // Without a place to lead to, the page for the password leads home.
      if (path !== '/confirm') assert.match(location, /^\/sign-in\?return_to=\/\w.*&done=not_saved$/, path);
    }
  }),
);

test(
  'a password page that outlives its session leads on to where it stood on the way to',
  onMovedClock(async (clocked) => {
    const ada = await clocked.createUser('Ada');
    const browser = await clocked.signedIn(ada);
    clocked.pass(3600);
    const asked = await browser.follow(await browser.get('/account/data'));
    browser.cookies.clear();

    const { location } = await browser.submit(asked, formTo(asked.body, '/confirm'));

    assert.match(decodeURIComponent(location ?? ''), /^\/sign-in\?return_to=\/account\/privacy\?/);
  }),
);

test(
  'whoever only wants to see a page is not told of a loss',
  onMovedClock(async (clocked) => {
    const browser = openBrowser(clocked.url);
    assert.doesNotMatch(text((await browser.follow(await browser.get('/account'))).body), /not saved/);
  }),
);

/** The address behind the button of a page that says that a form has expired, or came from a browser that lost its cookies. */
function wayBack(page: Page): string {
  assert.equal(page.status, 403);
  assert.match(text(page.body), /This form has expired|Your browser sent no cookie/);
  const [, href = ''] = /<a class="button primary" href="([^"]*)"/.exec(page.body) ?? [];
  return decodeEntities(href);
}

test(
  'a consent form that is sent after the session ended leads back to the request of the application, and on to its code',
  onMovedClock(async (clocked) => {
    const ada = await clocked.createUser('Ada');
    const quill = await clocked.createApplication(ada);
    const browser = await clocked.signedIn(ada);
    const asked = await browser.authorize(authorizeParams(quill, { state: 'a b&c=d/ё' }));
    browser.cookies.clear();

    const again = await browser.get(wayBack(await browser.approve(asked)));

    const form = formWith(again.body, 'nickname', 'password');
    const set = { nickname: ada.nickname, password: ada.password };
    const question = await browser.follow(await browser.submit(again, form, { set }));
    const answer = await browser.approve(question);
    assert.ok(callback(answer).get('code'));
    assert.equal(callback(answer).get('state'), 'a b&c=d/ё');
  }),
);

test(
  'the way back from an expired consent form stays at the authorization endpoint, whatever was sent',
  onMovedClock(async (clocked) => {
    const sent = async (request: string) =>
      wayBack(await openBrowser(clocked.url).post('/oauth/authorize', { decision: 'approve', request }));

    assert.equal(await sent(''), '/');
    assert.equal(await sent(`state=${'ё'.repeat(3_000)}`), '/');
    for (const hostile of [
      '//evil.example',
      'https://evil.example/',
      '/../..//evil.example',
      '#a=b',
      'a=b#c',
      '\\evil',
    ])
      assert.match(await sent(hostile), /^(?:\/|\/oauth\/authorize\?[\w.~/?:@!$'()*,;=&%-]+)$/, hostile);
  }),
);

test(
  'a sign-in form that has expired leads back to a sign-in that still knows what for',
  onMovedClock(async (clocked) => {
    const quill = await clocked.createApplication(await clocked.createUser('Ada'));
    const address = `/oauth/authorize?${new URLSearchParams(authorizeParams(quill))}`;
    for (const path of ['/sign-in', '/sign-up']) {
      const browser = openBrowser(clocked.url);
      const fields = { nickname: 'Ada', password: 'x', return_to: address };

      const again = await browser.get(wayBack(await browser.post(path, fields)));

      assert.equal(again.path.split('?')[0], path);
      const kept = formWith(again.body, 'nickname', 'return_to').fields.find(({ name }) => name === 'return_to');
      assert.equal(kept?.value, address);
      assert.equal(wayBack(await browser.post(path, { ...fields, return_to: '//evil.example' })), path);
    }
  }),
);

test(
  '“Not you?” that has expired leads back to the request that waits',
  onMovedClock(async (clocked) => {
    const ada = await clocked.createUser('Ada');
    const quill = await clocked.createApplication(ada);
    const [older, newer] = [await clocked.signedIn(ada), await clocked.signedIn(ada)];
    const asked = await older.authorize(authorizeParams(quill));
    const form = formWith(asked.body, 'return_to');

    const way = wayBack(await newer.submit(asked, form));

    assert.match(way, /^\/oauth\/authorize\?/);
    assert.match(text((await newer.get(way)).body), /Quill/);
  }),
);

test(
  'whose browser keeps no cookies is told so by every form, and whose form was sent from another site is not',
  onMovedClock(async (clocked) => {
    for (const path of ['/sign-in', '/sign-up', '/look']) {
      const browser = openBrowser(clocked.url);
      const form = formTo((await browser.get(path)).body, path);
      browser.cookies.clear();
      // Of another program on the same host.
      browser.cookies.set('theirs', 'x');

      const own = await browser.submit({ ...(await browser.get('/docs')), path }, form);
      const foreign = await browser.submit({ ...own, path }, form, { headers: { 'sec-fetch-site': 'cross-site' } });

      assert.match(text(own.body), /Your browser sent no cookie .*Allow cookies for this site/, path);
      assert.match(text(foreign.body), /This form has expired/, path);
      assert.equal(new URL(wayBack(own), clocked.url).pathname, path);
    }
  }),
);
