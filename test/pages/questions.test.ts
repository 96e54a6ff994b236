/** Proves in a real Chromium the one pattern of questions before something ends: in place of nothing, with a way back. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Application, User } from '../support/actors.ts';
import { launchChromium, signInAt, visit } from '../support/chromium.ts';
import { type Clocked, startClocked } from '../support/clocked.ts';
import { agree, authorizeParams } from '../support/grant.ts';
import { axe } from '../support/looks.ts';
import { addSecret, applicationPath } from '../support/portal.ts';

let chromium: Browser;
let clocked: Clocked;
let ada: User;
let quill: Application;

before(async () => {
  [chromium, clocked] = await Promise.all([launchChromium(), startClocked('sqlite')]);
  ada = await clocked.createUser('ada');
  quill = await clocked.createApplication(ada);
  const browser = await clocked.signedIn(ada);
  await addSecret(browser, quill);
  await agree(browser, authorizeParams(quill, { scope: 'profile email' }));
  await agree(browser, authorizeParams(await clocked.createApplication(ada, { name: 'Other' })));
});

const questions = () => [
  { path: '/oauth/authorized_applications', opens: 'Remove access of Quill', asks: 'Remove the access of Quill?' },
  { path: '/oauth/authorized_applications', opens: 'Remove all access', asks: 'Remove the access of every app?' },
  {
    path: `/oauth/authorized_applications/${quill.client_id}`,
    opens: 'Remove permission',
    asks: 'Remove the permission “',
  },
  { path: `${applicationPath(quill)}/credentials`, opens: 'Remove secret ending in', asks: 'Remove the secret ••••' },
  { path: `${applicationPath(quill)}/settings`, opens: 'Revoke all tokens', asks: 'Revoke all tokens of Quill?' },
];

/** Where everything on the page stands. */
const PLACES = `[...document.querySelectorAll('main *')].filter((each) => !each.closest('[popover]')).map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [each.tagName, x, y, width, height].join(' ');
}).join('\\n')`;

for (const script of [true, false]) {
  for (const width of [1280, 360]) {
    test(`every question says what ends, moves nothing and can be left, ${width} pixels wide, ${script ? 'with' : 'without'} script`, () =>
      visit(chromium, { script, width, language: 'en' }, async (page) => {
        page.setDefaultTimeout(15_000);
        await signInAt(page, clocked.url, ada);
        for (const { path, opens, asks } of questions()) {
          await page.goto(clocked.url + path);
          const before = await page.evaluate(PLACES);
          const button = page.locator('[popovertarget]:not([popovertargetaction])', { hasText: opens }).first();
          await button.scrollIntoViewIfNeeded();
          await button.click();
          const dialog = page.getByRole('dialog');
          await dialog.waitFor();

          assert.ok(((await dialog.locator('h2').textContent()) ?? '').startsWith(asks), asks);
          const box = await dialog.boundingBox();
          assert.ok(box && box.x >= 0 && box.x + box.width <= width, 'it fits the window');
          assert.equal(await dialog.locator('button:focus').textContent(), 'Cancel', 'Enter at once does no harm');
          await page.evaluate('scrollTo(0, 0)');
          assert.equal(await page.evaluate(PLACES), before, 'nothing on the page has moved');
          if (script) assert.deepEqual(await axe(page), []);
          await dialog.getByRole('button', { name: 'Cancel' }).click();
          assert.equal(await dialog.count(), 0);
          assert.equal(page.url(), clocked.url + path);
        }
      }));
  }
}
