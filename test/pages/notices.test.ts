/** Proves that the notice after an action is told once, where it belongs, and in the tone of what happened. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { User } from '../support/actors.ts';
import { openBrowser } from '../support/browser-like.ts';
import { launchChromium, signInAt, visit } from '../support/chromium.ts';
import { type Clocked, startClocked } from '../support/clocked.ts';
import { formTo, text } from '../support/html.ts';

let chromium: Browser;
let clocked: Clocked;
let root: User;

before(async () => {
  [chromium, clocked] = await Promise.all([launchChromium(), startClocked('sqlite')]);
  root = await clocked.createUser('root', true);
});

test('an address alone does not tell anybody that something was done', async () => {
  const browser = await clocked.signedIn(root);
  const stranger = openBrowser(clocked.url);

  for (const path of ['/', '/account', '/oauth/applications', '/docs'])
    assert.doesNotMatch(text((await browser.get(`${path}?done=account_deleted`)).body), /Account deleted/);
  assert.doesNotMatch(text((await browser.get('/account?done=profile_saved')).body), /Profile saved/);
  assert.doesNotMatch(text((await browser.get('/?done=signed_out')).body), /You are signed out/);
  assert.doesNotMatch(text((await stranger.get('/sign-in?done=account_deleted')).body), /Account deleted/);
  assert.doesNotMatch(text((await stranger.get('/?done=account_deleted')).body), /Account deleted/);
});

test('what was done is told on the page that follows, once, also where no script runs', async () => {
  const browser = await clocked.signedIn(root);
  const account = await browser.get('/account');
  const saved = await browser.submit(account, formTo(account.body, /^\/account$/));

  const elsewhere = await browser.get('/account/sessions');
  const first = await browser.get(saved.location ?? '');
  const again = await browser.get(saved.location ?? '');

  assert.doesNotMatch(elsewhere.body, /class="notice done"/);
  assert.match(text(first.body), /Profile saved/);
  assert.doesNotMatch(again.body, /class="notice done"/);
});

test('who signs out is told so, once', async () => {
  const browser = await clocked.signedIn(root);
  const home = await browser.get('/');
  const left = await browser.submit(home, formTo(home.body, /^\/sign-out$/));

  const first = await browser.get(left.location ?? '');

  assert.match(text(first.body), /You are signed out/);
  assert.doesNotMatch(text((await browser.get(left.location ?? '')).body), /You are signed out/);
});

test('an act that changed nothing is not told as a success', async () => {
  const browser = await clocked.signedIn(root);
  const people = await browser.get('/admin/people');

  const form = formTo(people.body, /\/admin\/people\/selected/);
  const button = { name: 'act', value: 'sign_out' };
  const after = await browser.follow(await browser.submit(people, form, { button }));

  assert.match(text(after.body), /Nobody was selected/);
  assert.match(after.body, /<div class="notice warning" role="status">/);
  assert.doesNotMatch(after.body, /class="notice done"/);
});

test('a double click sends a form once, and the secret that it makes is seen', () =>
  visit(chromium, { language: 'en' }, async (page) => {
    const quill = await clocked.createApplication(root);
    await signInAt(page, clocked.url, root);
    await page.goto(`${clocked.url}/oauth/applications/${quill.client_id}/credentials`);
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });

    await page.dblclick('button:has-text("Rotate secret")');

    await page.waitForSelector('#client_secret');
    assert.equal(posts.length, 1);
  }));

test('a reload does not tell once more what was done', () =>
  visit(chromium, { language: 'en' }, async (page) => {
    await signInAt(page, clocked.url, root);
    await page.goto(`${clocked.url}/account`);
    await page.click('form[action="/account"] button[type=submit]');
    assert.match((await page.textContent('.notice.done')) ?? '', /Profile saved/);
    assert.equal(new URL(page.url()).search, '');

    await page.reload();

    assert.equal(await page.locator('.notice.done').count(), 0);
  }));
