/** Proves in a real Chromium that a dangerous act is carried through the question for the password, also without script. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { findClient } from '../../src/clients/find.ts';
import { PASSWORD, type User } from '../support/actors.ts';
import { launchChromium, signInAt, visit } from '../support/chromium.ts';
import { type Clocked, startClocked } from '../support/clocked.ts';
import { applicationPath } from '../support/portal.ts';

const AN_HOUR = 3600;

let chromium: Browser;
let clocked: Clocked;
let ada: User;

before(async () => {
  [chromium, clocked] = await Promise.all([launchChromium(), startClocked('sqlite')]);
  ada = await clocked.createUser('ada');
});

for (const script of [true, false]) {
  const how = script ? 'with script' : 'without script';

  test(`a secret is rotated with the chosen overlap though the password was old, ${how}`, () =>
    visit(chromium, { script, language: 'en' }, async (page) => {
      const quill = await clocked.createApplication(ada, { name: `Rotated ${how}` });
      await signInAt(page, clocked.url, ada);
      await page.goto(`${clocked.url}${applicationPath(quill)}/credentials`);
      await page.check('[name=overlap][value=week]');
      clocked.pass(AN_HOUR);
      await page.click('form[action$="/secrets/rotate"] button[type=submit]');
      await page.fill('[name=password]', 'wrong password');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.fault');

      await page.fill('[name=password]', PASSWORD);
      await page.keyboard.press('Enter');

      await page.waitForSelector('#client_secret');
      await page.goto(`${clocked.url}${applicationPath(quill)}/credentials`);
      assert.match((await page.textContent('main')) ?? '', /in 7 days|7 days/);
    }));

  test(`an edit is saved as it was typed though the password was old, and cancelling leads back to the form, ${how}`, () =>
    visit(chromium, { script, language: 'en' }, async (page) => {
      const quill = await clocked.createApplication(ada, { name: `Edited ${how}` });
      await signInAt(page, clocked.url, ada);
      const edit = `${clocked.url}${applicationPath(quill)}/edit`;
      const save = 'form button[type=submit]:not([aria-hidden]):not([name]):has-text("Save")';
      const type = async () => {
        await page.goto(edit);
        await page.fill('#description', 'Two lines,\nand "quotes".');
        await page.fill('#redirect_uri_1', 'https://app.example.com/other?a=1&b=2');
        clocked.pass(AN_HOUR);
        await page.click(save);
        await page.waitForSelector('[name=password]');
      };
      await type();
      await page.click('text=Cancel');
      assert.equal(page.url(), edit);
      await type();

      await page.fill('[name=password]', PASSWORD);
      await page.click('text=Confirm password');

      await page.waitForSelector('text=Application saved.');
      const saved = await findClient(quill.client_id, clocked.world);
      assert.deepEqual(saved?.redirectUris, ['https://app.example.com/other?a=1&b=2']);
      assert.equal(saved?.description.replaceAll('\r', ''), 'Two lines,\nand "quotes".');
    }));
}
