/** Proves in a real Chromium that whoever only wants to see it work needs one click, and is led to the first token. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium, signInAt, visit } from '../support/chromium.ts';
import { type Clocked, startClocked } from '../support/clocked.ts';
import { applicationPath } from '../support/portal.ts';

let chromium: Browser;
let clocked: Clocked;

before(async () => {
  [chromium, clocked] = await Promise.all([launchChromium(), startClocked('sqlite')]);
});

test('who wants to try it out registers with one click, and is led to the first token', () =>
  visit(chromium, { script: false, language: 'en' }, async (page) => {
    const eve = await clocked.createUser('eve');
    await signInAt(page, clocked.url, eve);
    await page.goto(`${clocked.url}/oauth/applications/new`);
    const trial = await page.locator('[name=trial]').boundingBox();
    assert.ok(trial && trial.y + trial.height < 720, 'it is the first thing to see');
    assert.equal(await page.locator('#description').isVisible(), false, 'what is seldom needed is folded');

    await page.click('[name=trial]');
    await page.waitForSelector('#client_secret');
    await page.click('a:has-text("Get your first token")');

    await page.waitForURL('**/test');
    await page.goto(clocked.url);
    assert.match(
      (await page.textContent('.checklist')) ?? '',
      /Register an application: Test application.*Get your first token/s,
    );
    const [path] = await page
      .locator('table a')
      .first()
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    await page.goto(`${clocked.url}${path}/edit`);
    assert.equal(await page.inputValue('#redirect_uri_1'), 'http://localhost:8080/callback');
    assert.ok(path?.startsWith(applicationPath({ client_id: '' })));
  }));
